/* Forward-mode differentiation by hand: a number or a vector together with its change. Each
 * operation carries the exact derivative of its own formula. All inline. */
#ifndef TRAMA_MODEL_COSSERAT_DUAL_H
#define TRAMA_MODEL_COSSERAT_DUAL_H

#include "core/vec.h"

#include <math.h>

typedef struct dual {
    double x, d; /* value, change */
} dual;

typedef struct dual_vec {
    vec x, d;
} dual_vec;

INLINE dual dual_plus(dual a, dual b)
{
    return (dual){a.x + b.x, a.d + b.d};
}
INLINE dual dual_minus(dual a, dual b)
{
    return (dual){a.x - b.x, a.d - b.d};
}
/* a - c */
INLINE dual dual_apart(dual a, double c)
{
    return (dual){a.x - c, a.d};
}
INLINE dual dual_times(dual a, dual b)
{
    return (dual){a.x * b.x, a.d * b.x + a.x * b.d};
}
INLINE dual dual_scaled(double c, dual a)
{
    return (dual){c * a.x, c * a.d};
}
/* c a - e b */
INLINE dual dual_less(double c, dual a, double e, dual b)
{
    return (dual){c * a.x - e * b.x, c * a.d - e * b.d};
}
/* a b - c d */
INLINE dual dual_cross(dual a, dual b, dual c, dual d)
{
    return dual_minus(dual_times(a, b), dual_times(c, d));
}
INLINE dual dual_inverse(dual a)
{
    const double inverse = 1.0 / a.x;
    return (dual){inverse, -a.d * inverse * inverse};
}
INLINE dual dual_inverse_root(dual a)
{
    const double y = 1.0 / sqrt(a.x);
    return (dual){y, -0.5 * a.d * y * y * y};
}

INLINE dual_vec dual_vec_plus(dual_vec a, dual_vec b)
{
    return (dual_vec){plus(a.x, b.x), plus(a.d, b.d)};
}
INLINE dual_vec dual_vec_minus(dual_vec a, dual_vec b)
{
    return (dual_vec){minus(a.x, b.x), minus(a.d, b.d)};
}
INLINE dual_vec dual_vec_times(dual c, dual_vec a)
{
    return (dual_vec){scaled(c.x, a.x), combined(c.d, a.x, c.x, a.d)};
}
INLINE dual_vec dual_vec_scaled(double c, dual_vec a)
{
    return (dual_vec){scaled(c, a.x), scaled(c, a.d)};
}
INLINE dual dual_dot(dual_vec a, dual_vec b)
{
    return (dual){dot(a.x, b.x), dot(a.d, b.x) + dot(a.x, b.d)};
}
INLINE dual_vec dual_vec_cross(dual_vec a, dual_vec b)
{
    return (dual_vec){cross(a.x, b.x), plus(cross(a.d, b.x), cross(a.x, b.d))};
}
INLINE dual_vec dual_unit(dual_vec a)
{
    const double inverse = 1.0 / sqrt(dot(a.x, a.x));
    const vec e = scaled(inverse, a.x);
    return (dual_vec){e, scaled(inverse, plus_scaled(a.d, -dot(e, a.d), e))};
}

#endif
