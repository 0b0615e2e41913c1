/* States at rest, vibrations about them, and loads at which they buckle: by the stiffness of the
 * whole system, K = -dF/dq (system_tangent.h), factorised. Held coordinates take no part.
 *
 * The lowest end of a stiff spectrum is out of reach of products with K alone (spectrum.h); the
 * inverse has it first. Lanczos' process in Arnoldi's form, so that a K that is not symmetric is
 * treated as it is. */
#ifndef TRAMA_MEASURE_MODES_H
#define TRAMA_MEASURE_MODES_H

#include "linear/direct.h"
#include "linear/lanczos.h"
#include "measure/spectrum.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A workspace for a system. */
typedef struct trama_modes {
    trama_system *system;
    trama_linearisation linear;
    trama_tangent *differences; /* of the acceleration, where the system has no exact tangent; or
                                   NULL */
    trama_direct *direct;
    trama_lanczos *lanczos;
    double *block, *force, *right, *left; /* nv each */
    double *root_mass;                    /* of the free coordinates */
} trama_modes;

/* Zeroed before, and freed by trama_modes_free in any case. `products` at most in a search for a
 * mode. Errors: TRAMA_BAD_INPUT if dq/dt is not v, or every coordinate is held; TRAMA_NO_MEMORY. */
trama_status trama_modes_create(trama_system *system, long products, trama_modes *modes,
                                trama_error *error);
void trama_modes_free(trama_modes *modes);

/* A state at rest by Newton's method: K x = F, q += x, until a step moves no node further than
 * `tolerance`. It starts from the system's positions and is left in them, with velocities 0. The
 * state need not be stable; from a far start it may not be found, which is a result. */
typedef struct trama_rest_spec {
    double tolerance; /* m */
    long iterations;  /* at most */
} trama_rest_spec;
extern const trama_fields trama_rest_fields;

typedef struct trama_rest {
    long iterations;
    double moved; /* m, largest coordinate of the last step; NAN: not finite, or K is singular */
    bool found;
} trama_rest;
trama_status trama_rest_find(trama_modes *modes, const trama_rest_spec *spec, trama_rest *rest,
                             trama_error *error);

/* K u = w^2 M u about the system's state. */
typedef struct trama_mode {
    double square;    /* w^2 nearest to the shift, 1/s^2; negative: the state is unstable */
    double imaginary; /* of w^2: not 0 where K is not symmetric and the mode flutters */
    double bound;     /* of square, by the residual (rigorous where K is symmetric), 1/s^2 */
    long products;
    bool converged;
} trama_mode;
/* The mode whose w^2 is nearest to `near`^2 (rad/s). A K that is singular is a result: square is
 * NAN. */
trama_status trama_mode_nearest(trama_modes *modes, double near, double tolerance, trama_mode *mode,
                                trama_error *error);

/* By how much more of a load the stiffness becomes singular, if it goes on to change as it does
 * from `before` (factorised here) to `after`, which is linearised at `step` more load: the d
 * nearest to 0 of (K + d (K_after - K)/step) u = 0. NAN: K is singular, or does not change. Both
 * systems are at rest and have the same free coordinates. */
trama_status trama_buckling_increment(trama_modes *before, trama_modes *after, double step,
                                      double tolerance, double *increment, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
