/* Measurements of a run's last state besides the positions of nodes. */
#ifndef TASK_END_H
#define TASK_END_H

#include "measure/energy.h"

/* Energy of the state, with gravity and loads, J; NAN if trama_budget_possible is false. */
trama_status task_end_energy(trama_system *system, const trama_integrator *integrator,
                             double *energy, trama_error *error);

/* Whether an interaction has the observable "penetration", the depth of points in a surface; and
 * the largest value, m. */
bool task_has_depth(const trama_system *system);
double task_end_depth(const trama_system *system);

#endif
