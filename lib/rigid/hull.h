/* Convex hulls of points, as triangles. */
#ifndef TRAMA_RIGID_HULL_H
#define TRAMA_RIGID_HULL_H

#include "core/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct trama_hull_face {
    uint32_t corner[3]; /* counter-clockwise from outside */
    double normal[3];   /* unit, outward */
    double offset;      /* of the plane: normal . x = offset, m */
} trama_hull_face;

typedef struct trama_hull {
    trama_hull_face *face;
    size_t count, capacity;
} trama_hull;

/* The hull of the points marked by `use` (NULL: all) of `count`, to `tolerance` (m): a point is
 * outside a face if it is above its plane by more. Points are added one at a time, each replacing
 * the faces that it sees (the incremental method; Preparata and Shamos 1985, section 3.4.2).
 * TRAMA_BAD_INPUT with the path "vertices" if the points lie in a plane, or so close to faces that
 * the triangles do not close; TRAMA_NO_MEMORY. The hull is then empty. */
trama_status trama_hull_make(trama_hull *hull, const double (*x)[3], size_t count,
                             const unsigned char *use, double tolerance, trama_error *error);
void trama_hull_free(trama_hull *hull);

/* The face through three corners. */
trama_hull_face trama_hull_face_of(const double (*x)[3], uint32_t a, uint32_t b, uint32_t c);

#endif
