/* Whether a state is stable: two runs go on from it, one of them pushed. If the distance between
 * them has not shrunk at the end, the push grows or stays, and the state is no equilibrium that a
 * disturbance would leave: a sheet that lies flat under compression is at rest, and buckles.
 *
 * What the push does is measured on the system as it moves, with its damping and its method, since
 * the tangents of the strong-form models have no symmetric part that would decide it, and the low
 * end of a stiff spectrum takes thousands of products. */
#ifndef TRAMA_MEASURE_PUSH_H
#define TRAMA_MEASURE_PUSH_H

#include "integrator/integrator.h"

typedef struct trama_push {
    double before; /* largest distance of a node that was pushed, m */
    double after;  /* largest distance between the two runs at their ends, m; NAN: not finite */
    bool stable;   /* after < before */
} trama_push;

/* Pushes every coordinate that is not held by up to `size` (m), at random, always the same, and
 * makes `iterations` of size h with it and without it. The system and the method must stand at the
 * end of an iteration of size h, and are left there, as they were. Errors: TRAMA_NO_MEMORY. */
trama_status trama_push_apply(trama_system *system, trama_integrator *integrator, double h,
                              long iterations, double size, trama_push *push, trama_error *error);

#endif
