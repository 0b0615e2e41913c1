/* Statistics that tables use: spread, power law. */
#ifndef ANALYSIS_QUANTITIES_STATISTICS_H
#define ANALYSIS_QUANTITIES_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "quantities/bootstrap.h"

/* Median absolute deviation from the median (not scaled to a normal distribution). */
double statistics_mad(const double *value, size_t count);

/* Marks outliers and returns their number: values further from the median than 3.5 times the MAD
 * scaled to a normal distribution's standard deviation (Iglewicz and Hoaglin 1993, the modified
 * z-score). Among fewer than three values, or if one is NaN, none is marked. */
size_t statistics_outliers(const double *value, size_t count, bool *apart);

/* y = c x^p by least squares of ln y on ln x; `p_interval` is the 95 % interval of p by Student's
 * t. */
typedef struct power_law {
    double c, p;
    interval p_interval; /* NAN with fewer than three points */
} power_law;

/* False if it cannot be fitted: fewer than two points, a value that is not positive, one x only. */
bool statistics_power_law(const double *x, const double *y, size_t count, power_law *law);

#endif
