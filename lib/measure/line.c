#include "measure/line.h"
#include "core/numbers.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>

trama_line trama_line_fit(const double *x, const double *y, size_t count)
{
    assert(count >= 2);
    double intercept, slope, c00, c01, c11, residual;
    gsl_fit_linear(x, 1, y, 1, count, &intercept, &slope, &c00, &c01, &c11, &residual);
    const double total = gsl_stats_tss(y, 1, count);
    const double half =
        count > 2 ? gsl_cdf_tdist_Pinv(0.975, (double)(count - 2)) * sqrt(c11) : TRAMA_NAN;
    return (trama_line){
        .intercept = intercept,
        .slope = slope,
        .low = slope - half,
        .high = slope + half,
        .determination = total > 0.0 ? 1.0 - residual / total : 1.0,
    };
}
