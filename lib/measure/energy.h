/* The energy budget of a run: kinetic and internal energy, work of the loads, and what neither
 * explains. A consistent discretisation with a stable method keeps the excess near 0 or below;
 * growth of it is energy from nowhere. */
#ifndef TRAMA_MEASURE_ENERGY_H
#define TRAMA_MEASURE_ENERGY_H

#include "system.h"

typedef struct trama_budget trama_budget;

/* Whether energy can be watched: one object, whose model gives energies, and no pin moves.
 */
bool trama_budget_possible(const trama_system *system);

/* For systems whose model gives energies; NULL members are never read. Errors: TRAMA_BAD_INPUT if
 * the model has no energy or a pin moves (its reaction does work that is not seen),
 * TRAMA_NO_MEMORY. */
trama_status trama_budget_create(const trama_system *system, trama_budget **budget,
                                 trama_error *error);
void trama_budget_destroy(trama_budget *budget); /* accepts NULL */

/* Begins the account at the system's state. */
void trama_budget_begin(trama_budget *budget, trama_system *system);

/* After an iteration from `before` (nq): takes stock. The work of the loads (gravity, damping,
 * fluid, point forces) over the iteration is the trapezoidal rule over its two ends. The
 * evaluations made here are not counted in system->evaluations. */
void trama_budget_update(trama_budget *budget, trama_system *system, const double *before);

double trama_budget_kinetic(const trama_budget *budget); /* J */
double trama_budget_internal(const trama_budget *budget,
                             size_t kind); /* J, as type->energy_names */
/* Potential energy of gravity and of the point forces, J, 0 with all nodes at the origin. */
double trama_budget_potential(const trama_budget *budget);
double trama_budget_work(const trama_budget *budget);   /* J, since begin */
double trama_budget_excess(const trama_budget *budget); /* J: energy now - energy at begin - work */
/* Rise of the excess above its lowest value so far, over the largest energy or work seen: 0
 * explained, 1: as much energy from nowhere as there ever was. */
double trama_budget_growth(const trama_budget *budget);

/* The first object with coordinates whose model gives no energy, or NULL. */
const trama_object *trama_system_without_energy(const trama_system *system);
/* Internal energy of an object at the system's positions q, all kinds together, J. */
double trama_object_energy(const trama_object *object, const double *q);
/* Kinetic energy, internal energies and those of interactions at the system's state, J. */
double trama_system_energy(const trama_system *system);

/* Kinetic energy of the system's state, J. */
double trama_kinetic_energy(const trama_system *system);

#endif
