/* What is measured of a run's end beside where the nodes are. */
#ifndef TASK_END_H
#define TASK_END_H

#include "measure/energy.h"

/* Energy of the state, with gravity's and the loads', J; NAN where trama_budget_possible says no.
 */
trama_status task_end_energy(trama_system *system, const trama_integrator *integrator,
                             double *energy, trama_error *error);

/* Whether an interaction tells how deep points are in a surface ("penetration"); and the deepest,
 * m. */
bool task_has_depth(const trama_system *system);
double task_end_depth(const trama_system *system);

#endif
