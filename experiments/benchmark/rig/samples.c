#include "benchmark/rig/samples.h"

#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void samples_sort(double *sample, size_t count)
{
    qsort(sample, count, sizeof *sample, ascending);
}

double samples_quantile(const double *sorted, size_t count, double share)
{
    return sorted[(size_t)(share * (double)(count - 1) + 0.5)];
}
