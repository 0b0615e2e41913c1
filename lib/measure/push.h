/* Test of the stability of an equilibrium. Two runs start from it, one of them pushed. If their
 * distance has not shrunk at the end, the equilibrium is not stable: a sheet that lies flat under
 * compression is at rest, but the smallest disturbance makes it buckle.
 *
 * The test uses the dynamic system with its damping and its method. Eigenvalues would not do:
 * tangents of the strong-form models are not symmetric, and the low end of a stiff spectrum takes
 * thousands of products. */
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

/* Pushes every free coordinate by up to `size` (m), at random from a fixed seed, and makes
 * `iterations` of size h with and without the push. The system and the method must be at the end of
 * an iteration of size h; they are restored. Errors: TRAMA_NO_MEMORY. */
trama_status trama_push_apply(trama_system *system, trama_integrator *integrator, double h,
                              long iterations, double size, trama_push *push, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
