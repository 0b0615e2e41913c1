/* The energy account of a run. What the system has, kinetic and internal energy and the potential
 * of interactions, changes by the work of the loads and of led motion, less what air, internal
 * dampers and interactions take. The excess is what is left: the method's error. A consistent
 * discretisation with a stable method keeps it near 0 or below. If it grows, energy comes from
 * nowhere. */
#ifndef TRAMA_MEASURE_ENERGY_H
#define TRAMA_MEASURE_ENERGY_H

#include "integrator/integrator.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_budget trama_budget;

/* Whether energy can be watched: every model and interaction gives energies. */
bool trama_budget_possible(const trama_system *system);

/* Errors: TRAMA_BAD_INPUT if a model, or forces of an interaction, have no energy,
 * TRAMA_NO_MEMORY. */
trama_status trama_budget_create(const trama_system *system, trama_budget **budget,
                                 trama_error *error);
void trama_budget_destroy(trama_budget *budget); /* accepts NULL */

/* Begins the budget at the system's state. */
void trama_budget_begin(trama_budget *budget, trama_system *system,
                        const trama_integrator *integrator);

/* Updates the budget after an iteration from `before` (nq). Smooth works are integrated as
 * smooth_work.h says. The work of obstacles that are led against forces is what their motion alone
 * adds to the potentials, dE/dt, by the mean of both ends; that of those led against rows is in
 * what the rows dissipate. The evaluations made here are not counted in system->evaluations. */
void trama_budget_update(trama_budget *budget, trama_system *system,
                         const trama_integrator *integrator, const double *before);

/* All that later updates depend on, and what is asked of it. */
void trama_budget_state(trama_budget *budget, const trama_system *system, trama_archive *archive);

double trama_budget_kinetic(const trama_budget *budget); /* J */
/* Internal energy of an object, J; `kind` is an index into its type's energy_names. */
double trama_budget_internal(const trama_budget *budget, size_t object, size_t kind);
/* Potential of their forces, and what their compliant rows store, J. */
double trama_budget_interactions(const trama_budget *budget);
/* What interactions took out of the energy, J, since begin: their rows and filters, and the forces
 * that no potential gives (dampers, friction). */
double trama_budget_dissipated(const trama_budget *budget);
/* Of that, what friction of contact rows took, J. */
double trama_budget_friction(const trama_budget *budget);
/* Potential energy of gravity and of the point forces, J, 0 with all nodes at the origin. */
double trama_budget_potential(const trama_budget *budget);
/* Since begin, J: the work of gravity and the scene's forces; that of what is led, pins and
 * obstacles; what damping and drag of the air took (wind gives: below 0); what internal dampers
 * took, of an object and of all. */
double trama_budget_work(const trama_budget *budget);
double trama_budget_led(const trama_budget *budget);
double trama_budget_air(const trama_budget *budget);
double trama_budget_damped_in(const trama_budget *budget, size_t object);
double trama_budget_damped(const trama_budget *budget);
/* J: how far the sums of smooth works may be off: the largest difference so far of two quadratures
 * (smooth_work.h). An excess within it is not known to be the method's. 0: all works are exact. */
double trama_budget_bookkeeping(const trama_budget *budget);
/* J: energy now - energy at begin - work - led + air + damped + dissipated + what passive dampers
 * and interactions have given back. Internal dampers may give back nothing of what they have taken.
 * Rows may give back nothing of what they have taken out. Filters, which may have springs, may give
 * back all of it and no more. An interaction with a led obstacle or body among its objects may give
 * back anything, since the work of leading is in its dissipation. */
double trama_budget_excess(const trama_budget *budget);
/* Rise of the excess above its lowest value so far, over the largest energy or work seen, which
 * counts as at least what the loads would give in two steps to a system at rest. 0: explained; 1:
 * as much energy from nowhere as there ever was. */
double trama_budget_growth(const trama_budget *budget);

/* The first object with coordinates whose model gives no masses, or NULL. */
const trama_object *trama_system_without_masses(const trama_system *system);
/* The first whose model gives no energy or no masses, or NULL. */
const trama_object *trama_system_without_energy(const trama_system *system);
/* Internal energy of an object at the system's positions q, all kinds together, J. */
double trama_object_energy(const trama_object *object, const double *q);
/* Potential energy of the forces and of the compliant rows of interactions, J. */
double trama_interaction_energy(const trama_system *system);
/* Kinetic energy, internal energies and those of interactions at the system's state, J. */
double trama_system_energy(const trama_system *system);

/* Kinetic energy of the system's state, J. */
double trama_kinetic_energy(const trama_system *system);

#ifdef __cplusplus
}
#endif

#endif
