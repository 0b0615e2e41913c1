/* Parameters from text, for programs, tests and examples: "zeta=20 density=0.2". */
#ifndef TRAMA_CORE_SETTINGS_H
#define TRAMA_CORE_SETTINGS_H

#include "core/field.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a struct of the table with its defaults, then applies `settings` by trama_fields_set. Free
 * it with free(). Returns NULL and an error as trama_fields_set, or TRAMA_NO_MEMORY. */
void *trama_parameters_create(trama_fields fields, const char *settings, trama_error *error);

/* Sets fields of `parameters` by name, "name=value name=value", with values as in trama_field_read,
 * in the table's units; NULL or "": none. TRAMA_BAD_INPUT, with the name as path, if the table has
 * no such name or the value is not of the field's kind. Ranges are checked later
 * (trama_fields_check). */
trama_status trama_fields_set(trama_fields fields, void *parameters, const char *settings,
                              trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
