/* Differences between peers: cases with the same title, of one experiment, task, simulation,
 * integrator and given step. */
#ifndef ANALYSIS_READ_VARIATION_H
#define ANALYSIS_READ_VARIATION_H

#include "analysis/read/study.h"

typedef struct variations variations;

/* Made at the first call, in n log n for n cases; the study keeps it. Without memory returns NULL,
 * which the function below accepts, and sets the study's no_memory. */
const variations *variations_of(const study *s);

/* Whether the peers of a case, itself among them, differ in the label or swept value of a path. */
bool variations_differ(const variations *v, const study_case *c, const char *path);

/* Whether the value of a path, swept or the label of a factor, distinguishes the case from those of
 * its peers that have the same other labels. Of equivalent values only one is used, a label rather
 * than a number. */
bool variations_tell(const variations *v, const study_case *c, const char *path);

/* Whether there are cases that differ from the peers of a case only in the given step. */
bool variations_in_step(const variations *v, const study_case *c);

/* The given step of a case, s; NaN if the step is a result, as of a search. */
double case_given_step(const study_case *c);

/* The label of a path, or NULL; a factor of the study has a column of its own and is not a label
 * here. */
const char *variation_label(const study_case *c, const char *path);

#endif
