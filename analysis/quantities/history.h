/* The histories of a run, as quantities are made from them. */
#ifndef ANALYSIS_QUANTITIES_HISTORY_H
#define ANALYSIS_QUANTITIES_HISTORY_H

#include "analysis/read/study.h"

/* `count` values in the order of samples; NULL, and count 0, where there are none. Of a family of
 * columns the member without a name, or else the only one. */
const double *history_of(const study_case *c, const results_column *column, size_t *count);
/* What the only object or interaction that observes something of this name has observed; NULL:
 * none does, or several do. */
const double *history_observed(const study_case *c, const char *name, size_t *count);
/* What observer number `which` of this name has observed; NULL: there are not as many. */
const double *history_observed_by(const study_case *c, const char *name, size_t which,
                                  size_t *count);
/* The largest of what the only one has observed, of all samples; NAN: there are none. */
double history_largest(const study_case *c, const char *name);
/* The last value of a run that came to its end; NAN: a run that broke has no last state to be
 * judged by. */
double history_last(const study_case *c, const results_column *column);

#endif
