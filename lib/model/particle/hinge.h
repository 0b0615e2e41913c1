/* Bridson's bending element: two triangles that meet at an edge (Bridson et al. 2003;
 * Campos, 4.1.1). The inline part is for kernels.
 *
 * x3 and x4 are the ends of the edge, x1 and x2 the third nodes of its triangles; that of x1 runs
 * from x3 to x4. With E = x4 - x3 and the area vectors N1 = (x1 - x3) x (x1 - x4), N2 = (x2 - x4) x
 * (x2 - x3), the bending mode is
 *
 *   u1 = |E| N1/|N1|^2,   u2 = |E| N2/|N2|^2,
 *   u3 =  (x1-x4).E/|E| N1/|N1|^2 + (x2-x4).E/|E| N2/|N2|^2,
 *   u4 = -(x1-x3).E/|E| N1/|N1|^2 - (x2-x3).E/|E| N2/|N2|^2 = -(u1 + u2 + u3)          (4.1)
 *
 * and the forces F_i = [K^e |E|^2/(|N1| + |N2|) (sin(theta/2) - sin(theta0/2)) - K^d |E| r] u_i
 * with r = sum u_i . v_i (4.2), (4.3). sin(theta/2) has the sign of (n1 x n2) . E; with that sign
 * the mode is the gradient of -theta, so that r = -dtheta/dt: (4.3) has the other sign, which the
 * damping force, quadratic in u, does not show.
 *
 * The elastic force is that of the potential
 *
 *   V = K^e c [2 (cos(theta0/2) - cos(theta/2)) - sin(theta0/2) (theta - theta0)],
 *
 * of which -dV/dx_i = dV/dtheta u_i, if the factor c = |E|^2/(|N1| + |N2|) is held constant:
 * Bridson et al. chose it for the force, not for an energy. A hinge is `held` if c is always that
 * at rest; then it has this potential. */
#ifndef TRAMA_MODEL_PARTICLE_HINGE_H
#define TRAMA_MODEL_PARTICLE_HINGE_H

#include "core/vec.h"
#include "model/composition.h"
#include "model/particle/elements.h"
#include "scene/mesh.h"

#include <math.h>
#include <stdbool.h>

/* A triangle: unit normal, 1 / |N| and |N|, N the area vector. */
typedef struct face {
    vec normal;
    double inverse, area;
} face;
enum { FACE = 5 }; /* numbers per stored face */

INLINE face face_of(vec a, vec b, vec c)
{
    const vec n = cross(minus(b, a), minus(c, a));
    const double square = dot(n, n), inverse = 1.0 / sqrt(square);
    return (face){scaled(inverse, n), inverse, square * inverse};
}

typedef struct point {
    vec x, v;
} point;

/* |n1 - n2| / 2 = |sin(theta/2)| has no cancellation near the plane, where sqrt((1 - n1.n2)/2) has;
 * (x2 - x4) . n1 has the sign of -(n1 x n2) . E. */
INLINE double half_sine(vec n1, vec n2, vec d2)
{
    const vec difference = minus(n1, n2);
    return __builtin_copysign(0.5 * sqrt(dot(difference, difference)), -dot(d2, n1));
}

/* theta, and its derivative with each node, 1/m. */
enum { HINGE_NODES = 4 };
typedef struct hinge_bent {
    double theta;
    vec slope[HINGE_NODES];
} hinge_bent;

/* At x3, x4, x1, x2. */
INLINE hinge_bent hinge_bent_of(const vec p[HINGE_NODES])
{
    enum { X3, X4, X1, X2 };
    const vec e = minus(p[X4], p[X3]), d1 = minus(p[X1], p[X4]), d2 = minus(p[X2], p[X4]);
    const face t1 = face_of(p[X1], p[X3], p[X4]), t2 = face_of(p[X2], p[X4], p[X3]);
    const double square = dot(e, e), length = sqrt(square);
    const double s1 = dot(d1, e) / square, s2 = dot(d2, e) / square;
    const double side = dot(cross(t1.normal, t2.normal), e) / length;
    hinge_bent b = {.theta = atan2(side, dot(t1.normal, t2.normal))};
    b.slope[X1] = scaled(-length * t1.inverse, t1.normal); /* -u */
    b.slope[X2] = scaled(-length * t2.inverse, t2.normal);
    b.slope[X3] = combined(s1, b.slope[X1], s2, b.slope[X2]);
    b.slope[X4] = scaled(-1.0, plus(b.slope[X1], plus(b.slope[X2], b.slope[X3])));
    return b;
}

