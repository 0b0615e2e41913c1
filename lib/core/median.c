#include "core/median.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"
#include "core/sort.h"

static bool any_nan(const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (isnan(value[i]))
            return true;
    return false;
}

double trama_median(const double *value, size_t count)
{
    double *sorted = count ? malloc(count * sizeof *sorted) : NULL;
    double median = TRAMA_NAN;
    if (sorted && !any_nan(value, count)) {
        memcpy(sorted, value, count * sizeof *sorted);
        median = trama_median_in_place(sorted, count);
    }
    free(sorted);
    return median;
}

double trama_median_in_place(double *value, size_t count)
{
    trama_sort(value, count);
    return (value[(count - 1) / 2] + value[count / 2]) / 2;
}

double trama_quantile(const double *sorted, size_t count, double share)
{
    return sorted[(size_t)(share * (double)(count - 1) + 0.5)];
}
