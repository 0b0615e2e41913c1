#include "model/obstacle/obstacle.h"

#include <string.h>

trama_status trama_obstacle_create(const void *solid, size_t size, const trama_shape *shape,
                                   void **model, trama_error *error)
{
    const trama_obstacle *given = solid;
    const trama_status status = trama_motion_check(&given->motion, "", error);
    if (status != TRAMA_OK)
        return status;
    trama_obstacle *made = malloc(size);
    if (!made)
        return trama_fail_memory(error);
    memcpy(made, solid, size);
    made->shape = shape;
    *model = made;
    return TRAMA_OK;
}

void trama_obstacle_dimensions(const void *model, size_t *nq, size_t *nv)
{
    (void)model;
    *nq = *nv = 0;
}

void trama_obstacle_initial(const void *model, double *q, double *v)
{
    (void)model, (void)q, (void)v;
}

void trama_obstacle_acceleration(void *model, double t, const double *q, const double *v,
                                 const trama_loads *loads, double *a)
{
    (void)model, (void)t, (void)q, (void)v, (void)loads, (void)a;
}

void trama_obstacle_nearest(const void *model, double t, const double x[3], double foot[3],
                            double normal[3], double *distance)
{
    const trama_obstacle *self = model;
    double at_rest[3], foot_at_rest[3], normal_at_rest[3];
    trama_motion_back(&self->motion, t, x, at_rest);
    self->shape->nearest(model, at_rest, foot_at_rest, normal_at_rest, distance);
    trama_motion_place(&self->motion, t, foot_at_rest, foot);
    trama_motion_turn(&self->motion, t, normal_at_rest, normal);
}

/* R B R^T: the columns are turned, then the rows. */
void trama_obstacle_curves(const void *model, double t, const double x[3], double turning[9])
{
    const trama_obstacle *self = model;
    double at_rest[3], b[9], from[3], to[3];
    trama_motion_back(&self->motion, t, x, at_rest);
    self->shape->curves(model, at_rest, b);
    for (int column = 0; column < 3; column++) {
        for (int row = 0; row < 3; row++)
            from[row] = b[3 * row + column];
        trama_motion_turn(&self->motion, t, from, to);
        for (int row = 0; row < 3; row++)
            b[3 * row + column] = to[row];
    }
    for (int row = 0; row < 3; row++)
        trama_motion_turn(&self->motion, t, b + 3 * row, turning + 3 * row);
}

void trama_obstacle_moves(const void *model, double t, double h, const double x[3],
                          double velocity[3])
{
    const trama_motion *motion = &((const trama_obstacle *)model)->motion;
    double from[3], to[3];
    trama_motion_back(motion, t, x, from);
    if (h == 0.0) {
        trama_motion_velocity(motion, t, from, velocity);
        return;
    }
    trama_motion_place(motion, t + h, from, to);
    for (int axis = 0; axis < 3; axis++)
        velocity[axis] = (to[axis] - x[axis]) / h;
}

bool trama_obstacle_is_moving(const void *model)
{
    return !trama_motion_is_rest(&((const trama_obstacle *)model)->motion);
}

void trama_obstacle_outline(const void *model, double t, const double low[3], const double high[3],
                            trama_outline *outline)
{
    const trama_obstacle *self = model;
    self->shape->outline(model, low, high, outline);
    for (size_t i = 0; i < outline->points; i++) {
        double placed[3];
        trama_motion_place(&self->motion, t, outline->point[i], placed);
        memcpy(outline->point[i], placed, sizeof placed);
    }
}