/* Constants shared by all hinges of a cloth. */
typedef struct bend_constants {
    double elastic, damping; /* K^e, N m; K^d, N s */
} bend_constants;

/* Constants of one hinge. All 0 at a border, where there is none. */
typedef struct trama_hinge {
    double inner;         /* 1: a bending element; 0: at the border */
    double sine;          /* sin(theta0 / 2) */
    double angle, factor; /* theta0, rad, and |E|^2 / (|N1| + |N2|) at rest */
} trama_hinge;

/* Forces on x1, x2 and x3, N; that on x4 is minus their sum. */
typedef struct hinge_forces {
    vec f1, f2, f3;
} hinge_forces;

/* e = x4 - x3, `square` its square and `per_length` 1/|e|, which the caller also has for a spring.
 * Velocities are used only if `damped`. */
INLINE hinge_forces hinge(bool damped, bool held, const point *p1, const point *p2, const point *p3,
                          const point *p4, const face *t1, const face *t2, vec e, double square,
                          double per_length, trama_hinge own, bend_constants bend)
{
    const vec d1 = minus(p1->x, p4->x), d2 = minus(p2->x, p4->x);
    const double length = square * per_length, per_square = per_length * per_length;
    const double s1 = dot(d1, e) * per_square,
                 s2 = dot(d2, e) * per_square; /* u3 = s1 u1 + s2 u2 */
    const vec m1 = scaled(t1->inverse, t1->normal),
              m2 = scaled(t2->inverse, t2->normal); /* u/|E| */
    const double elastic =
        held ? bend.elastic * own.factor : bend.elastic * square / (t1->area + t2->area);
    double strength = elastic * (half_sine(t1->normal, t2->normal, d2) - own.sine);
    if (damped) {
        const vec w1 = minus(p1->v, p4->v), w2 = minus(p2->v, p4->v), w3 = minus(p3->v, p4->v);
        const double rate = dot(m1, plus_scaled(w1, s1, w3)) + dot(m2, plus_scaled(w2, s2, w3));
        strength -= bend.damping * square * rate;
    }
    strength *= own.inner * length;
    hinge_forces f;
    f.f1 = scaled(strength, m1);
    f.f2 = scaled(strength, m2);
    f.f3 = plus_scaled(scaled(s1, f.f1), s2, f.f2);
    return f;
}

/* The angle at rest: flat, that of given positions, or one for all edges. */
typedef enum trama_hinge_rest {
    TRAMA_HINGE_FLAT,
    TRAMA_HINGE_INITIAL,
    TRAMA_HINGE_ANGLE
} trama_hinge_rest;

/* The hinge at an edge of a mesh whose rest positions are q (3 N). */
trama_hinge trama_hinge_at_rest(const trama_mesh *mesh, size_t edge, const double *q,
                                trama_hinge_rest rest, double angle);

/* sin(theta/2) and theta of an edge at q (3 N), theta in (-pi, pi], positive for a ridge seen from
 * the side of the normals; 0 at a border. */
double trama_hinge_half_sine(const trama_mesh *mesh, size_t edge, const double *q);
double trama_hinge_angle(const trama_mesh *mesh, size_t edge, const double *q);

/* V above with the factor at rest, J, of the hinge at an edge at q. If the hinge is not held, the
 * error of V is of the order of strain times bending energy, and zero at theta = theta0. */
double trama_hinge_energy(const trama_mesh *mesh, size_t edge, const trama_hinge *hinge,
                          double elastic, const double *q);

/* The hinge for other solvers; without stiffness at a border. */
trama_bend trama_hinge_bend(const trama_edge *edge, const trama_hinge *hinge, bend_constants bend,
                            bool held);

/* Order of the nodes of a hinge in a trama_element_state. */
enum { TRAMA_HINGE_X3, TRAMA_HINGE_X4, TRAMA_HINGE_X1, TRAMA_HINGE_X2, TRAMA_HINGE_NODES };
/* Nodes of a hinge in that order; only the first two at a border. */
void trama_hinge_find(const trama_edge *edge, size_t node[TRAMA_ELEMENT_NODES]);

/* The change of the forces on X1, X2 and X3 (N), for tangents: that on X4 is minus their sum. It is
 * symmetric if the hinge is held and K^d is 0. */
void trama_hinge_change(const trama_hinge *hinge, const bend_constants *bend, bool held,
                        const trama_element_state *state, vec force[TRAMA_ELEMENT_NODES]);
/* The change, on all four nodes, of the forces M u of a moment M (N m) that changes by dM. */
void trama_hinge_moment_change(const trama_element_state *state, double moment, double dmoment,
                               vec force[TRAMA_ELEMENT_NODES]);

#endif
