/* A ball of triangles. */
#include "model/obstacle/mesh_solid.h"

#include <float.h>

typedef struct parameters {
    trama_motion motion;
    double centre[3], radius;
    long points[2];
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, radius), .required = true, .unit = "m", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .summary = "radius, on which its vertices lie"},
    {TRAMA_FIELD_AS("position", parameters, centre), .unit = "m", .summary = "its centre at t = 0"},
    {TRAMA_FIELD_OF(parameters, points), .unit = "1", .minimum = 4, .maximum = 1025,
     .fallback = {65, 65},
     .summary = "vertices from pole to pole, along y, and around, where the last is the first"},
    TRAMA_MOTION_FIELDS(parameters, motion),
};

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    const parameters *p = given;
    const size_t rings = (size_t)p->points[0] - 1, around = (size_t)p->points[1] - 1;
    size_t shown_rings = trama_coarser(rings, 8), shown_around = trama_coarser(around, 16);
    trama_mesh_spec mesh = {0}, shown = {0};
    (void)scene;
    if (shown_rings < 3) /* no divisor will do */
        shown_rings = rings < 8 ? rings : 8;
    if (shown_around < 3)
        shown_around = around < 16 ? around : 16;
    const bool made = trama_mesh_of_ball(p->centre, p->radius, rings, around, &mesh) &&
                      trama_mesh_of_ball(p->centre, p->radius, shown_rings, shown_around, &shown);
    return trama_mesh_solid_of_shape(&p->motion, made, &mesh, &shown, model, error);
}

const trama_model_type trama_model_sphere_mesh = {
    .name = "sphere_mesh",
    .summary = "an obstacle: a ball of triangles, still or moving",
    .reference = "prescribed motion; no equations",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .create = create,
    TRAMA_MESH_SOLID_FUNCTIONS,
};
