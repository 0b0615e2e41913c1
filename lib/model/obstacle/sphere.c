/* A ball. */
#include "model/obstacle/obstacle.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

typedef struct sphere {
    double centre[3], radius;
    trama_motion motion;
} sphere;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(sphere, radius), .required = true, .unit = "m", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .summary = "radius"},
    {TRAMA_FIELD_AS("position", sphere, centre), .unit = "m", .summary = "its centre at t = 0"},
    TRAMA_MOTION_FIELDS(sphere, motion),
};

/* At the centre, where every direction is as near, the normal is y. */
static void at_rest(const void *solid, const double x[3], double foot[3], double normal[3],
                    double *distance)
{
    const sphere *self = solid;
    const double r[3] = {x[0] - self->centre[0], x[1] - self->centre[1], x[2] - self->centre[2]};
    const double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    *distance = length - self->radius;
    for (int axis = 0; axis < 3; axis++) {
        normal[axis] = length > 0.0 ? r[axis] / length : axis == 1 ? 1.0 : 0.0;
        foot[axis] = self->centre[axis] + self->radius * normal[axis];
    }
}

static void nearest(const void *model, double t, const double x[3], double foot[3],
                    double normal[3], double *distance)
{
    trama_obstacle_nearest(at_rest, model, &((const sphere *)model)->motion, t, x, foot, normal,
                           distance);
}

static void moves(const void *model, double t, double h, const double x[3], double velocity[3])
{
    trama_obstacle_moves(&((const sphere *)model)->motion, t, h, x, velocity);
}

static bool is_moving(const void *model)
{
    return !trama_motion_is_rest(&((const sphere *)model)->motion);
}

static trama_status create(const void *parameters, const trama_scene *scene, void **model,
                           trama_error *error)
{
    const sphere *p = parameters;
    (void)scene;
    return trama_obstacle_create(p, sizeof *p, &p->motion, model, error);
}

const trama_model_type trama_model_sphere = {
    .name = "sphere",
    .summary = "an obstacle: a ball, still or moving",
    .reference = "prescribed motion; no equations",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, sphere),
    .create = create,
    .destroy = free,
    .dimensions = trama_obstacle_dimensions,
    .initial = trama_obstacle_initial,
    .acceleration = trama_obstacle_acceleration,
    .nearest = nearest,
    .moves = moves,
    .is_moving = is_moving,
};
