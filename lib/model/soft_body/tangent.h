/* The tangent of a soft body: the exact derivative of its forces, or a symmetric positive
 * semidefinite one: without the twists of twist.h, and without the derivative of the damping force
 * by positions. For this folder only. */
#ifndef TRAMA_MODEL_SOFT_BODY_TANGENT_H
#define TRAMA_MODEL_SOFT_BODY_TANGENT_H

#include "linear/sparse.h"
#include "model/soft_body/build.h"

/* A trama_model_type's tangent_product and tangent (model.h). */
void trama_soft_tangent_product(const soft_body *self, const double *q, const double *v,
                                const trama_loads *loads, double cq, double cv, const double *u,
                                double *y);
void trama_soft_tangent(const soft_body *self, const double *q, const double *v,
                        const trama_loads *loads, trama_triplets *k, trama_triplets *d);

#endif
