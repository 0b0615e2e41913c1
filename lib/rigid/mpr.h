/* Minkowski portal refinement (Snethen, "Xenocollide: complex collision made simple", Game
 * Programming Gems 7, 2008) on support mappings: whether two convex shapes overlap, how deeply,
 * along which normal, and at which points.
 *
 * All is computed in the frame of the first shape, so that the distance of both from the world's
 * origin costs no digits but those of the positions themselves, and against the sizes of the
 * shapes: results scale with lengths, and do not change under translation. */
#ifndef TRAMA_RIGID_MPR_H
#define TRAMA_RIGID_MPR_H

#include "rigid/shape.h"

typedef enum trama_mpr_status {
    TRAMA_MPR_APART,
    TRAMA_MPR_HIT,
    TRAMA_MPR_UNDECIDED, /* the bound on iterations was met; result as it stood then */
} trama_mpr_status;

/* Which depth is given. MPR's own is that along the normal of the portal through which the ray of
 * interior points leaves: an upper bound of the least depth. */
typedef enum trama_mpr_depth {
    TRAMA_MPR_BOOLEAN, /* none: the first proof ends the search */
    TRAMA_MPR_RAY,     /* of the portal at the ray of interior points, as Snethen has it */
    TRAMA_MPR_LEAST, /* refined: the ray is turned towards the normal until the depth falls no more
                      */
} trama_mpr_depth;

typedef struct trama_mpr_options {
    trama_mpr_depth depth;
    double tolerance; /* of lengths, relative to the size of the shapes */
    int iterations;   /* at most, of one search */
    double reach; /* m: the shapes are taken as fatter by this, half each; gaps up to it are hits */
} trama_mpr_options;

/* least depth, tolerance 1e-9, 100 iterations, reach 0 */
trama_mpr_options trama_mpr_default(void);

/* What one pair keeps from step to step. Zeroed at first. */
typedef struct trama_mpr_memory {
    double normal[3]; /* of the last result in the world; zero: none */
    uint32_t hint[2]; /* of the support mappings */
} trama_mpr_memory;

typedef struct trama_mpr_result {
    trama_mpr_status status;
    int iterations;   /* of all searches */
    double normal[3]; /* unit, from the first to the second: moving the second by depth along it
                         parts them; if apart, a direction in which they are apart */
    double depth;     /* m; below 0: a gap within reach */
    double a[3],
        b[3]; /* the deepest points: of the first in the second, and the other way; world */
} trama_mpr_result;

/* Errors: none; `memory` may be NULL. */
trama_mpr_result trama_mpr(const trama_convex *a, const trama_pose *pose_a, const trama_convex *b,
                           const trama_pose *pose_b, const trama_mpr_options *options,
                           trama_mpr_memory *memory);

#endif
