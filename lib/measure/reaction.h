/* Forces that interactions and pins give, as means over the last step. */
#ifndef TRAMA_MEASURE_REACTION_H
#define TRAMA_MEASURE_REACTION_H

#include "integrator/integrator.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What an interaction gives. NAN: not known. */
typedef struct trama_reaction {
    double force[3]; /* N: on all that moves, rows and filters in the mean of the step, and forces
                        at the state. Obstacles, led bodies and the world take its opposite; among
                        things that move it is 0 */
    double normal, friction; /* N: sums of the magnitudes at all contacts */
    double joint, torque;    /* N, N m: of a joint, the largest magnitudes */
} trama_reaction;

/* Of interaction `index`, after a step of an integrator that keeps impulses
 * (trama_integrator_keep_impulses); `room` (nv) may become anything. */
trama_reaction trama_reaction_of(const trama_system *system, const trama_integrator *integrator,
                                 size_t index, double *room);

/* The force with which pins and stops hold object `index` at the state, N: what its model, loads
 * and forces of interactions would else move. Without what contacts press on held nodes, and
 * without what the held mass itself takes where pins are led at a velocity that changes. NAN
 * if nothing is held. `room` (nv) may become anything. */
void trama_pin_force(const trama_system *system, size_t index, double *room, double force[3]);

#ifdef __cplusplus
}
#endif

#endif
