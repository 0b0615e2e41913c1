#include "analysis/timing.h"

#include "core/numbers.h"

enum { RESAMPLES = 2000 };
static const uint64_t seed = 20080101; /* of the bootstrap; any will do, so long as it stays */

static const double *samples(const study_case *c, size_t *count)
{
    *count = case_rows(c, "/timing/sample");
    const double *sample = case_reals(c, "/timing/sample", *count);
    *count = sample ? *count : 0;
    return sample;
}

double timing_median(const study_case *c)
{
    size_t count;
    const double *sample = samples(c, &count);
    return statistics_median(sample, count);
}

interval timing_interval(const study_case *c)
{
    size_t count;
    const double *sample = samples(c, &count);
    return statistics_bootstrap_median(sample, count, RESAMPLES, seed);
}
