/* One edge: spring and bending element (Campos, 4.1.1; Bridson et al. 2003). All inline, for the
 * kernels.
 *
 * x3 and x4 are the ends of the edge, x1 and x2 the third nodes of its triangles, of which that of
 * x1 runs from x3 to x4. With E = x4 - x3 and the area vectors N1 = (x1 - x3) x (x1 - x4), N2 =
 * (x2 - x4) x (x2 - x3), the bending mode is
 *
 *   u1 = |E| N1/|N1|^2,   u2 = |E| N2/|N2|^2,
 *   u3 =  (x1-x4).E/|E| N1/|N1|^2 + (x2-x4).E/|E| N2/|N2|^2,
 *   u4 = -(x1-x3).E/|E| N1/|N1|^2 - (x2-x3).E/|E| N2/|N2|^2 = -(u1 + u2 + u3)          (4.1)
 *
 * and the forces F_i = [K^e |E|^2/(|N1| + |N2|) (sin(theta/2) - sin(theta0/2)) - K^d |E| r] u_i
 * with r = sum u_i . v_i (4.2), (4.3). sin(theta/2) has the sign of (n1 x n2) . E; with that sign
 * the mode is the gradient of -theta, so that r = -dtheta/dt: (4.3) has the other sign, which the
 * damping force, quadratic in u, does not show. */
#ifndef TRAMA_MODEL_BRIDSON_ELEMENT_H
#define TRAMA_MODEL_BRIDSON_ELEMENT_H

#include "core/vec.h"

#include <math.h>
#include <stdbool.h>

/* A triangle: unit normal, 1 / |N| and |N|, N the area vector. */
typedef struct face {
    vec normal;
    double inverse, area;
} face;
enum { FACE = 5 }; /* numbers of a face that is stored */

INLINE face face_of(vec a, vec b, vec c)
{
    const vec n = cross(minus(b, a), minus(c, a));
    const double square = dot(n, n), inverse = 1.0 / sqrt(square);
    return (face){scaled(inverse, n), inverse, square * inverse};
}

typedef struct point {
    vec x, v;
} point;

/* What an edge does not share with others (fabric.h), and what it does. */
typedef struct edge_constants {
    double stiffness, length, inner, sine;
} edge_constants;
typedef struct bend_constants {
    double elastic, damping; /* K^e, K^d */
} bend_constants;

typedef struct forces {
    vec f1, f2, f3, f4;
} forces;

/* |n1 - n2| / 2 = |sin(theta/2)| has no cancellation near the plane, where sqrt((1 - n1.n2)/2) has;
 * (x2 - x4) . n1 has the sign of -(n1 x n2) . E. */
INLINE double half_sine(vec n1, vec n2, vec d2)
{
    const vec difference = minus(n1, n2);
    return __builtin_copysign(0.5 * sqrt(dot(difference, difference)), -dot(d2, n1));
}

INLINE forces element(bool damped, const point *p1, const point *p2, const point *p3,
                      const point *p4, const face *t1, const face *t2, edge_constants own,
                      bend_constants bend)
{
    const vec e = minus(p4->x, p3->x), d1 = minus(p1->x, p4->x), d2 = minus(p2->x, p4->x);
    const double square = dot(e, e), per_length = 1.0 / sqrt(square), length = square * per_length;
    const double per_square = per_length * per_length;
    const double s1 = dot(d1, e) * per_square,
                 s2 = dot(d2, e) * per_square; /* u3 = s1 u1 + s2 u2 */
    const vec m1 = scaled(t1->inverse, t1->normal),
              m2 = scaled(t2->inverse, t2->normal); /* u/|E| */
    double strength = bend.elastic * square / (t1->area + t2->area) *
                      (half_sine(t1->normal, t2->normal, d2) - own.sine);
    if (damped) {
        const vec w1 = minus(p1->v, p4->v), w2 = minus(p2->v, p4->v), w3 = minus(p3->v, p4->v);
        const double rate = dot(m1, plus_scaled(w1, s1, w3)) + dot(m2, plus_scaled(w2, s2, w3));
        strength -= bend.damping * square * rate;
    }
    strength *= own.inner * length;
    forces f;
    f.f1 = scaled(strength, m1);
    f.f2 = scaled(strength, m2);
    const vec third = plus_scaled(scaled(s1, f.f1), s2, f.f2);
    const vec spring = scaled(own.stiffness * (1.0 - own.length * per_length), e);
    f.f3 = plus(third, spring);
    f.f4 = minus(minus(scaled(-1.0, f.f1), f.f2), f.f3);
    return f;
}

#endif
