/* Sources of names, and shared functions; for the files variable*.c. */
#ifndef ANALYSIS_SELECT_VARIABLE_SOURCES_H
#define ANALYSIS_SELECT_VARIABLE_SOURCES_H

#include "analysis/read/coordinates.h"
#include "analysis/select/variable.h"

/* Whether the source has a value of that name in the study; sets title, unit, of and path. */
typedef bool variable_source(const study *s, const char *name, variable *v);

/* Of the configuration: a path that varies, a label, a list of which several elements vary, a
 * factor of the study, the last part of one path, and `solver` for `integrator`. */
variable_source variable_from_path, variable_from_label, variable_from_list, variable_from_factor,
    variable_from_last_part, variable_from_synonym;

extern const variable no_variable;
extern const datum no_datum;

/* From a number, absent if NAN; from a text, a number if it can be read as one; from a swept
 * value. */
datum datum_of_number(double number);
datum datum_of_text(const char *text);
datum datum_of_swept(bool there, const swept_value *value);

/* Sets the unit in which the study shows a value in the unit `own`. */
void variable_take_unit(const study *s, const char *name, const char *own, variable *v);

/* The path below which the elements of a list are columns, by the column of its first; false: it is
 * no such column. */
bool variable_list_path(const char *column, char path[VARIABLE_PATH]);

/* The list with this column as an element, if its elements are equal in each case, as for square
 * meshes; the list is then one variable. False: no such list. */
bool variable_of_alike(const study *s, const char *column, variable *v);

/* The column at a path, of the first case that has one; NULL: none has. */
const bundle_column *variable_column(const study *s, const char *path);

#endif
