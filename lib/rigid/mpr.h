/* Minkowski portal refinement (G. Snethen, "Xenocollide: complex collision made simple", Game
 * Programming Gems 7, 2008) on support mappings: overlap of two convex shapes, with depth, normal
 * and points.
 *
 * Computed in the frame of the first shape, so that the distance from the world's origin costs only
 * the digits of the positions themselves, and with tolerances relative to the sizes of the shapes:
 * results scale with lengths and do not change under translation. */
#ifndef TRAMA_RIGID_MPR_H
#define TRAMA_RIGID_MPR_H

#include "rigid/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trama_mpr_status {
    TRAMA_MPR_APART,
    TRAMA_MPR_HIT,
    TRAMA_MPR_UNDECIDED, /* the limit of iterations was reached; normal and depth are the last
                            ones */
} trama_mpr_status;

/* The depth to compute. */
typedef enum trama_mpr_depth {
    TRAMA_MPR_BOOLEAN, /* none: the search ends at the first proof, and only status is set */
    TRAMA_MPR_RAY,     /* along the normal of the portal through which the line of the two interior
                          points leaves, as by Snethen: an upper bound of the least depth */
    TRAMA_MPR_LEAST,   /* refined from there; see docs/rigid.md for its accuracy */
} trama_mpr_depth;

typedef struct trama_mpr_options {
    trama_mpr_depth depth;
    double tolerance; /* of lengths, relative to the smaller shape's radius */
    int iterations;   /* limit for one search */
} trama_mpr_options;

/* Least depth, tolerance 1e-9, 100 iterations. */
trama_mpr_options trama_mpr_default(void);

/* Data of one pair kept from step to step. Zeroed at first. */
typedef struct trama_mpr_memory {
    double normal[3]; /* of the last result, in the first shape's frame; zero: none */
    uint32_t hint[2]; /* of the support mappings */
} trama_mpr_memory;

typedef struct trama_mpr_result {
    trama_mpr_status status;
    int iterations;   /* sum over all searches */
    double normal[3]; /* unit, in the world, from the first to the second: moving the second along
                         it by depth separates them; if they are apart, a separating direction */
    double depth; /* m: of a hit, at least 0 up to rounding; if apart, -depth is a lower bound of
                     the distance; TRAMA_MPR_BOOLEAN: 0 */
    double a[3], b[3]; /* of a hit with depth, world: the first's deepest point in the second, and
                          the second's in the first; touching shapes touch there */
} trama_mpr_result;

/* Shapes that touch, or whose gap is below the tolerance and not proved, count as a hit. `memory`
 * may be NULL. Errors: none. */
trama_mpr_result trama_mpr(const trama_convex *a, const trama_pose *pose_a, const trama_convex *b,
                           const trama_pose *pose_b, const trama_mpr_options *options,
                           trama_mpr_memory *memory);

#ifdef __cplusplus
}
#endif

#endif
