/* Whether cases simulate the same thing, by digests of their configurations from the index. For a
 * file without digests they are computed from its /config/resolved. */
#ifndef ANALYSIS_READ_ALIKE_H
#define ANALYSIS_READ_ALIKE_H

#include "analysis/read/study.h"

/* Order of two cases by their configurations, without experiment, labels, task and bounds; 0: they
 * are alike. Cases without a record of their configuration are alike. */
int alike_order(const study_case *a, const study_case *b);

/* Whether their bounds are the same too. */
bool alike_with_bounds(const study_case *a, const study_case *b);

/* The first of some cases that simulates the same as `c`: with its subject and method, and the same
 * configuration except for task and bounds; NULL: none. */
const study_case *alike_find(const case_list *cases, const study_case *c);

/* The first case of the study that was read from the same files with the same assumed values, by
 * /config/sources, so that the texts of many cases are read from one file. The case itself if its
 * file has no such column. */
const study_case *alike_source(const study *s, const study_case *c);

#endif
