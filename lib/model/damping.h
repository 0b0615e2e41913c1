/* Internal damping: the velocity-dependent part of a model's own force,
 *
 *   f(q, v) = F(q, v) - F(q, 0),
 *
 * with F the model's force without loads. One formula serves every model, and its tangent follows
 * from the model's. */
#ifndef TRAMA_MODEL_DAMPING_H
#define TRAMA_MODEL_DAMPING_H

#include "model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The name of the model's internal damping, or NULL if this model has none. */
const char *trama_damping_name(const trama_model_type *type, const void *model);

/* f/m (nv, m/s^2) at (t, q, v), for a model with damping. `zero`: nv zeros; `room`: nv, returns the
 * acceleration F(q, v)/m. No allocation. */
void trama_damping_acceleration(const trama_model_type *type, void *model, double t,
                                const double *q, const double *v, const double *zero, double *room,
                                double *a);

/* Adds (cq df/dq + cv df/dv) u to y (nv, N). The model has tangents. `zero` as above. */
void trama_damping_tangent_product(const trama_model_type *type, void *model, double t,
                                   const double *q, const double *v, const double *zero, double cq,
                                   double cv, const double *u, double *y);

#ifdef __cplusplus
}
#endif

#endif
