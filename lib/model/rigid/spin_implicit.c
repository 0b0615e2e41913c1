/* The gyroscopic term by implicit Euler, as games have it (E. Catto, "Numerical methods", GDC
 * 2015):
 *
 *   I (w' - w) + h w' x (I w') = 0
 *
 * The product of this with w' is 2 E(w') - w' . I w = 0, so the energy never grows; it falls by a
 * part of the order of h a step. Newton's method to rounding, where Catto makes one step of it; a
 * step that does not bring the residual down is halved. */
#include "core/vec.h"
#include "model/rigid/spin.h"

#include <math.h>

enum { NEWTON_MAX = 50, HALVINGS_MAX = 30 };

static vec times(const double m[3], vec w)
{
    return (vec){m[0] * w.x, m[1] * w.y, m[2] * w.z};
}

static vec residual_of(const double m[3], double h, vec from, vec w)
{
    return plus_scaled(times(m, minus(w, from)), h, cross(w, times(m, w)));
}

static double triple(vec a, vec b, vec c)
{
    return dot(a, cross(b, c));
}

/* The columns of I + h ([w] I - [I w]), by Cramer's rule. */
static vec newton_step(const double m[3], double h, vec w, vec residual)
{
    const vec l = times(m, w), e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    vec column[3];
    for (size_t k = 0; k < 3; k++)
        column[k] =
            plus_scaled(scaled(m[k], e[k]), h, minus(scaled(m[k], cross(w, e[k])), cross(l, e[k])));
    const double whole = triple(column[0], column[1], column[2]);
    return (vec){triple(residual, column[1], column[2]) / whole,
                 triple(column[0], residual, column[2]) / whole,
                 triple(column[0], column[1], residual) / whole};
}

static void flow(const double moment[3], double h, double w[3])
{
    const vec from = {w[0], w[1], w[2]};
    vec at = from, r = residual_of(moment, h, from, at);
    for (int i = 0; i < NEWTON_MAX && dot(r, r) > 0.0; i++) {
        const vec step = newton_step(moment, h, at, r);
        double part = 1.0;
        vec next = minus(at, step), left = residual_of(moment, h, from, next);
        for (int k = 0; k < HALVINGS_MAX && !(dot(left, left) < dot(r, r)); k++) {
            part *= 0.5;
            next = plus_scaled(at, -part, step);
            left = residual_of(moment, h, from, next);
        }
        if (!(dot(left, left) < dot(r, r)))
            break; /* rounding is reached */
        at = next;
        r = left;
    }
    w[0] = at.x;
    w[1] = at.y;
    w[2] = at.z;
}

const trama_spin_type trama_spin_implicit = {
    .name = "implicit",
    .summary = "the gyroscopic term apart, by implicit Euler: of order 1, the energy never grows",
    .reference = "Catto 2015",
    .flow = flow,
    .order = 1,
};
