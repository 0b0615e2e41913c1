/* Bodies that are created and destroyed during a run, between steps (model/rigid/lifetimes.h). */
#ifndef TRAMA_SYSTEM_LIFETIMES_H
#define TRAMA_SYSTEM_LIFETIMES_H

#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* True if bodies of the system appear or vanish. */
bool trama_system_has_lifetimes(const trama_system *system);
/* True if some have still to appear or to vanish. */
bool trama_system_awaits(const trama_system *system);
/* Creates and destroys the bodies due at the system's time, after a step of size h (up to 1e-6 h
 * early counts as due); true if there were any. */
bool trama_system_live(trama_system *system, double h);

/* TRAMA_BAD_INPUT with path "among", if bodies of an object appear or vanish and the interaction
 * does not support that. */
trama_status trama_system_check_lifetimes(const trama_interaction_type *type,
                                          const trama_object *object, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
