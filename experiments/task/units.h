/* Units of quantities measured on coordinates. Columns have m and m/s; a model without nodes may
 * have others (angles). */
#ifndef TASK_UNITS_H
#define TASK_UNITS_H

#include "results/columns/columns.h"
#include "system.h"

enum { TASK_UNIT = 48 };

/* `unit`; if it is m or m/s, m is replaced by the unit of the coordinates: "rad/s". The result may
 * be in `text`. */
const char *task_unit(const trama_system *system, const char *unit, char text[TASK_UNIT]);

/* A column with that unit: the column itself, or a copy in *own. */
typedef struct task_own_column {
    column_member member;
    char unit[TASK_UNIT];
} task_own_column;
const results_column *task_column(const trama_system *system, const results_column *column,
                                  task_own_column *own);

#endif
