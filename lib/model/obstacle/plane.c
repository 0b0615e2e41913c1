/* The half space below a plane. */
#include "model/obstacle/obstacle.h"

#include <math.h>
#include <stdlib.h>

typedef struct plane {
    double point[3], normal[3];
    trama_motion motion;
} plane;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(plane, point), .unit = "m", .summary = "a point of the plane at t = 0"},
    {TRAMA_FIELD_OF(plane, normal), .unit = "1", .fallback = {0.0, 1.0, 0.0},
     .summary = "out of the solid, of any length"},
    TRAMA_MOTION_FIELDS(plane, motion),
};

static void at_rest(const void *solid, const double x[3], double foot[3], double normal[3],
                    double *distance)
{
    const plane *self = solid;
    *distance = 0.0;
    for (int axis = 0; axis < 3; axis++)
        *distance += self->normal[axis] * (x[axis] - self->point[axis]);
    for (int axis = 0; axis < 3; axis++) {
        normal[axis] = self->normal[axis];
        foot[axis] = x[axis] - *distance * normal[axis];
    }
}

static void nearest(const void *model, double t, const double x[3], double foot[3],
                    double normal[3], double *distance)
{
    trama_obstacle_nearest(at_rest, model, &((const plane *)model)->motion, t, x, foot, normal,
                           distance);
}

static void moves(const void *model, double t, double h, const double x[3], double velocity[3])
{
    trama_obstacle_moves(&((const plane *)model)->motion, t, h, x, velocity);
}

static bool is_moving(const void *model)
{
    return !trama_motion_is_rest(&((const plane *)model)->motion);
}

static trama_status create(const void *parameters, const trama_scene *scene, void **model,
                           trama_error *error)
{
    plane made = *(const plane *)parameters;
    (void)scene;
    const double length = sqrt(made.normal[0] * made.normal[0] + made.normal[1] * made.normal[1] +
                               made.normal[2] * made.normal[2]);
    if (!(length > 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, "normal",
                          "normal: [0, 0, 0]; allowed: a vector that is not zero");
    for (int axis = 0; axis < 3; axis++)
        made.normal[axis] /= length;
    return trama_obstacle_create(&made, sizeof made, &made.motion, model, error);
}

const trama_model_type trama_model_plane = {
    .name = "plane",
    .summary = "an obstacle: the half space below a plane, still or moving",
    .reference = "prescribed motion; no equations",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, plane),
    .create = create,
    .destroy = free,
    .dimensions = trama_obstacle_dimensions,
    .initial = trama_obstacle_initial,
    .acceleration = trama_obstacle_acceleration,
    .nearest = nearest,
    .moves = moves,
    .is_moving = is_moving,
};
