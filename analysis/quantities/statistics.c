#include "analysis/quantities/statistics.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/median.h"
#include "core/numbers.h"

double statistics_mad(const double *value, size_t count)
{
    const double median = trama_median(value, count);
    double *deviation = count ? malloc(count * sizeof *deviation) : NULL;
    if (!deviation || isnan(median)) {
        free(deviation);
        return TRAMA_NAN;
    }
    for (size_t i = 0; i < count; i++)
        deviation[i] = fabs(value[i] - median);
    const double mad = trama_median_in_place(deviation, count);
    free(deviation);
    return mad;
}

size_t statistics_outliers(const double *value, size_t count, bool *apart)
{
    static const double deviations = 3.5, normal = 1.4826; /* standard deviation over MAD */
    const double median = trama_median(value, count), mad = statistics_mad(value, count);
    size_t outliers = 0;
    for (size_t i = 0; i < count; i++) {
        apart[i] = count >= 3 && fabs(value[i] - median) > deviations * normal * mad;
        outliers += apart[i];
    }
    return outliers;
}

static bool take_logarithms(const double *x, const double *y, size_t count, double *ln_x,
                            double *ln_y)
{
    bool distinct = false;
    for (size_t i = 0; i < count; i++) {
        if (!(x[i] > 0 && y[i] > 0 && isfinite(x[i]) && isfinite(y[i])))
            return false;
        ln_x[i] = log(x[i]);
        ln_y[i] = log(y[i]);
        distinct = distinct || x[i] < x[0] || x[i] > x[0];
    }
    return distinct;
}

/* A line through two points fits exactly and says nothing of its slope's error. */
static interval slope_interval(double slope, double variance, size_t count)
{
    if (count < 3)
        return (interval){TRAMA_NAN, TRAMA_NAN};
    const double half = gsl_cdf_tdist_Pinv(0.975, (double)(count - 2)) * sqrt(variance);
    return (interval){slope - half, slope + half};
}

bool statistics_power_law(const double *x, const double *y, size_t count, power_law *law)
{
    double *ln_x = count < 2 ? NULL : malloc(2 * count * sizeof *ln_x);
    const bool fits = ln_x && take_logarithms(x, y, count, ln_x, ln_x + count);
    if (fits) {
        double ln_c, p, c00, c01, c11, squares;
        gsl_fit_linear(ln_x, 1, ln_x + count, 1, count, &ln_c, &p, &c00, &c01, &c11, &squares);
        *law = (power_law){exp(ln_c), p, slope_interval(p, c11, count)};
    }
    free(ln_x);
    return fits;
}
