/* Convex polyhedra, from corners, or from a closed triangle mesh (OBJ) that is checked to be
 * convex. Coplanar triangles are merged into one face, for contacts of faces; the neighbours of
 * each corner are stored for the support mapping, which climbs along them. */
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

/* The hull of `count` points (3 count: x, y, z of each; m). `*inside` (may be NULL) is the number
 * of points that are not its corners: inside, on an edge or a face, or duplicates. Errors:
 * TRAMA_BAD_INPUT if there are fewer than four points, one is not finite, all lie in a plane (to
 * 1e-10 of their extent), the origin is not inside it, or a face has more than TRAMA_FACE_CORNERS
 * corners; TRAMA_NO_MEMORY. Time grows with the square of the corners: hundreds are fast, tens of
 * thousands are not. */
trama_status trama_polyhedron_of_points(trama_polyhedron *polyhedron, const double *points,
                                        size_t count, size_t *inside, trama_error *error);

/* The polyhedron bounded by a mesh, with 3 coordinates per vertex and 3 vertices per triangle.
 * TRAMA_BAD_INPUT, named by triangle, edge or vertex, if the mesh is open, an edge has more than
 * two triangles or two of one sense, a triangle has no area, the mesh is inside out or not convex
 * (a vertex above the plane of a triangle by more than 1e-9 of the extent), a vertex has no
 * triangle, or for the errors of trama_polyhedron_of_points; TRAMA_NO_MEMORY. */
trama_status trama_polyhedron_of_mesh(trama_polyhedron *polyhedron, const double *x,
                                      size_t vertices, const uint32_t *triangle, size_t triangles,
                                      trama_error *error);

/* Frees a polyhedron's arrays and zeroes it; accepts a zeroed one. */
void trama_polyhedron_free(trama_polyhedron *polyhedron);

#ifdef __cplusplus
}
#endif

#endif
