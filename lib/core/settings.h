/* Parameters from text, as programs, tests and examples set them: "zeta=20 density=0.2". */
#ifndef TRAMA_CORE_SETTINGS_H
#define TRAMA_CORE_SETTINGS_H

#include "core/field.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A struct of the table: its defaults, and `settings` as trama_fields_set takes them. To be freed
 * by free(); NULL with an error as trama_fields_set's, or without memory. */
void *trama_parameters_create(trama_fields fields, const char *settings, trama_error *error);

/* Sets fields of `parameters` by name, "name=value name=value", with values as trama_field_read
 * takes them, in the table's units; NULL or "": none. Bad input is a name that the table does not
 * have, or a value that is none of its field's kind; the error's path is the name. Ranges are
 * checked by what the parameters are for (trama_fields_check). */
trama_status trama_fields_set(trama_fields fields, void *parameters, const char *settings,
                              trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
