/* Convex polyhedra: from corners alone, or from a closed triangle mesh (OBJ) that is checked to be
 * convex. Coplanar triangles become one face, so that contacts of faces are seen as such; the
 * neighbours of each corner are kept, along which the support mapping climbs. */
#ifndef TRAMA_RIGID_POLYHEDRON_H
#define TRAMA_RIGID_POLYHEDRON_H

#include "rigid/shape.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct trama_polyhedron {
    size_t corners, faces, triangles;
    double (*x)[3];            /* corners, m */
    uint32_t (*triangle)[3];   /* counter-clockwise from outside; corners by index */
    double (*normal)[3];       /* of each face, unit, outward */
    uint32_t *face_begin;      /* faces + 1: face f has face_corner[face_begin[f] ...] */
    uint32_t *face_corner;     /* counter-clockwise from outside */
    uint32_t *neighbour_begin; /* corners + 1: along edges of faces */
    uint32_t *neighbour;
    uint32_t *around_begin; /* corners + 1: the faces at a corner */
    uint32_t *around;
};

/* The hull of `count` points (3 count: x, y, z of each; m). `*inside` (may be NULL) is how many
 * of them are no corner of it: inside it, on an edge or a face, or twice the same. Errors:
 * TRAMA_BAD_INPUT if there are fewer than four points, one is not finite, all lie in a plane (to
 * 1e-10 of their extent), the origin is not inside, or a face has more than TRAMA_FACE_CORNERS
 * corners; TRAMA_NO_MEMORY. Time grows with the square of the corners: hundreds are quick, tens of
 * thousands are not. */
trama_status trama_polyhedron_of_points(trama_polyhedron *polyhedron, const double *points,
                                        size_t count, size_t *inside, trama_error *error);

/* The polyhedron that a mesh bounds, 3 coordinates of each vertex and 3 vertices of each triangle.
 * TRAMA_BAD_INPUT, named by triangle, edge or vertex, if the mesh is open, an edge has more than
 * two triangles or two of one sense, a triangle has no area, the mesh is inside out or not convex
 * (a vertex above the plane of a triangle by more than 1e-9 of the extent), a vertex has no
 * triangle, or for what trama_polyhedron_of_points refuses; TRAMA_NO_MEMORY. */
trama_status trama_polyhedron_of_mesh(trama_polyhedron *polyhedron, const double *x,
                                      size_t vertices, const uint32_t *triangle, size_t triangles,
                                      trama_error *error);

/* Frees what a polyhedron holds and zeroes it; a zeroed one is fine. */
void trama_polyhedron_free(trama_polyhedron *polyhedron);

#ifdef __cplusplus
}
#endif

#endif
