#include "core/hypot.h"

#include <math.h>

/* The root for x >= y > 0 whose squares are normal numbers, less the error that a Newton step
 * finds. Its residual h^2 - x^2 - y^2 is expanded about the side that h is nearer to, so that
 * little cancels. */
static double corrected(double x, double y)
{
    const double h = sqrt(x * x + y * y);
    double first, second;
    if (h <= 2.0 * y) {
        const double d = h - y;
        first = x * (2.0 * d - x);
        second = (d - 2.0 * (x - y)) * d;
    } else {
        const double d = h - x;
        first = 2.0 * d * (x - 2.0 * y);
        second = (4.0 * d - y) * y + d * d;
    }
    return h - (first + second) / (2.0 * h);
}

double trama_hypot(double x, double y)
{
    static const double scale = 0x1p+600;
    const double high = fmax(fabs(x), fabs(y)), low = fmin(fabs(x), fabs(y));
    if (!isfinite(x) || !isfinite(y) || low <= high * 0x1p-54)
        return isnan(x) || isnan(y) ? x + y : high + low;
    if (high > 0x1p+511)
        return corrected(high / scale, low / scale) * scale;
    if (low < 0x1p-459)
        return corrected(high * scale, low * scale) / scale;
    return corrected(high, low);
}
