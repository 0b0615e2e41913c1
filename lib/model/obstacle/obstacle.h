/* Shared by obstacles: solids with a prescribed motion and without coordinates. For obstacle/ only.
 * A solid is a struct that begins with a trama_obstacle; its file gives the shape at t = 0, and
 * obstacle.c moves it. */
#ifndef TRAMA_MODEL_OBSTACLE_OBSTACLE_H
#define TRAMA_MODEL_OBSTACLE_OBSTACLE_H

#include "model/model.h"

#include <stdlib.h>

/* A solid at t = 0. */
typedef struct trama_shape {
    /* The nearest point of the boundary, as trama_model_type's `nearest`. */
    void (*nearest)(const void *solid, const double x[3], double foot[3], double normal[3],
                    double *distance);
    /* The derivative of its normal, as `curves`. */
    void (*curves)(const void *solid, const double x[3], double turning[9]);
    void (*outline)(const void *solid, const double low[3], const double high[3],
                    trama_outline *outline);
    /* Kind and sizes of the solid, or numbers of points and triangles of its surface; and the pose
     * of the solid's frame at t = 0 (model/composition.h). */
    void (*compose)(const void *solid, trama_solid *composed, trama_solid_state *at);
} trama_shape;

typedef struct trama_obstacle {
    trama_motion motion; /* its time is that of the run */
    const trama_shape *shape;
} trama_obstacle;

/* Makes a copy of the `size` bytes at `solid` with that shape; checks its motion. */
trama_status trama_obstacle_create(const void *solid, size_t size, const trama_shape *shape,
                                   void **model, trama_error *error);

/* The functions of trama_model_type, except `create`. */
void trama_obstacle_dimensions(const void *model, size_t *nq, size_t *nv);
void trama_obstacle_initial(const void *model, double *q, double *v);
void trama_obstacle_acceleration(void *model, double t, const double *q, const double *v,
                                 const trama_loads *loads, double *a);
void trama_obstacle_nearest(const void *model, double t, const double x[3], double foot[3],
                            double normal[3], double *distance);
void trama_obstacle_curves(const void *model, double t, const double x[3], double turning[9]);
void trama_obstacle_moves(const void *model, double t, double h, const double x[3],
                          double velocity[3]);
bool trama_obstacle_is_moving(const void *model);
void trama_obstacle_outline(const void *model, double t, const double low[3], const double high[3],
                            trama_outline *outline);
extern const trama_composition trama_obstacle_composition;
#define TRAMA_OBSTACLE_MOTIONS                                                                     \
    .dimensions = trama_obstacle_dimensions, .initial = trama_obstacle_initial,                    \
    .acceleration = trama_obstacle_acceleration, .nearest = trama_obstacle_nearest,                \
    .curves = trama_obstacle_curves, .moves = trama_obstacle_moves,                                \
    .is_moving = trama_obstacle_is_moving, .outline = trama_obstacle_outline
#define TRAMA_OBSTACLE_FUNCTIONS                                                                   \
    TRAMA_OBSTACLE_MOTIONS, .destroy = free, .composition = &trama_obstacle_composition

#endif
