/* What is told of samples. */
#ifndef BENCHMARK_SAMPLES_H
#define BENCHMARK_SAMPLES_H

#include <stddef.h>

void samples_sort(double *sample, size_t count);

/* Of sorted samples, at least one. */
double samples_quantile(const double *sorted, size_t count, double share);

#endif
