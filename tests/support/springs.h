/* Results of experiment_spring, three cases of some milliseconds, for tests of what is done with
 * results: made, found, changed, compared. In the test's own folder. Include after cmocka.h. */
#ifndef SUPPORT_SPRINGS_H
#define SUPPORT_SPRINGS_H

#include "results/columns/columns.h"
#include "results/record.h"
#include "support/shell.h"

/* Writes spring.yaml, with edits (support/experiment.h), and runs it into `folder`. */
void springs_run(const char *folder, const char *const *edits);

/* The same without edits; the path of its first case, valid until the next call. */
const char *springs_first(const char *folder);

/* The file of the spring under an integrator, valid until the next call. */
const char *springs_file(const char *folder, const char *integrator);

/* Changes that file by `change`. */
void springs_edit(const char *folder, const char *integrator, void (*change)(bundle *b));

/* A column of a case, which must be there. */
bundle_column *springs_column(bundle *b, const results_column *column);

/* A change: the limit's last bit. */
void springs_nudge(bundle *b);

/* trama compare. */
shell_end springs_compare(const char *baseline, const char *fresh);

#endif
