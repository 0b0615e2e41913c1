/* Whether a state is stable. Two runs start from it, one of them pushed. If their distance has not
 * shrunk at the end, the state is no stable equilibrium: a sheet that lies flat under compression
 * is at rest, but the least disturbance makes it buckle.
 *
 * The push is measured on the moving system, with its damping and its method. Eigenvalues would not
 * do: the tangents of the strong-form models are not symmetric, and the low end of a stiff spectrum
 * takes thousands of products. */
#ifndef TRAMA_MEASURE_PUSH_H
#define TRAMA_MEASURE_PUSH_H

#include "integrator/integrator.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_push {
    double before; /* largest distance of a node that was pushed, m */
    double after;  /* largest distance between the two runs at their ends, m; NAN: not finite */
    bool stable;   /* after < before */
} trama_push;

/* Pushes every free coordinate by up to `size` (m), at random but always alike. Then makes
 * `iterations` of size h with the push and without it. The system and the method must be at the end
 * of an iteration of size h, and are left in that state. Errors: TRAMA_NO_MEMORY. */
trama_status trama_push_apply(trama_system *system, trama_integrator *integrator, double h,
                              long iterations, double size, trama_push *push, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
