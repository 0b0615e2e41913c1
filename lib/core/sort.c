#include "core/sort.h"

#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void trama_sort(double *value, size_t count)
{
    qsort(value, count, sizeof *value, ascending);
}
