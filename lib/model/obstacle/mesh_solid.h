/* Shared by obstacles whose boundary is a triangle mesh. For obstacle/ only. A closed mesh is a
 * solid with an inside; an open one is a sheet without. */
#ifndef TRAMA_MODEL_OBSTACLE_MESH_SOLID_H
#define TRAMA_MODEL_OBSTACLE_MESH_SOLID_H

#include "collision/tree.h"
#include "model/obstacle/mesh_shapes.h"
#include "model/obstacle/obstacle.h"

typedef struct trama_mesh_solid {
    trama_obstacle obstacle;
    trama_mesh *mesh;
    double *block;                                     /* of the arrays below */
    double *vertex;                                    /* at t = 0, m, 3 a vertex */
    double *face_normal, *edge_normal, *corner_normal; /* 3 each; unit length only for faces */
    size_t *side;     /* the edge at each side of each triangle, 3 each */
    trama_tree *tree; /* over the triangles at t = 0 */
    trama_outline *outline;
    double size;      /* m, the diagonal of its box */
    char missing[96]; /* why it has no inside; "": it has one */
} trama_mesh_solid;

/* Makes an obstacle from a mesh at t = 0, and a coarser one for pictures (no vertices: made from
 * the mesh). Neither is needed afterwards. Errors: TRAMA_BAD_INPUT with path "mesh" and the faulty
 * triangle, as in trama_mesh_create, or if a closed piece is inside out; errors of the motion;
 * TRAMA_NO_MEMORY. */
trama_status trama_mesh_solid_create(const trama_motion *motion, const trama_mesh_spec *mesh,
                                     const trama_mesh_spec *coarse, void **model,
                                     trama_error *error);
/* The same for meshes from mesh_shapes.h, which it frees; `made` is false if there was no memory
 * for them. */
trama_status trama_mesh_solid_of_shape(const trama_motion *motion, bool made, trama_mesh_spec *mesh,
                                       trama_mesh_spec *coarse, void **model, trama_error *error);

/* Functions of trama_model_type. */
void trama_mesh_solid_destroy(void *model);
const trama_mesh *trama_mesh_solid_boundary(const void *model);
void trama_mesh_solid_places(const void *model, double t, double *x);
const char *trama_mesh_solid_missing(const void *model);
extern const trama_composition trama_mesh_solid_composition;
#define TRAMA_MESH_SOLID_FUNCTIONS                                                                 \
    TRAMA_OBSTACLE_MOTIONS,                                                                        \
        .destroy = trama_mesh_solid_destroy, .boundary = trama_mesh_solid_boundary,                \
        .places = trama_mesh_solid_places, .nearest_missing = trama_mesh_solid_missing,            \
        .composition = &trama_mesh_solid_composition

#endif
