/* Sizes of vectors, for tests. */
#ifndef TRAMA_TESTS_SUPPORT_NORMS_H
#define TRAMA_TESTS_SUPPORT_NORMS_H

#include <math.h>
#include <stddef.h>

/* Of three numbers. */
static inline double length(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* The sum of the magnitudes. */
static inline double size_of(const double *x, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += fabs(x[i]);
    return sum;
}

#endif
