/* A triangle mesh: nodes, triangles and the edges derived from them. Made from the faces of an OBJ
 * file, or from a grid whose squares are cut along alternating diagonals (herringbone; Campos,
 * section 4.1, after Bridson et al. 2003). */
#ifndef TRAMA_SCENE_MESH_H
#define TRAMA_SCENE_MESH_H

#include "core/status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_grid trama_grid; /* scene/scene.h */

typedef struct trama_triangle {
    size_t node[3]; /* counter-clockwise seen from the side that the normal points to */
} trama_triangle;

/* An edge from node[0] to node[1] as triangle[0] runs along it; triangle[1] runs along it the other
 * way. opposite[i]: the third node of triangle[i]. At a border triangle[1] and opposite[1] are
 * TRAMA_NONE. */
typedef struct trama_edge {
    size_t node[2], triangle[2], opposite[2];
} trama_edge;
#define TRAMA_NONE ((size_t)-1)

/* Describes a mesh; plain data. */
typedef struct trama_mesh_spec {
    size_t vertex_count, face_count; /* 0: there is none */
    double *vertex;                  /* 3 N, SoA, m */
    trama_triangle *face;
} trama_mesh_spec;

typedef struct trama_mesh {
    size_t nodes, triangle_count, edge_count;
    trama_triangle *triangle;
    trama_edge *edge; /* in order of the first triangle that has it */
} trama_mesh;

/* Makes the mesh of a spec, which is not needed afterwards. Errors: TRAMA_BAD_INPUT with path
 * "faces[i]" if a triangle names a missing node or one twice, has a side below 1e-30 m or above
 * 1e30 m or no area, repeats an earlier triangle, has an edge that two others share, is oriented
 * against a neighbour, or meets others only in a node; with path "vertices[i]" if a node is in no
 * triangle. TRAMA_NO_MEMORY. */
trama_status trama_mesh_create(const trama_mesh_spec *spec, trama_mesh **mesh, trama_error *error);
/* The grid's mesh: node [k, l] is k * points[1] + l; the square at [k, l] is cut from [k, l] to
 * [k+1, l+1] where k + l is even, else along the other diagonal. Normals point along axis1 x axis2.
 */
trama_status trama_mesh_of_grid(const trama_grid *grid, trama_mesh **mesh, trama_error *error);
/* The mesh of triangles known to form one or several surfaces; nodes may be in no triangle. Errors:
 * those of trama_mesh_create for edges and fans, TRAMA_NO_MEMORY. */
trama_status trama_mesh_of_triangles(size_t nodes, size_t count, const trama_triangle *triangle,
                                     trama_mesh **mesh, trama_error *error);
/* Unit normals at the nodes of positions q, both 3 N: the sum of the triangles' normals, by area;
 * 0 where they cancel. */
void trama_mesh_normals(const trama_mesh *mesh, const double *q, double *normal);
/* e1 x e2 of a triangle's first two edges from its first node: twice its area along its normal. */
void trama_mesh_area_vector(const trama_mesh *mesh, size_t triangle, const double *q,
                            double area[3]);
double trama_mesh_area(const trama_mesh *mesh, size_t triangle, const double *q); /* m^2 */
void trama_mesh_destroy(trama_mesh *mesh);                                        /* accepts NULL */

#ifdef __cplusplus
}
#endif

#endif
