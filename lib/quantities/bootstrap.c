/* The bootstrap of a median: Efron, Bootstrap methods: another look at the jackknife, 1979. */
#include "quantities/bootstrap.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/median.h"
#include "core/numbers.h"
#include "core/random.h"
#include "core/sort.h"

static bool any_nan(const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (isnan(value[i]))
            return true;
    return false;
}

/* Uniform on 0 .. count-1, from the upper 53 of 64 random bits. */
static size_t draw(trama_random *random, size_t count)
{
    return (size_t)((double)(trama_random_bits(random) >> 11) * 0x1p-53 * (double)count);
}

static double resampled_median(const double *value, double *sample, size_t count,
                               trama_random *random)
{
    for (size_t i = 0; i < count; i++)
        sample[i] = value[draw(random, count)];
    return trama_median_in_place(sample, count);
}

interval bootstrap_median(const double *value, size_t count, size_t resamples, uint64_t seed)
{
    interval result = {TRAMA_NAN, TRAMA_NAN};
    double *sample = count && resamples ? malloc((count + resamples) * sizeof *sample) : NULL;
    if (sample && !any_nan(value, count)) {
        double *median = sample + count;
        trama_random random = {seed};
        for (size_t i = 0; i < resamples; i++)
            median[i] = resampled_median(value, sample, count, &random);
        trama_sort(median, resamples);
        result.low = median[(size_t)floor(0.025 * (double)(resamples - 1))];
        result.high = median[(size_t)ceil(0.975 * (double)(resamples - 1))];
    }
    free(sample);
    return result;
}

interval bootstrap_times(const double *value, size_t count)
{
    return bootstrap_median(value, count, 2000, 20080101); /* any seed will do that stays */
}
