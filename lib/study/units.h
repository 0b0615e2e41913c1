/* The unit in which a quantity or a coordinate is shown in tables, figures, cards, the terminal and
 * the page; analysis/read/units.h adds the units of one study. Programs get every number in its own
 * unit: in CSV, whose headings name it, expressions, the index. */
#ifndef STUDY_UNITS_H
#define STUDY_UNITS_H

#include <stdbool.h>

/* True if a quantity, or a path of a case, is a time step: "dt_stable", "task.dt". */
bool study_is_step(const char *name);

/* "ms" for time steps and "µs" for the time of an iteration, if their own unit is s; else `own`. */
const char *study_unit_of(const char *name, const char *own);

#endif
