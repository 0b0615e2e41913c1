/* Keeps an iteration within the positions that interactions such as a barrier allow (for
 * integrator/ only). Positions move straight from one iterate to the next, no further than every
 * interaction allows. */
#ifndef TRAMA_INTEGRATOR_GUARD_H
#define TRAMA_INTEGRATOR_GUARD_H

#include "integrator/integrator.h"

/* TRAMA_BAD_INPUT if the system has such an interaction and the method is not guarded; the message
 * names both, and the methods that are. */
trama_status trama_guard_check(const trama_integrator_type *type, const trama_system *system,
                               trama_error *error);
/* True if the system has such an interaction. */
bool trama_guard_is_needed(const trama_system *system);

/* The largest part of the path, 0 to 1, that all interactions allow. */
trama_step_status trama_guard_part(const trama_system *system, const trama_moment *from,
                                   const trama_moment *to, double *part);
/* True if an interaction has `balance`. */
bool trama_guard_balances(const trama_system *system);
/* Calls `balance` (interaction.h); true if forces have changed. */
bool trama_guard_balance(const trama_system *system, const trama_moment *iterate,
                         const double *left, const double *moves);
/* Calls `accepted` of all interactions; true if forces have changed. */
bool trama_guard_accept(const trama_system *system, const trama_moment *iterate);
/* Calls `renew` of all interactions; true if lagged quantities, and so the equations, have
 * changed. */
bool trama_guard_renew(const trama_system *system, const trama_moment *solution);

#endif
