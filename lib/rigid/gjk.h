/* Distance of two convex shapes (Gilbert, Johnson and Keerthi 1988, "A fast procedure for computing
 * the distance between complex objects"), applied to their cores: round shapes are first shrunk by
 * their margin to a point or a segment, so that distance and normal of spheres and capsules are
 * exact even if they overlap by less than their margins. */
#ifndef TRAMA_RIGID_GJK_H
#define TRAMA_RIGID_GJK_H

#include "rigid/shape.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_gjk_result {
    bool found;     /* false: the cores overlap, or are apart by less than rounding: use mpr.h */
    bool converged; /* false: the limit of iterations was reached; `least` is still valid */
    int iterations;
    double distance;   /* m, of the shapes: negative if margins overlap */
    double least;      /* m: proved lower bound of the distance */
    double normal[3];  /* unit, in the world, from the first to the second */
    double a[3], b[3]; /* the nearest points, world, m */
} trama_gjk_result;

/* Relative error 1e-12 of the cores' distance, if rounding allows. Ends early, with `found` and an
 * upper bound as distance, once the distance is proved to exceed `enough` (m; infinity: never). */
trama_gjk_result trama_gjk(const trama_convex *a, const trama_pose *pose_a, const trama_convex *b,
                           const trama_pose *pose_b, double enough);

#ifdef __cplusplus
}
#endif

#endif
