/* A confidence interval of a median. */
#ifndef QUANTITIES_BOOTSTRAP_H
#define QUANTITIES_BOOTSTRAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct interval {
    double low, high;
} interval;

/* 95 % percentile bootstrap interval of the median (Efron 1979): `resamples` medians of as many
 * values drawn with replacement. Equal seeds give equal bits. One value: that value; none: NAN. */
interval bootstrap_median(const double *value, size_t count, size_t resamples, uint64_t seed);

/* The same with the number of draws used for all times. */
interval bootstrap_times(const double *value, size_t count);

#endif
