/* What both registries ask of a type that is added while the program runs. Within lib/. */
#ifndef TRAMA_REGISTRATION_H
#define TRAMA_REGISTRATION_H

#include "core/field.h"

#include <stdbool.h>

enum { TRAMA_REGISTERED_MAX = 64 }; /* of each kind */

/* A name as configurations write it, that no other has, and a sound table of fields. `what`: model
 * or integrator. */
trama_status trama_registration_check(const char *what, const char *name, const char *summary,
                                      const char *reference, bool taken, size_t registered,
                                      trama_fields fields, trama_error *error);

#endif
