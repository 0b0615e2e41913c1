/* Boxes by separating axes, exactly: six normals of faces and nine products of edges (Gottschalk,
 * Lin and Manocha 1996, "OBBTree"). The reference for Minkowski portal refinement. */
#ifndef TRAMA_RIGID_SAT_H
#define TRAMA_RIGID_SAT_H

#include "rigid/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_sat_result {
    double depth;     /* m: the least overlap along any axis, which is the least depth; if negative
                         the boxes are apart, and -depth is the largest gap along an axis, a lower
                         bound of their distance */
    double normal[3]; /* unit, in the world, from the first to the second */
    int axis;         /* 0-2 faces of the first, 3-5 of the second, 6 + 3 i + j: product of edges */
    double a[3], b[3]; /* of boxes that overlap, world: b - a = -depth normal. If the axis is a face
                          normal, the deepest corner of the other box and the point above it,
                          possibly outside the face; if a product of edges, the points where the
                          edges cross */
} trama_sat_result;

/* Two shapes of the kind box. Nearly parallel edges (product shorter than 1e-8) add no axis: face
 * normals replace it. A product of edges is taken only if its overlap is less than that of every
 * face by more than `preference` (m): 0 gives the least depth; more stops the axis of resting
 * contacts from alternating. */
trama_sat_result trama_sat_boxes(const trama_convex *a, const trama_pose *pose_a,
                                 const trama_convex *b, const trama_pose *pose_b,
                                 double preference);
/* The gap of two boxes along a unit vector of the first's frame, m: if positive the direction
 * separates them, and the gap is a lower bound of their distance. */
double trama_sat_gap(const trama_convex *a, const trama_pose *pose_a, const trama_convex *b,
                     const trama_pose *pose_b, const double axis[3]);

#ifdef __cplusplus
}
#endif

#endif
