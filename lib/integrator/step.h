/* A step of a system with interactions, or by a method that may refuse it (within integrator/).
 * After the method's own step the interactions correct the velocities that move positions, and then
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
/* Archives what steps remember, such as warm starts. */
void trama_step_state(trama_step *step, trama_archive *archive);
/* Forgets them. */
void trama_step_restart(trama_step *step);

/* What MOVE and END have taken out of the kinetic energy so far, J, by interaction; and the one
 * that refused the last step. */
double trama_step_dissipated(const trama_step *step, size_t interaction);
/* Of that, by friction of all rows, J. NAN: the method does what rows would (trama_step_leave). */
double trama_step_friction(const trama_step *step);
/* Solves of rows, since the last restart, that the sweeps did not bring below the tolerance. */
long trama_step_unsolved(const trama_step *step);
size_t trama_step_refuser(const trama_step *step);

/* The method does within its own step what an interaction asks by rows: no rows are asked for. */
void trama_step_leave(trama_step *step, size_t interaction);
/* Within a method's step: the interaction has taken this much out of the kinetic energy, J. */
void trama_step_take(trama_step *step, size_t interaction, double taken);
/* Its impulses of the current step, to be added to (nv, N s); NULL: they are not kept. */
double *trama_step_kept(const trama_step *step, size_t interaction);

/* Keeps impulses from now on; false without memory. What MOVE and END of the last step gave (nv, N
 * s), of *h s; NULL: they are not kept. */
bool trama_step_keep_impulses(trama_step *step, size_t nv);
const double *trama_step_impulses(const trama_step *step, size_t interaction, double *h);

#endif
