/* The common part of two faces, seen along a direction. All in one frame. */
#ifndef TRAMA_RIGID_CLIP_H
#define TRAMA_RIGID_CLIP_H

#include "rigid/shape.h"

enum { TRAMA_CLIP_POINTS = 2 * TRAMA_FACE_CORNERS };

typedef struct trama_clip_point {
    double a[3], b[3]; /* on the first face and on the second; b - a is along the direction, m */
    double gap;        /* of b above a along it, m */
    uint64_t key;      /* made from corners and edges */
} trama_clip_point;

typedef struct trama_clip {
    uint32_t count;
    trama_clip_point point[TRAMA_CLIP_POINTS];
} trama_clip;

/* Face a faces along n (unit), face b against it. A polygon clips a polygon (Sutherland and Hodgman
 * 1974) or a segment; the face whose normal is closer to n clips the other. Two segments parallel
 * to 1e-2 give the two ends of their common part; other pairs give no points. */
void trama_clip_faces(const trama_convex_face *a, const trama_convex_face *b, const double n[3],
                      trama_clip *clip);

#endif
