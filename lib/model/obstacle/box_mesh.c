/* A box of triangles, whose faces are parallel to the axes at t = 0. */
#include "model/obstacle/mesh_solid.h"

typedef struct parameters {
    trama_motion motion;
    double low[3], high[3];
    long points[3];
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, low), .required = true, .unit = "m",
     .summary = "its corner of least x, y, z at t = 0"},
    {TRAMA_FIELD_OF(parameters, high), .required = true, .unit = "m",
     .summary = "its corner of largest x, y, z"},
    {TRAMA_FIELD_OF(parameters, points), .unit = "1", .minimum = 2, .maximum = 257,
     .fallback = {33, 33, 33}, .summary = "vertices along its edges in x, y and z"},
    TRAMA_MOTION_FIELDS(parameters, motion),
};

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    const parameters *p = given;
    trama_block fine = {.open = false}, coarse;
    (void)scene;
    for (size_t i = 0; i < 3; i++) {
        if (!(p->low[i] < p->high[i]))
            return trama_fail(error, TRAMA_BAD_INPUT, "high",
                              "high[%zu]: %g is not above low[%zu], %g; allowed: above it", i,
                              p->high[i], i, p->low[i]);
        fine.origin[i] = p->low[i];
        fine.edge[i][i] = p->high[i] - p->low[i];
        fine.cells[i] = (size_t)p->points[i] - 1;
    }
    coarse = fine;
    for (size_t i = 0; i < 3; i++)
        coarse.cells[i] = trama_coarser(fine.cells[i], 4);
    trama_mesh_spec mesh = {0}, shown = {0};
    const bool made = trama_mesh_of_block(&fine, &mesh) && trama_mesh_of_block(&coarse, &shown);
    return trama_mesh_solid_of_shape(&p->motion, made, &mesh, &shown, model, error);
}

const trama_model_type trama_model_box_mesh = {
    .name = "box_mesh",
    .summary = "an obstacle: a box of triangles, still or moving",
    .reference = "prescribed motion; no equations",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .create = create,
    TRAMA_MESH_SOLID_FUNCTIONS,
};
