/* Two cases of an experiment that differ in one factor of its study: "cotton" beside "silk". */
#ifndef ANALYSIS_QUANTITIES_PAIRED_H
#define ANALYSIS_QUANTITIES_PAIRED_H

#include "analysis/read/study.h"

/* The case beside `c` that has VALUE, by "FACTOR is VALUE". Factors that vary among the cases with
 * VALUE have the same value in both: others go with what differs. NULL where no case or several
 * are such. */
const study_case *paired_case(const study *s, const study_case *c, const char *words);

#endif
