/* Contact of two convex shapes: up to four points with one normal (a manifold).
 *
 * The normal and the depth are of minkowski portal refinement (mpr.h). The points are those where
 * the face of one shape that looks along the normal, clipped by that of the other, lies below it or
 * within `reach` above it: for faces the corners of the common polygon, for edges one or two
 * points, for round parts one. If there are more than four, the deepest is kept, then those that
 * span the largest area (Coumans, Bullet's persistent manifold; Mueller 2010, 3.3.1.2). Each point
 * has a key made of the features that it comes from, so that impulses of the step before find it
 * again. */
#ifndef TRAMA_RIGID_CONTACT_H
#define TRAMA_RIGID_CONTACT_H

#include "rigid/mpr.h"
#include "rigid/shape.h"

enum { TRAMA_MANIFOLD_POINTS = 4 };

typedef struct trama_manifold_point {
    double a[3], b[3]; /* on the surfaces of the first and the second shape, in the world (m) */
    double gap;        /* (b - a) . normal, m: negative is depth */
    uint64_t key;      /* equal in the next step if it is the same pair of features */
    uint32_t from;     /* trama_manifold_match: which old point it goes on, or TRAMA_MANIFOLD_NEW */
} trama_manifold_point;

#define TRAMA_MANIFOLD_NEW UINT32_MAX

typedef struct trama_manifold {
    uint32_t count;
    double normal[3]; /* unit, from the first shape to the second */
    trama_manifold_point point[TRAMA_MANIFOLD_POINTS];
    trama_mpr_status
        status; /* of the detection; TRAMA_MPR_UNDECIDED: the bound on iterations met */
} trama_manifold;

typedef struct trama_manifold_options {
    double reach; /* m: points of gap up to this are kept, and bodies nearer than this are found */
    double merge; /* m: points nearer than this are one */
    double breaking; /* m: an old point is dropped whose gap, or whose drift sideways, is larger */
    trama_mpr_options mpr;
} trama_manifold_options;

/* Options for shapes of a size (m; the smaller of two radii): reach 0.01, merge 0.02, breaking 0.02
 * of it. */
trama_manifold_options trama_manifold_default(double size);

/* The contact of two shapes as they are. `memory` (may be NULL) carries the warm start of MPR and
 * of the climbs from step to step, for each pair. */
trama_manifold trama_manifold_find(const trama_convex *a, const trama_pose *pose_a,
                                   const trama_convex *b, const trama_pose *pose_b,
                                   const trama_manifold_options *options, trama_mpr_memory *memory);

/* Joins a new contact to that of the step before: a point that has the key of an old one, or
 * failing that lies within `merge` of it, has `from` set to the old point's index; others are new.
 */
void trama_manifold_match(trama_manifold *manifold, const trama_manifold *old,
                          const trama_manifold_options *options);

#endif
