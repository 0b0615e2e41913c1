/* States at rest, vibrations about them, and buckling loads, by factorising the stiffness of the
 * whole system, K = -dF/dq (system_tangent.h), without held coordinates.
 *
 * Products with K (spectrum.h) do not reach the low end of a stiff spectrum; with the inverse it
 * converges first. Lanczos' process in Arnoldi's form, so that K need not be symmetric. */
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
    trama_tangent *differences; /* of the acceleration, if the system has no exact tangent; else
                                   NULL */
    trama_direct *direct;
    trama_lanczos *lanczos;
    double *block, *force, *right, *left; /* nv each */
    double *root_mass;                    /* of the free coordinates */
} trama_modes;

/* Pass a zeroed struct, and free it by trama_modes_free even after an error. `products`: most
 * products in a search for a mode. Errors: TRAMA_BAD_INPUT if dq/dt is not v, or every coordinate
 * is held; TRAMA_NO_MEMORY. */
trama_status trama_modes_create(trama_system *system, long products, trama_modes *modes,
                                trama_error *error);
void trama_modes_free(trama_modes *modes);

/* Finds a state at rest by Newton's method: K x = F, q += x, until a step moves no node further
 * than `tolerance`. It starts from the system's positions, and leaves the system in the state
 * found, with velocities 0. The state need not be stable. Not to find one from a distant start is a
 * result, not an error. */
typedef struct trama_rest_spec {
    double tolerance; /* m */
    long iterations;  /* at most */
} trama_rest_spec;
extern const trama_fields trama_rest_fields;

typedef struct trama_rest {
    long iterations;
    double moved; /* m, largest change of a coordinate in the last step; NAN: not finite, or K is
                     singular */
    bool found;
} trama_rest;
trama_status trama_rest_find(trama_modes *modes, const trama_rest_spec *spec, trama_rest *rest,
                             trama_error *error);

/* K u = w^2 M u about the system's state. */
typedef struct trama_mode {
    double square;    /* w^2 nearest to the shift, 1/s^2; negative: the state is unstable */
    double imaginary; /* of w^2: not 0 if K is not symmetric and the mode flutters */
    double bound;     /* error bound of square by the residual (rigorous if K is symmetric),
                         1/s^2 */
    long products;
    bool converged;
} trama_mode;
/* The mode whose w^2 is nearest to `near`^2 (rad/s). If K is singular, square is NAN. */
trama_status trama_mode_nearest(trama_modes *modes, double near, double tolerance, trama_mode *mode,
                                trama_error *error);

/* The additional load at which the stiffness becomes singular by linear extrapolation from `before`
 * (factorised here) to `after`, at `step` more load: the d nearest to 0 with (K + d (K_after -
 * K)/step) u = 0. NAN: K is singular, or does not change. Both systems are at rest and have the
 * same free coordinates. */
trama_status trama_buckling_increment(trama_modes *before, trama_modes *after, double step,
                                      double tolerance, double *increment, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
