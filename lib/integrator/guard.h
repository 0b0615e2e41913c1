/* Interactions that allow some positions alone, as a barrier does, and the iteration that they hold
 * to these (within integrator/). Positions go straight from one iterate to the next, and the
 * iteration goes no further than every interaction allows. */
#ifndef TRAMA_INTEGRATOR_GUARD_H
#define TRAMA_INTEGRATOR_GUARD_H

#include "integrator/integrator.h"

/* TRAMA_BAD_INPUT if the system has such an interaction and the method does not ask it: named, with
 * the methods that do. */
trama_status trama_guard_check(const trama_integrator_type *type, const trama_system *system,
                               trama_error *error);
/* Whether the system has such an interaction. */
bool trama_guard_is_needed(const trama_system *system);

/* The largest part of the way, 0 to 1, that all interactions allow. */
trama_step_status trama_guard_part(const trama_system *system, const trama_moment *from,
                                   const trama_moment *to, double *part);
/* Whether an interaction asks for what is left of the equations. */
bool trama_guard_balances(const trama_system *system);
/* Tells it (interaction.h, `balance`); true if forces have changed by that. */
bool trama_guard_balance(const trama_system *system, const trama_moment *iterate,
                         const double *left, const double *moves);
/* Tells all interactions of an accepted iterate; true if forces have changed by that. */
bool trama_guard_accept(const trama_system *system, const trama_moment *iterate);
/* True if an interaction has renewed what it had kept, so that the equations are others. */
bool trama_guard_renew(const trama_system *system, const trama_moment *solution);

#endif
