/* Bodies that are made and destroyed while a run goes (model/rigid/lifetimes.h), between steps. */
#ifndef TRAMA_SYSTEM_LIFETIMES_H
#define TRAMA_SYSTEM_LIFETIMES_H

#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether bodies of the system come or go. */
bool trama_system_has_lifetimes(const trama_system *system);
/* Makes and destroys those that are due at the system's time, which a step of size h has reached
 * (1e-6 of it early counts as due); true: one came or went. */
bool trama_system_live(trama_system *system, double h);

/* TRAMA_BAD_INPUT with path "among", if bodies of an object come or go and the interaction does not
 * follow that. */
trama_status trama_system_check_lifetimes(const trama_interaction_type *type,
                                          const trama_object *object, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
