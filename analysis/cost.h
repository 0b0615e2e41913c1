/* Cost laws: time of one iteration against the number of vertices. */
#ifndef ANALYSIS_COST_H
#define ANALYSIS_COST_H

#include "analysis/read/study.h"
#include "analysis/statistics.h"

/* The law c N^p of the cases [first, end) of a list, by their medians; false if none can be fitted
 * (fewer than two sizes). */
bool cost_law_fit(const case_list *cases, size_t first, size_t end, power_law *law);

#endif
