/* What obstacles share: solids that move as they are told, and have no coordinates. Their fields
 * end with a motion, whose time is that of the run. Within obstacle/. */
#ifndef TRAMA_MODEL_OBSTACLE_OBSTACLE_H
#define TRAMA_MODEL_OBSTACLE_OBSTACLE_H

#include "model/model.h"

/* The nearest point of the boundary in the place where the solid is at t = 0. */
typedef void trama_obstacle_shape(const void *solid, const double x[3], double foot[3],
                                  double normal[3], double *distance);

/* As trama_model_type's `nearest` and `moves`, for a shape with a motion. */
void trama_obstacle_nearest(trama_obstacle_shape *shape, const void *solid,
                            const trama_motion *motion, double t, const double x[3], double foot[3],
                            double normal[3], double *distance);
void trama_obstacle_moves(const trama_motion *motion, double t, double h, const double x[3],
                          double velocity[3]);
/* Brings an outline from where the solid is at t = 0 to where it is at time t. */
void trama_obstacle_place(const trama_motion *motion, double t, trama_outline *outline);

/* The functions of a model without coordinates. `create` of a struct of `size` bytes, copied from
 * the parameters, whose motion is checked. */
trama_status trama_obstacle_create(const void *parameters, size_t size, const trama_motion *motion,
                                   void **model, trama_error *error);
void trama_obstacle_dimensions(const void *model, size_t *nq, size_t *nv);
void trama_obstacle_initial(const void *model, double *q, double *v);
void trama_obstacle_acceleration(void *model, double t, const double *q, const double *v,
                                 const trama_loads *loads, double *a);

#endif
