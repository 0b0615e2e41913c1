/* An obstacle made of the triangles of an OBJ file. */
#include "model/obstacle/mesh_solid.h"

typedef struct parameters {
    trama_motion motion;
    trama_mesh_spec mesh; /* the configuration reads it from a file */
} parameters;

static const trama_field fields[] = {TRAMA_MOTION_FIELDS(parameters, motion)};

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    const parameters *p = given;
    (void)scene;
    if (p->mesh.face_count == 0)
        return trama_fail(error, TRAMA_BAD_INPUT, "mesh",
                          "a mesh_obstacle needs a mesh, as in `mesh: {file: stone.obj}`");
    return trama_mesh_solid_create(&p->motion, &p->mesh, NULL, model, error);
}

const trama_model_type trama_model_mesh_obstacle = {
    .name = "mesh_obstacle",
    .summary = "an obstacle: the triangles of an OBJ file (`mesh`), still or moving",
    .reference = "prescribed motion; no equations",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .mesh_offset = offsetof(parameters, mesh),
    .create = create,
    TRAMA_MESH_SOLID_FUNCTIONS,
};
