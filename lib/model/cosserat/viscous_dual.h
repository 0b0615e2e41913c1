/* Numbers for Kelvin and Voigt's damping, in place of dual.h: a number with its change in time (d),
 * its change along a vector (e), and the change of d along that vector (de). The operations have
 * the names of those of dual.h, so that variational.h compiles with them unchanged. One differs:
 * dual_apart, which makes strains, keeps only the strain rate. Stresses are linear in the strains,
 * so the d of a pull in variational.h is then the pull of the viscous stress. */
#ifndef TRAMA_MODEL_COSSERAT_DUAL_H
#define TRAMA_MODEL_COSSERAT_DUAL_H

#include "core/vec.h"

#include <math.h>

typedef struct dual {
    double x, d, e, de;
} dual;

typedef struct dual_vec {
    vec x, d, e, de;
} dual_vec;

INLINE dual dual_plus(dual a, dual b)
{
    return (dual){a.x + b.x, a.d + b.d, a.e + b.e, a.de + b.de};
}
INLINE dual dual_minus(dual a, dual b)
{
    return (dual){a.x - b.x, a.d - b.d, a.e - b.e, a.de - b.de};
}
/* The rate of the strain a - c. */
INLINE dual dual_apart(dual a, double c)
{
    (void)c;
    return (dual){0.0, a.d, 0.0, a.de};
}
INLINE dual dual_times(dual a, dual b)
{
    return (dual){a.x * b.x, a.d * b.x + a.x * b.d, a.e * b.x + a.x * b.e,
                  a.de * b.x + a.d * b.e + a.e * b.d + a.x * b.de};
}
INLINE dual dual_scaled(double c, dual a)
{
    return (dual){c * a.x, c * a.d, c * a.e, c * a.de};
}
/* c a - e b */
INLINE dual dual_less(double c, dual a, double e, dual b)
{
    return dual_minus(dual_scaled(c, a), dual_scaled(e, b));
}
INLINE dual dual_inverse_root(dual a)
{
    const double y = 1.0 / sqrt(a.x), first = -0.5 * y * y * y, second = -1.5 * first * y * y;
    return (dual){y, first * a.d, first * a.e, first * a.de + second * a.d * a.e};
}

INLINE dual_vec dual_vec_plus(dual_vec a, dual_vec b)
{
    return (dual_vec){plus(a.x, b.x), plus(a.d, b.d), plus(a.e, b.e), plus(a.de, b.de)};
}
INLINE dual_vec dual_vec_minus(dual_vec a, dual_vec b)
{
    return (dual_vec){minus(a.x, b.x), minus(a.d, b.d), minus(a.e, b.e), minus(a.de, b.de)};
}
INLINE dual_vec dual_vec_times(dual c, dual_vec a)
{
    return (dual_vec){scaled(c.x, a.x), combined(c.d, a.x, c.x, a.d), combined(c.e, a.x, c.x, a.e),
                      plus(combined(c.de, a.x, c.x, a.de), combined(c.d, a.e, c.e, a.d))};
}
INLINE dual_vec dual_vec_scaled(double c, dual_vec a)
{
    return (dual_vec){scaled(c, a.x), scaled(c, a.d), scaled(c, a.e), scaled(c, a.de)};
}
INLINE dual dual_dot(dual_vec a, dual_vec b)
{
    return (dual){dot(a.x, b.x), dot(a.d, b.x) + dot(a.x, b.d), dot(a.e, b.x) + dot(a.x, b.e),
                  dot(a.de, b.x) + dot(a.d, b.e) + dot(a.e, b.d) + dot(a.x, b.de)};
}
INLINE dual_vec dual_vec_cross(dual_vec a, dual_vec b)
{
    return (dual_vec){
        cross(a.x, b.x), plus(cross(a.d, b.x), cross(a.x, b.d)),
        plus(cross(a.e, b.x), cross(a.x, b.e)),
        plus(plus(cross(a.de, b.x), cross(a.x, b.de)), plus(cross(a.d, b.e), cross(a.e, b.d)))};
}

#endif
