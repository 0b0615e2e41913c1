/* Forces of interactions and pins, averaged over the last step. */
#ifndef TRAMA_MEASURE_REACTION_H
#define TRAMA_MEASURE_REACTION_H

#include "integrator/integrator.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The forces of an interaction. NAN: unknown. */
typedef struct trama_reaction {
    double force[3]; /* N: sum on all free objects, of rows and filters averaged over the step, and
                        of forces at the state. Obstacles, prescribed bodies and the world take the
                        opposite; it is 0 if all objects are free */
    double normal, friction; /* N: sums of the magnitudes at all contacts */
    double joint, torque;    /* N, N m: of a joint, the largest magnitudes */
} trama_reaction;

/* For interaction `index`, after a step of an integrator that stores impulses
 * (trama_integrator_keep_impulses); `room` (nv) is scratch. */
trama_reaction trama_reaction_of(const trama_system *system, const trama_integrator *integrator,
                                 size_t index, double *room);

/* The force of pins and stops on object `index` at the state, N, against its model, loads and
 * forces of interactions. It does not include impulses of contacts on held nodes, or the inertia of
 * the held mass if pins accelerate. NAN if nothing is held. `room` (nv) is scratch. */
void trama_pin_force(const trama_system *system, size_t index, double *room, double force[3]);

#ifdef __cplusplus
}
#endif

#endif
