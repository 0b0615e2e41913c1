/* A rectangular board of triangles: a square or rectangular table, an inclined plane. */
#include "core/vec.h"
#include "model/obstacle/board.h"

typedef struct parameters {
    trama_motion motion;
    trama_board_frame frame;
    double side[2];
    long points[2];
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, side), .required = true, .unit = "m", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .summary = "lengths of its top, along `along` and across"},
    {TRAMA_FIELD_OF(parameters, points), .unit = "1", .minimum = 2, .maximum = 1025,
     .fallback = {33, 33}, .summary = "vertices along both sides of its top"},
    TRAMA_BOARD_FIELDS(parameters, frame),
    TRAMA_MOTION_FIELDS(parameters, motion),
};

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    const parameters *p = given;
    (void)scene;
    return trama_board_create(&p->motion, &p->frame, p->side, p->points, false, model, error);
}

const trama_model_type trama_model_table = {
    .name = "table",
    .summary = "an obstacle: a rectangular board of triangles, level or inclined, still or moving",
    .reference = "prescribed motion; no equations",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .create = create,
    TRAMA_MESH_SOLID_FUNCTIONS,
};
