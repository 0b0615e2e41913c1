/* Two cases of an experiment that differ in one factor of its study: "cotton" and "silk". */
#ifndef ANALYSIS_QUANTITIES_PAIRED_H
#define ANALYSIS_QUANTITIES_PAIRED_H

#include "analysis/read/study.h"

/* The counterpart of `c` with VALUE, by "FACTOR is VALUE". Factors that vary among the cases with
 * VALUE have the same value in both; other factors depend on FACTOR. NULL if there is none, or more
 * than one. */
const study_case *paired_case(const study *s, const study_case *c, const char *words);

#endif
