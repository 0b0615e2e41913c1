/* A closed, oriented surface of triangles: its adjacency, and the side on which a point lies.
 * Topology only; positions are passed to each call, x[3 i + axis], m. */
#ifndef TRAMA_COLLISION_CLOSED_SURFACE_H
#define TRAMA_COLLISION_CLOSED_SURFACE_H

#include "core/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Side c of a triangle runs from its corner c to its corner (c + 1) % 3. */
typedef struct trama_closed_surface {
    size_t vertices, triangles;
    uint32_t (*triangle)[3];
    uint32_t (*neighbour)[3]; /* the triangle beyond each side */
    uint32_t *ring_begin;     /* of each vertex, in `ring`; vertices + 1 */
    uint32_t *ring;           /* the triangles that have the vertex */
} trama_closed_surface;

/* Where on a triangle a point is: the face, a side, or a corner. */
typedef enum trama_triangle_part {
    TRAMA_ON_FACE,
    TRAMA_ON_SIDE,                       /* + c: side c */
    TRAMA_ON_CORNER = TRAMA_ON_SIDE + 3, /* + c: corner c */
} trama_triangle_part;

/* Copies the triangles, 3 vertices each, counter-clockwise seen from outside. Errors:
 * TRAMA_BAD_INPUT with path "triangle[i]" if triangle i names a missing vertex or one vertex twice,
 * shares a side with no other triangle or with more than one, or is oriented against its neighbour;
 * TRAMA_NO_MEMORY. *surface is NULL then. */
trama_status trama_closed_surface_create(size_t vertices, size_t triangles, const size_t *triangle,
                                         trama_closed_surface **surface, trama_error *error);
void trama_closed_surface_destroy(trama_closed_surface *surface); /* accepts NULL */

/* The enclosed volume, m^3; negative if the surface is inside out. */
double trama_closed_surface_volume(const trama_closed_surface *surface, const double *x);

/* The point of a triangle that is closest to p: barycentric weights (0 to 1, their sum 1 up to
 * rounding), the vector from it to p (m), the square of its length, and the feature it lies on.
 * Source: Ericson, Real-Time Collision Detection (2005), 5.1.5. */
typedef struct trama_closest_on_triangle {
    double weight[3], towards[3], squared;
    unsigned feature; /* trama_triangle_part, + c */
} trama_closest_on_triangle;
trama_closest_on_triangle trama_closed_surface_closest(const trama_closed_surface *surface,
                                                       const double *x, uint32_t triangle,
                                                       const double p[3]);

/* The normal, of any length, of a face; of a side, the sum of the two unit normals; of a corner,
 * their sum weighted by angle. If C, the point of the surface closest to p, lies on that feature, p
 * is outside if (p - C) . normal > 0. Source: Baerentzen and Aanaes, "Signed distance computation
 * using the angle weighted pseudonormal", IEEE TVCG 2005. */
void trama_closed_surface_normal(const trama_closed_surface *surface, const double *x,
                                 uint32_t triangle, unsigned feature, double normal[3]);

#ifdef __cplusplus
}
#endif

#endif
