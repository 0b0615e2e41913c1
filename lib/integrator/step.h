/* A step of a system with interactions, or by a method that may refuse it (for integrator/ only).
 * After the method's own step the interactions correct the velocities that move positions, then
 * those at the step's end. */
#ifndef TRAMA_INTEGRATOR_STEP_H
#define TRAMA_INTEGRATOR_STEP_H

#include "integrator/integrator.h"

/* `refusable`: the method may refuse a step. */
trama_status trama_step_create(const trama_system *system, bool refusable, trama_step **step,
                               trama_error *error);
void trama_step_destroy(trama_step *step); /* accepts NULL */

/* One iteration of size h. A step that is refused is repeated in two halves, which may be halved
 * again. */
trama_step_status trama_step_make(trama_step *step, trama_integrator *integrator,
                                  trama_system *system, double h);
/* Archives data kept from step to step, such as warm starts. */
void trama_step_state(trama_step *step, trama_archive *archive);
/* Clears them. */
void trama_step_restart(trama_step *step);

/* Kinetic energy dissipated by MOVE and END so far, J, of an interaction; and the interaction that
 * refused the last step. */
double trama_step_dissipated(const trama_step *step, size_t interaction);
/* The part dissipated by friction of all rows, J. NAN if the method replaces rows
 * (trama_step_leave). */
double trama_step_friction(const trama_step *step);
/* Number of solves of rows since the last restart that did not meet the tolerance. */
long trama_step_unsolved(const trama_step *step);
size_t trama_step_refuser(const trama_step *step);

/* The method itself applies the interaction's constraints, so its rows are not used. */
void trama_step_leave(trama_step *step, size_t interaction);
/* Within a method's step: records kinetic energy dissipated by the interaction, J. */
void trama_step_take(trama_step *step, size_t interaction, double taken);
/* The interaction's impulses of the current step, to add to (nv, N s); NULL: not stored. */
double *trama_step_kept(const trama_step *step, size_t interaction);

/* Stores impulses from now on; false without memory. Then: the impulses of MOVE and END in the last
 * step (nv, N s), which lasted *h s; NULL: not stored. */
bool trama_step_keep_impulses(trama_step *step, size_t nv);
const double *trama_step_impulses(const trama_step *step, size_t interaction, double *h);

#endif
