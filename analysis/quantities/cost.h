/* Cost laws: time of one iteration against the number of vertices. */
#ifndef ANALYSIS_QUANTITIES_COST_H
#define ANALYSIS_QUANTITIES_COST_H

#include "analysis/quantities/statistics.h"
#include "analysis/read/study.h"

/* The law c N^p of cases, by their medians; false if none can be fitted (fewer than two sizes). */
bool cost_law_fit(const study_case *const *item, size_t count, power_law *law);

#endif
