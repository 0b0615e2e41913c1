/* The energy budget of a run. Kinetic energy, internal energy and the potential of interactions
 * change by the work of loads and of prescribed motion, minus the energy dissipated by air,
 * internal dampers and interactions. The excess is the remainder: the error of the method. A
 * consistent discretisation with a stable method keeps it near 0 or below. If it grows, the method
 * creates energy. */
#ifndef TRAMA_MEASURE_ENERGY_H
#define TRAMA_MEASURE_ENERGY_H

#include "integrator/integrator.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_budget trama_budget;

/* True if energy can be watched: every model and interaction gives its energy. */
bool trama_budget_possible(const trama_system *system);

/* Errors: TRAMA_BAD_INPUT if a model, or forces of an interaction, have no energy,
 * TRAMA_NO_MEMORY. */
trama_status trama_budget_create(const trama_system *system, trama_budget **budget,
                                 trama_error *error);
void trama_budget_destroy(trama_budget *budget); /* accepts NULL */

/* Begins the budget at the system's state. */
void trama_budget_begin(trama_budget *budget, trama_system *system,
                        const trama_integrator *integrator);

/* Updates the budget after an iteration from `before` (nq). Smooth works are integrated as in
 * smooth_work.h. The work of obstacles moved against forces is the rate at which their motion alone
 * changes the potentials, dE/dt, averaged over both ends; that of obstacles moved against rows is
 * part of the rows' dissipation. The evaluations made here are not counted in
 * system->evaluations. */
void trama_budget_update(trama_budget *budget, trama_system *system,
                         const trama_integrator *integrator, const double *before);

/* Archives everything that later updates and results depend on. */
void trama_budget_state(trama_budget *budget, const trama_system *system, trama_archive *archive);

double trama_budget_kinetic(const trama_budget *budget); /* J */
/* Internal energy of an object, J; `kind` is an index into its type's energy_names. */
double trama_budget_internal(const trama_budget *budget, size_t object, size_t kind);
/* Potential energy of the forces of interactions, and energy stored in compliant rows, J. */
double trama_budget_interactions(const trama_budget *budget);
/* Energy dissipated by interactions since begin, J: by rows, filters, and forces without a
 * potential (dampers, friction). */
double trama_budget_dissipated(const trama_budget *budget);
/* The part dissipated by friction of contact rows, J. */
double trama_budget_friction(const trama_budget *budget);
/* Potential energy of gravity and of the point forces, J, 0 with all nodes at the origin. */
double trama_budget_potential(const trama_budget *budget);
/* Since begin, J: work of gravity and the scene's forces; work of moving pins and obstacles; energy
 * dissipated by damping and drag of the air (negative if wind adds energy); by internal dampers, of
 * one object and of all. */
double trama_budget_work(const trama_budget *budget);
double trama_budget_led(const trama_budget *budget);
double trama_budget_air(const trama_budget *budget);
double trama_budget_damped_in(const trama_budget *budget, size_t object);
double trama_budget_damped(const trama_budget *budget);
/* J: uncertainty of the sums of smooth works, the largest difference so far between two quadratures
 * (smooth_work.h). A smaller excess is not evidence of an error of the method. 0: all works are
 * exact. */
double trama_budget_bookkeeping(const trama_budget *budget);
/* J: energy now - energy at begin - work - led + air + damped + dissipated + energy that passive
 * dampers and interactions have returned. Counted as returned is all that internal dampers and rows
 * give back, but of filters, which may have springs, only what exceeds all that they had taken, and
 * nothing of an interaction with a moving obstacle or body, whose dissipation includes the work of
 * prescribed motion. */
double trama_budget_excess(const trama_budget *budget);
/* Rise of the excess above its lowest value so far, divided by the largest energy or work so far
 * (at least the work of the loads in two steps from rest). 0: all energy is explained; 1: the
 * unexplained energy equals the largest that there was. */
double trama_budget_growth(const trama_budget *budget);

/* The first object with coordinates whose model gives no masses, or NULL. */
const trama_object *trama_system_without_masses(const trama_system *system);
/* The first object whose model gives no energy or no masses, or NULL. */
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
