/* Boxes by separating axes, exactly: six normals of faces and nine products of edges (Gottschalk,
 * Lin and Manocha 1996, "OBBTree"). What minkowski portal refinement is held against. */
#ifndef TRAMA_RIGID_SAT_H
#define TRAMA_RIGID_SAT_H

#include "rigid/shape.h"

typedef struct trama_sat_result {
    double depth;     /* m: the least overlap along any axis, which is the least depth; below 0 the
                         boxes are apart, and -depth is the largest gap along an axis */
    double normal[3]; /* unit, in the world, from the first to the second */
    int axis;         /* 0-2 faces of the first, 3-5 of the second, 6 + 3 i + j: product of edges */
} trama_sat_result;

/* Two shapes of the kind box. Edges whose product is shorter than 1e-8 (nearly parallel) add no
 * axis: faces stand for them. */
trama_sat_result trama_sat_boxes(const trama_convex *a, const trama_pose *pose_a,
                                 const trama_convex *b, const trama_pose *pose_b);

#endif
