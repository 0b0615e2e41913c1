/* Contact of two convex shapes: up to four points with one normal (a manifold).
 *
 * For shapes that overlap, normal and depth are computed by Minkowski portal refinement (mpr.h), or
 * by separating axes (sat.h) if both are boxes; if they do not overlap, or only their round margins
 * do, by their distance (gjk.h). The points come from the faces that face each other along the
 * normal: one face is clipped by the other, and points below it or within `reach` above it are
 * kept. These are the corners of the common polygon, or one or two points if an edge or a line of a
 * round surface takes part; and the deepest point, if it is not among them. Of more than four the
 * deepest is kept, then those that span the largest area (E. Coumans, Bullet's persistent manifold,
 * after Mueller 2010, 3.3.1.2).
 *
 * Each point has a key made from its features, and positions in the frames of both shapes, to match
 * it with the impulses of the last step. */
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
    uint64_t key;                  /* made from its features */
    uint32_t from; /* index of the old point that it continues (trama_manifold_match), or
                      TRAMA_MANIFOLD_NEW */
} trama_manifold_point;

#define TRAMA_MANIFOLD_NEW UINT32_MAX

typedef struct trama_manifold {
    uint32_t count; /* points; 0: no contact within reach */
    trama_mpr_status
        status;       /* UNDECIDED: a search reached its limit; the values are those at that time */
    double normal[3]; /* unit, world, from the first shape to the second */
    trama_manifold_point point[TRAMA_MANIFOLD_POINTS];
} trama_manifold;

typedef struct trama_manifold_options {
    double reach;       /* m: largest gap of a point, and largest distance of shapes in contact */
    double merge;       /* m: points nearer than this are merged */
    double breaking;    /* m: trama_manifold_refresh drops points with a larger gap or drift along
                           the surface */
    bool boxes_by_axes; /* two boxes by separating axes (sat.h), exactly; else by MPR like other
                           shapes */
    trama_mpr_options mpr;
} trama_manifold_options;

/* For two shapes: reach 0.01, merge 0.02 and breaking 0.02 of the smaller radius; boxes by
 * separating axes, others by MPR to the least depth. */
trama_manifold_options trama_manifold_default(const trama_convex *a, const trama_convex *b);

/* The contact of two shapes at these poses. `memory` (may be NULL) stores warm starts from step to
 * step. Points from `count` on are not set. */
void trama_manifold_find(const trama_convex *a, const trama_pose *pose_a, const trama_convex *b,
                         const trama_pose *pose_b, const trama_manifold_options *options,
                         trama_mpr_memory *memory, trama_manifold *manifold);

/* Matches a new manifold with that of the last step, by setting `from`: to the old point with the
 * same key, else to the nearest old point within `merge` in the frame of one of the shapes; each
 * old point at most once. */
void trama_manifold_match(trama_manifold *manifold, const trama_manifold *old,
                          const trama_manifold_options *options);

/* For contacts that collect their points over several steps, one per step, as published. Refresh
 * moves the points with their shapes and drops those beyond `breaking`. Add replaces a point nearer
 * than `merge` (and returns its index), else adds a new one; of five it drops one, keeping the
 * deepest, then the largest area. It returns the new point's index, or TRAMA_MANIFOLD_NEW if that
 * was dropped. */
void trama_manifold_refresh(trama_manifold *manifold, const trama_pose *pose_a,
                            const trama_pose *pose_b, const trama_manifold_options *options);
uint32_t trama_manifold_add(trama_manifold *manifold, const trama_manifold_point *point,
                            const trama_manifold_options *options);

#ifdef __cplusplus
}
#endif

#endif
