/* Whether times follow a power law: a line and an exponent are drawn only where one holds. */
#ifndef ANALYSIS_PLOT_LAW_H
#define ANALYSIS_PLOT_LAW_H

#include "analysis/quantities/statistics.h"

/* A time and its interval; of one without, the time itself is both bounds. */
typedef struct law_point {
    double x, y, low, high;
} law_point;

/* The law through points, if it holds: fitted to LAW_POINTS or more, it passes each within
 * LAW_SHARE of its interval. Caches bend a curve so that no power does. */
enum { LAW_POINTS = 4 };
#define LAW_SHARE 0.05
bool law_of(const law_point *point, size_t count, power_law *law);

/* "p = 1.010 ± 0.020". */
void law_exponent(const power_law *law, char *text, size_t size);

#endif
