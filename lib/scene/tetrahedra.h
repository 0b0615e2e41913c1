/* Tetrahedra: the inside of a body, and the closed surface around it. They are made of a file's, or
 * of one of the forms that are built in (scene/form.h). */
#ifndef TRAMA_SCENE_TETRAHEDRA_H
#define TRAMA_SCENE_TETRAHEDRA_H

#include "core/status.h"
#include "scene/mesh.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Its volume is positive: the first three nodes run counter-clockwise seen from the fourth, so
 * (x1 - x0) x (x2 - x0) . (x3 - x0) > 0. Gmsh and TetGen write them so. */
typedef struct trama_tetrahedron {
    size_t node[4];
} trama_tetrahedron;

typedef struct trama_tetrahedra {
    size_t vertex_count, count; /* 0: there are none */
    double *vertex;             /* 3 N, SoA, m */
    trama_tetrahedron *item;
} trama_tetrahedra;

/* Errors: TRAMA_BAD_INPUT with path "tetrahedra[i]" if one names a vertex that does not exist or
 * one twice, has an edge below 1e-30 m or above 1e30 m, is turned inside out or has no volume (six
 * times the volume at most 1e-12 of the longest edge's cube), or has a face that two others share;
 * with path "vertices[i]" if no tetrahedron has the vertex, or if it is not finite.
 * TRAMA_NO_MEMORY. */
trama_status trama_tetrahedra_check(const trama_tetrahedra *body, trama_error *error);

/* The faces that one tetrahedron alone has, as a mesh of all its vertices, normals outwards: a
 * closed surface, or several. Call it on checked tetrahedra. Errors: TRAMA_BAD_INPUT with path
 * "tetrahedra[i]", one of those that meet at an edge or a vertex alone, so that the surface is
 * not closed around it; TRAMA_NO_MEMORY. */
trama_status trama_tetrahedra_boundary(const trama_tetrahedra *body, trama_mesh **mesh,
                                       trama_error *error);

/* Six times the volume of a tetrahedron, m^3; negative if it is turned inside out. */
double trama_tetrahedron_six_volumes(const trama_tetrahedra *body, size_t i);

/* How good the tetrahedra are. */
typedef struct trama_tetrahedra_quality {
    double volume;                           /* of all, m^3 */
    double least_dihedral, largest_dihedral; /* of all angles between two faces, rad */
    double shortest_height;                  /* of a vertex over the face across, m */
} trama_tetrahedra_quality;
trama_tetrahedra_quality trama_tetrahedra_quality_of(const trama_tetrahedra *body);

#ifdef __cplusplus
}
#endif

#endif
