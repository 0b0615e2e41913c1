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

/* A direction in the plane: across the axis that leaves it most. */
static void find_tangent(const double normal[3], double tangent[3])
{
    int least = 0;
    for (int axis = 1; axis < 3; axis++)
        least = fabs(normal[axis]) < fabs(normal[least]) ? axis : least;
    const double scale = 1.0 / sqrt(1.0 - normal[least] * normal[least]);
    for (int axis = 0; axis < 3; axis++)
        tangent[axis] = scale * ((axis == least ? 1.0 : 0.0) - normal[least] * normal[axis]);
}

/* A square about the foot of the box's middle, as wide as the box's diagonal. */
static void outline(const void *model, double t, const double low[3], const double high[3],
                    trama_outline *outline)
{
    enum { SQUARES = 8 };
    const plane *self = model;
    const double *n = self->normal;
    double middle[3], foot[3], normal[3], distance, square = 0.0, along[3], across[3];
    for (int axis = 0; axis < 3; axis++) {
        middle[axis] = 0.5 * (low[axis] + high[axis]);
        square += (high[axis] - low[axis]) * (high[axis] - low[axis]);
    }
    const double side = square > 0.0 ? sqrt(square) : 1.0;
    at_rest(self, middle, foot, normal, &distance);
    find_tangent(n, along);
    for (int axis = 0; axis < 3; axis++) {
        const int one = (axis + 1) % 3, other = (axis + 2) % 3;
        across[axis] = side * (n[one] * along[other] - n[other] * along[one]);
    }
    for (int axis = 0; axis < 3; axis++) {
        along[axis] *= side;
        foot[axis] -= 0.5 * (along[axis] + across[axis]);
    }
    trama_outline_add_patch(outline, SQUARES, foot, along, across);
    trama_obstacle_place(&self->motion, t, outline);
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
    .outline = outline,
};
