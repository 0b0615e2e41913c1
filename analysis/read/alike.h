/* Whether cases simulate the same thing: by digests of their configurations, which the index has.
 * Of a file that has none they are made from its /config/resolved. */
#ifndef ANALYSIS_READ_ALIKE_H
#define ANALYSIS_READ_ALIKE_H

#include "analysis/read/study.h"

/* Order of two cases by what they simulate and how, whatever experiment, labels, task and bounds
 * are; 0: they are alike. Cases without a record of their configuration are alike. */
int alike_order(const study_case *a, const study_case *b);

/* Whether their bounds are the same too. */
bool alike_with_bounds(const study_case *a, const study_case *b);

/* The first of some cases that simulates what `c` does: of its subject and method, with the same
 * configuration but for task and bounds; NULL: there is none. */
const study_case *alike_find(const case_list *cases, const study_case *c);

/* The first case of the study that was read from the same files with the same assumed values, by
 * /config/sources: so the texts of many cases are read from the file of one. The case itself if its
 * file does not say. */
const study_case *alike_source(const study *s, const study_case *c);

#endif
