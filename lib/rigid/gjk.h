/* Distance of two convex shapes (Gilbert, Johnson and Keerthi 1988, "A fast procedure for computing
 * the distance between complex objects"), of their cores: what is round by a margin is shrunk to a
 * point or a segment first, so that the distance and the normal of spheres and capsules are exact
 * also where they overlap by less than their margins. */
#ifndef TRAMA_RIGID_GJK_H
#define TRAMA_RIGID_GJK_H

#include "rigid/shape.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_gjk_result {
    bool found;     /* false: the cores overlap, or are nearer than rounding can tell: use mpr.h */
    bool converged; /* false: the bound on iterations was met; `least` still holds */
    int iterations;
    double distance;   /* m, of the shapes: less than 0 where margins overlap */
    double least;      /* m: proved lower bound of the distance */
    double normal[3];  /* unit, in the world, from the first to the second */
    double a[3], b[3]; /* the nearest points, world, m */
} trama_gjk_result;

/* To a relative error of 1e-12 of the cores' distance where rounding allows. It ends early, with
 * `found` and a distance that is an upper bound, once it is proved that the distance exceeds
 * `enough` (m; infinity: never). */
trama_gjk_result trama_gjk(const trama_convex *a, const trama_pose *pose_a, const trama_convex *b,
                           const trama_pose *pose_b, double enough);

#ifdef __cplusplus
}
#endif

#endif
