/* Samples of time, and what is told of them. */
#ifndef BENCHMARK_SAMPLES_H
#define BENCHMARK_SAMPLES_H

#include <stddef.h>
#include <time.h>

/* s. CLOCK_THREAD_CPUTIME_ID: the thread's own time, in which other processes show only in what
 * they take of caches and of a shared core. */
double samples_clock(clockid_t clock);

void samples_sort(double *sample, size_t count);

/* Of sorted samples, at least one. */
double samples_quantile(const double *sorted, size_t count, double share);

#endif
