/* A method's own step on a linear system of n unknowns,
 *
 *   x'' = -K x - D x',
 *
 * as a matrix. The step is a linear map of the method's whole state: x, v and the arrays that it
 * carries from step to step (integrator.h, state_arrays). It is found by one step from each unit
 * vector, so that no formula of the method is used. The time step is 1: a step of h is that on h^2
 * K, h D. */
#ifndef TRAMA_MEASURE_LINEAR_STEP_H
#define TRAMA_MEASURE_LINEAR_STEP_H

#include "integrator/integrator.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_linear_step trama_linear_step;

/* `parameters` as for trama_integrator_create; they outlive the step. `symmetric`: K and D are.
 * GSL's error handler is off until the step is destroyed. Errors: TRAMA_NO_MEMORY; TRAMA_BAD_INPUT
 * for parameters out of range. */
trama_status trama_linear_step_create(const trama_integrator_type *type, const void *parameters,
                                      size_t n, bool symmetric, trama_linear_step **made,
                                      trama_error *error);
void trama_linear_step_destroy(trama_linear_step *step); /* accepts NULL */

/* n (2 + state_arrays). */
size_t trama_linear_step_dimension(const trama_linear_step *step);
/* True if a step had no memory: all results since creation are then invalid. */
bool trama_linear_step_no_memory(const trama_linear_step *step);

/* The matrix of the step on K = s^2 k, D = s d (n x n each, row-major), row-major, dimension x
 * dimension, over (x, v, the method's own). NAN in columns whose step is refused. Owned by the
 * step, valid until the next call. */
const double *trama_linear_step_matrix(trama_linear_step *step, const double *k, const double *d,
                                       double s);

/* An eigenvalue of a step. */
typedef struct trama_multiplier {
    double real, imaginary, modulus;
} trama_multiplier;

/* The eigenvalue of the largest modulus of the matrix of that step; infinite if it is not finite.
 * `vector`, unless NULL: the first 2 n components (x, v) of its unit vector, 2 n real parts and
 * then 2 n imaginary ones; left as it was if there is none. Near a defective double eigenvalue its
 * error is the square root of round-off. */
trama_multiplier trama_linear_step_dominant(trama_linear_step *step, const double *k,
                                            const double *d, double s, double *vector);

#ifdef __cplusplus
}
#endif

#endif
