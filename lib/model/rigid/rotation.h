/* Rotations as quaternions (w, x, y, z), of unit length to rounding where they are states of exact
 * motion, and of nearly unit length where a Runge-Kutta method has made them: conversion to a
 * matrix divides by the square of the length, and nothing else depends on it.
 *
 * The exponential and the logarithm use only sums, products and square roots, because the sines of
 * the C library differ between processors. */
#ifndef TRAMA_MODEL_RIGID_ROTATION_H
#define TRAMA_MODEL_RIGID_ROTATION_H

#include "rigid/pose.h"

#include <math.h>

typedef struct quaternion {
    double w;
    vec v;
} quaternion;

INLINE quaternion quaternion_at(const double q[4])
{
    return (quaternion){q[0], {q[1], q[2], q[3]}};
}
INLINE void quaternion_put(quaternion a, double q[4])
{
    q[0] = a.w;
    q[1] = a.v.x;
    q[2] = a.v.y;
    q[3] = a.v.z;
}
INLINE quaternion quaternion_product(quaternion a, quaternion b)
{
    return (quaternion){a.w * b.w - dot(a.v, b.v),
                        plus(combined(a.w, b.v, b.w, a.v), cross(a.v, b.v))};
}
INLINE quaternion quaternion_conjugate(quaternion a)
{
    return (quaternion){a.w, scaled(-1.0, a.v)};
}
INLINE double quaternion_square(quaternion a)
{
    return a.w * a.w + dot(a.v, a.v);
}
INLINE quaternion quaternion_unit(quaternion a)
{
    const double inverse = 1.0 / sqrt(quaternion_square(a));
    return (quaternion){inverse * a.w, scaled(inverse, a.v)};
}

/* exp(r / 2): the rotation by |r| rad about r. Taylor's series of a part of the angle, at most 1
 * rad, to 1e-17; the rest by squaring. */
static inline quaternion quaternion_of_vector(vec r)
{
    double part = 0.5;
    int squarings = 0;
    while (part * part * dot(r, r) > 1.0) {
        part *= 0.5;
        squarings++;
    }
    const double minus_square = -part * part * dot(r, r);
    double cosine = 1.0, sine = 1.0; /* the latter over the angle */
    for (int n = 18; n >= 2; n -= 2) {
        cosine = 1.0 + minus_square / (double)((n - 1) * n) * cosine;
        sine = 1.0 + minus_square / (double)(n * (n + 1)) * sine;
    }
    quaternion e = {cosine, scaled(sine * part, r)};
    while (squarings-- > 0)
        e = quaternion_product(e, e);
    return e;
}

/* The inverse: the rotation vector of at most pi rad. Roots of the rotation make its angle small;
 * then the series of the arc tangent, to 1e-17. */
static inline vec quaternion_to_vector(quaternion a)
{
    quaternion p = quaternion_unit(a.w < 0.0 ? (quaternion){-a.w, scaled(-1.0, a.v)} : a);
    double whole = 2.0;
    while (dot(p.v, p.v) > 0.01) {
        p = quaternion_unit((quaternion){p.w + 1.0, p.v});
        whole *= 2.0;
    }
    const double minus_square = -dot(p.v, p.v) / (p.w * p.w);
    double sum = 1.0 / 19.0;
    for (int n = 17; n >= 1; n -= 2)
        sum = 1.0 / (double)n + minus_square * sum;
    return scaled(whole * sum / p.w, p.v);
}

/* Turns a pose: its axes are those of the rotation. */
static inline void quaternion_turn(quaternion a, trama_pose *pose)
{
    double(*m)[3] = pose->axes;
    const double two = 2.0 / quaternion_square(a);
    const double x = a.v.x, y = a.v.y, z = a.v.z, w = a.w;
    m[0][0] = 1.0 - two * (y * y + z * z);
    m[0][1] = two * (x * y - w * z);
    m[0][2] = two * (x * z + w * y);
    m[1][0] = two * (x * y + w * z);
    m[1][1] = 1.0 - two * (x * x + z * z);
    m[1][2] = two * (y * z - w * x);
    m[2][0] = two * (x * z - w * y);
    m[2][1] = two * (y * z + w * x);
    m[2][2] = 1.0 - two * (x * x + y * y);
}

/* The quaternion of a pose's axes: by the largest of the four components, whose square the diagonal
 * gives. */
static inline quaternion quaternion_of_pose(const trama_pose *pose)
{
    const double(*m)[3] = pose->axes;
    const double trace = m[0][0] + m[1][1] + m[2][2];
    quaternion a;
    if (trace >= m[0][0] && trace >= m[1][1] && trace >= m[2][2])
        a = (quaternion){1.0 + trace, {m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]}};
    else if (m[0][0] >= m[1][1] && m[0][0] >= m[2][2])
        a = (quaternion){m[2][1] - m[1][2],
                         {1.0 + 2.0 * m[0][0] - trace, m[0][1] + m[1][0], m[0][2] + m[2][0]}};
    else if (m[1][1] >= m[2][2])
        a = (quaternion){m[0][2] - m[2][0],
                         {m[0][1] + m[1][0], 1.0 + 2.0 * m[1][1] - trace, m[1][2] + m[2][1]}};
    else
        a = (quaternion){m[1][0] - m[0][1],
                         {m[0][2] + m[2][0], m[1][2] + m[2][1], 1.0 + 2.0 * m[2][2] - trace}};
    return quaternion_unit(a);
}

#endif
