/* Processing time of one iteration, from the samples of a timing case. */
#ifndef ANALYSIS_TIMING_H
#define ANALYSIS_TIMING_H

#include "analysis/read/study.h"
#include "analysis/statistics.h"

/* Seconds; NAN where a case has no samples. The interval is the bootstrap's, with a fixed seed. */
double timing_median(const study_case *c);
interval timing_interval(const study_case *c);

#endif
