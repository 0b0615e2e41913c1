/* The common part of two faces, seen along a direction. All in one frame. */
#ifndef TRAMA_RIGID_CLIP_H
#define TRAMA_RIGID_CLIP_H

#include "rigid/shape.h"

enum { TRAMA_CLIP_POINTS = 2 * TRAMA_FACE_CORNERS };

typedef struct trama_clip_point {
    double a[3], b[3]; /* on the first face and on the second; b - a is along the direction, m */
    double gap;        /* of b over a along it, m */
    uint64_t key;      /* of corners and edges that it comes from */
} trama_clip_point;

typedef struct trama_clip {
    uint32_t count;
    trama_clip_point point[TRAMA_CLIP_POINTS];
} trama_clip;

/* Face a looks along n (unit), face b against it. A polygon clips a polygon (Sutherland and Hodgman
 * 1974) or a segment, the one that looks more along n clips the other; of two segments that are
 * parallel to 1e-2 the common part gives two points; all else gives none. */
void trama_clip_faces(const trama_convex_face *a, const trama_convex_face *b, const double n[3],
                      trama_clip *clip);

#endif
