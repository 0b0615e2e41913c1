/* The unit in which people see a quantity or a coordinate: tables, figures, cards, the terminal and
 * the page ask here, and through analysis/read/units.h for what one study says. Programs get
 * every number in its own unit: CSV, whose headings name it, expressions, the index. */
#ifndef STUDY_UNITS_H
#define STUDY_UNITS_H

#include <stdbool.h>

/* Whether a quantity, or a path of a case, is a time step: "dt_stable", "task.dt". */
bool study_is_step(const char *name);

/* "ms" of time steps and "µs" of the time of an iteration, where their own unit is s; else `own`.
 */
const char *study_unit_of(const char *name, const char *own);

#endif
