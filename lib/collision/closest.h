/* The point of a triangle or a parallelogram that is closest to the origin. A vertex minus the
 * points of a triangle is a triangle, and the differences of points of two edges form a
 * parallelogram, so this gives the closest points of features. Inline, because detection spends its
 * time here. */
#ifndef TRAMA_COLLISION_CLOSEST_H
#define TRAMA_COLLISION_CLOSEST_H

#include "collision/proximity.h"
#include "core/vec.h"

#include <stdbool.h>

/* A feature pair is a triangle, corners 0, 1, 2, or a parallelogram, corners 0, 1, 2, 3 at (0, 0),
 * (1, 0), (0, 1), (1, 1): the point (a, b) is corner[0] + a (corner[1] - corner[0]) + b (corner[2]
 * - corner[0]). */
enum { TRIANGLE = 3, PARALLELOGRAM = 4 };

typedef struct closest {
    double a, b;
    vec point;      /* (a, b) */
    double squared; /* of its length */
    bool inside;    /* not on a side */
    vec side;       /* along the side that it is on; 0 if inside, or at a corner */
} closest;

/* The s in [0, 1] for which from + s side is closest to the origin. */
INLINE double along(vec from, vec side)
{
    const double length = dot(side, side), s = -dot(from, side);
    return !(s > 0.0) ? 0.0 : s >= length ? 1.0 : s / length;
}

/* The candidate from + s side at (a, b). */
INLINE void closest_on_side(closest *best, vec from, vec side, double s, double a, double b)
{
    const vec point = plus_scaled(from, s, side);
    const double squared = dot(point, point);
    if (!(squared >= best->squared))
        *best = (closest){a, b, point, squared, false, s > 0.0 && s < 1.0 ? side : (vec){0, 0, 0}};
}

/* The candidate on the plane, if it is inside. In a narrow feature rounding moves it along the
 * feature; the second step corrects that. */
INLINE void closest_inside(closest *best, int corners, vec origin, vec e, vec f)
{
    const vec normal = cross(e, f);
    const double square = dot(normal, normal), a = dot(cross(f, origin), normal),
                 b = dot(cross(origin, e), normal);
    if (!(a > 0.0 && b > 0.0 && square > 0.0))
        return;
    if (corners == TRIANGLE ? !(a + b < square) : !(a < square && b < square))
        return;
    double u = a / square, v = b / square;
    vec point = plus_scaled(plus_scaled(origin, u, e), v, f);
    u += dot(cross(f, point), normal) / square;
    v += dot(cross(point, e), normal) / square;
    point = plus_scaled(plus_scaled(origin, u, e), v, f);
    const double squared = dot(point, point);
    const bool within = corners == TRIANGLE ? u + v <= 1.0 : u <= 1.0 && v <= 1.0;
    if (squared < best->squared && within && u >= 0.0 && v >= 0.0)
        *best = (closest){u, v, point, squared, true, {0, 0, 0}};
}

/* Every candidate is a point of the feature, so that the result is never closer than the true
 * closest point, whatever rounding does to its position. */
INLINE closest closest_to_origin(int corners, const vec *corner)
{
    const vec e = minus(corner[1], corner[0]), f = minus(corner[2], corner[0]);
    closest best = {0, 0, corner[0], dot(corner[0], corner[0]), false, {0, 0, 0}};
    double s = along(corner[0], e);
    closest_on_side(&best, corner[0], e, s, s, 0);
    s = along(corner[0], f);
    closest_on_side(&best, corner[0], f, s, 0, s);
    if (corners == TRIANGLE) {
        const vec g = minus(corner[2], corner[1]);
        s = along(corner[1], g);
        closest_on_side(&best, corner[1], g, s, 1 - s, s);
    } else {
        s = along(corner[1], f);
        closest_on_side(&best, corner[1], f, s, 1, s);
        s = along(corner[2], e);
        closest_on_side(&best, corner[2], e, s, s, 1);
    }
    closest_inside(&best, corners, corner[0], e, f);
    return best;
}

INLINE vec difference(const double a[3], const double b[3])
{
    return (vec){a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/* The corners, each rounded once. */
INLINE void closest_corners(int corners, const trama_four *p, vec *corner)
{
    if (corners == TRIANGLE)
        for (int i = 0; i < 3; i++)
            corner[i] = difference(p->x[0], p->x[1 + i]);
    else
        for (int i = 0; i < 4; i++)
            corner[i] = difference(p->x[i & 1], p->x[2 + (i >> 1)]);
}

INLINE void closest_weights(int corners, double a, double b, double weight[4])
{
    if (corners == TRIANGLE) {
        weight[0] = 1.0;
        weight[1] = -(1.0 - a - b);
        weight[2] = -a;
        weight[3] = -b;
    } else {
        weight[0] = 1.0 - a;
        weight[1] = a;
        weight[2] = -(1.0 - b);
        weight[3] = -b;
    }
}

#endif
