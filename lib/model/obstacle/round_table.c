/* A round board of triangles: a round table; if it is thick, a cylinder. */
#include "model/obstacle/board.h"

typedef struct parameters {
    trama_motion motion;
    trama_board_frame frame;
    double radius;
    long points;
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, radius), .required = true, .unit = "m", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .summary = "radius of its top"},
    {TRAMA_FIELD_OF(parameters, points), .unit = "1", .minimum = 3, .maximum = 1025,
     .fallback = {33}, .summary = "vertices along a diameter of its top, and as many rows"},
    TRAMA_BOARD_FIELDS(parameters, frame),
    TRAMA_MOTION_FIELDS(parameters, motion),
};

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    const parameters *p = given;
    const double side[2] = {2.0 * p->radius, 2.0 * p->radius};
    const long points[2] = {p->points, p->points};
    (void)scene;
    return trama_board_create(&p->motion, &p->frame, side, points, true, model, error);
}

const trama_model_type trama_model_round_table = {
    .name = "round_table",
    .summary = "an obstacle: a round board of triangles, or a cylinder, still or moving",
    .reference = "prescribed motion; no equations",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .create = create,
    TRAMA_MESH_SOLID_FUNCTIONS,
};
