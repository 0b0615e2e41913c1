/* The median of numbers, and other quantiles. */
#ifndef TRAMA_CORE_MEDIAN_H
#define TRAMA_CORE_MEDIAN_H

#include <stddef.h>

/* NAN of no value, of values of which one is NaN, and without memory. */
double trama_median(const double *value, size_t count);

/* The same of one value or more, none of them NaN, which it sorts. */
double trama_median_in_place(double *value, size_t count);

/* The value of rising numbers, one or more, below which that share of them lies: the nearest one,
 * of two equally near the larger. */
double trama_quantile(const double *sorted, size_t count, double share);

#endif
