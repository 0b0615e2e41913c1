/* Contact of two convex shapes: up to four points with one normal (a manifold).
 *
 * The normal and the depth are of Minkowski portal refinement (mpr.h) where the shapes overlap, or
 * of separating axes (sat.h) if both are boxes; and of their distance (gjk.h) where they do not
 * overlap, or only their round margins do. The points are those where the face of one shape that
 * looks along the normal, clipped by that of the other, lies below it or within `reach` above it:
 * corners of the common polygon for faces, two points or one where an edge or a line of a round
 * surface takes part; and the deepest point, if it is none of these. Of more than four the deepest
 * is kept, then those that span the largest area (E. Coumans, Bullet's persistent manifold, as
 * Mueller 2010, 3.3.1.2, has it).
 *
 * Each point has a key, made of the features that it comes from, and its places in the frames of
 * both shapes, by which impulses of the step before find it again. */
#ifndef TRAMA_RIGID_CONTACT_H
#define TRAMA_RIGID_CONTACT_H

#include "rigid/mpr.h"
#include "rigid/shape.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_MANIFOLD_POINTS = 4 };

typedef struct trama_manifold_point {
    double a[3], b[3];             /* on the surfaces of the first and the second shape, world, m */
    double local_a[3], local_b[3]; /* the same in the frames of the shapes */
    double gap;                    /* (b - a) . normal, m: negative is depth */
    uint64_t key;                  /* the features that it comes from */
    uint32_t from; /* trama_manifold_match: the old point that it goes on, or TRAMA_MANIFOLD_NEW */
} trama_manifold_point;

#define TRAMA_MANIFOLD_NEW UINT32_MAX

typedef struct trama_manifold {
    uint32_t count; /* points; 0: no contact within reach */
    trama_mpr_status
        status;       /* UNDECIDED: a search met its bound; what is here is as it stood then */
    double normal[3]; /* unit, world, from the first shape to the second */
    trama_manifold_point point[TRAMA_MANIFOLD_POINTS];
} trama_manifold;

typedef struct trama_manifold_options {
    double reach; /* m: points with a gap up to this are kept, and shapes nearer than this found */
    double merge; /* m: points nearer than this are one */
    double breaking;    /* m, of trama_manifold_refresh: a point is dropped whose gap or whose drift
                           along the surface is larger */
    bool boxes_by_axes; /* two boxes by separating axes (sat.h), exactly; else by MPR as all others
                         */
    trama_mpr_options mpr;
} trama_manifold_options;

/* For two shapes: reach 0.01, merge 0.02 and breaking 0.02 of the smaller radius;
 * boxes by their axes, the rest by MPR to the least depth. */
trama_manifold_options trama_manifold_default(const trama_convex *a, const trama_convex *b);

/* The contact of two shapes as they are now. `memory` (may be NULL) carries warm starts from step
 * to step. */
trama_manifold trama_manifold_find(const trama_convex *a, const trama_pose *pose_a,
                                   const trama_convex *b, const trama_pose *pose_b,
                                   const trama_manifold_options *options, trama_mpr_memory *memory);

/* Joins a new manifold to that of the step before: a point with the key of an old one, or failing
 * that the old point nearest to it in the frame of one of the shapes and nearer than `merge`, goes
 * on in it (`from`); each old point at most once. */
void trama_manifold_match(trama_manifold *manifold, const trama_manifold *old,
                          const trama_manifold_options *options);

/* For contacts that gather their points over several steps, one a step, as the published ones do.
 * Refresh moves the points with their shapes and drops those past `breaking`; add puts a point in,
 * in the place of one nearer than `merge` (whose index it returns), else as a new one, and of five
 * drops one: the deepest is kept, then the largest area. It returns the new point's index, or
 * TRAMA_MANIFOLD_NEW if it was the one dropped. */
void trama_manifold_refresh(trama_manifold *manifold, const trama_pose *pose_a,
                            const trama_pose *pose_b, const trama_manifold_options *options);
uint32_t trama_manifold_add(trama_manifold *manifold, const trama_manifold_point *point,
                            const trama_manifold_options *options);

#ifdef __cplusplus
}
#endif

#endif
