#include "model/obstacle/obstacle.h"

#include <stdlib.h>
#include <string.h>

void trama_obstacle_nearest(trama_obstacle_shape *shape, const void *solid,
                            const trama_motion *motion, double t, const double x[3], double foot[3],
                            double normal[3], double *distance)
{
    double at_rest[3], foot_at_rest[3], normal_at_rest[3];
    trama_motion_back(motion, t, x, at_rest);
    shape(solid, at_rest, foot_at_rest, normal_at_rest, distance);
    trama_motion_place(motion, t, foot_at_rest, foot);
    trama_motion_turn(motion, t, normal_at_rest, normal);
}

void trama_obstacle_moves(const trama_motion *motion, double t, double h, const double x[3],
                          double velocity[3])
{
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

void trama_obstacle_place(const trama_motion *motion, double t, trama_outline *outline)
{
    for (size_t i = 0; i < outline->points; i++) {
        double placed[3];
        trama_motion_place(motion, t, outline->point[i], placed);
        memcpy(outline->point[i], placed, sizeof placed);
    }
}

trama_status trama_obstacle_create(const void *parameters, size_t size, const trama_motion *motion,
                                   void **model, trama_error *error)
{
    const trama_status status = trama_motion_check(motion, "", error);
    if (status != TRAMA_OK)
        return status;
    *model = malloc(size);
    if (!*model)
        return trama_fail_memory(error);
    memcpy(*model, parameters, size);
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
