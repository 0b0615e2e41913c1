/* The median of numbers, and other quantiles. */
#ifndef TRAMA_CORE_MEDIAN_H
#define TRAMA_CORE_MEDIAN_H

#include <stddef.h>

/* NAN for no values, if one is NaN, and without memory. */
double trama_median(const double *value, size_t count);

/* The same for one value or more, none of them NaN; sorts them. */
double trama_median_in_place(double *value, size_t count);

/* The quantile `share` of ascending numbers, one or more: the nearest one, of two equally near the
 * larger. */
double trama_quantile(const double *sorted, size_t count, double share);

#endif
