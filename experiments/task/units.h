/* Units of what is measured on coordinates. Columns say m and m/s; a model without nodes may have
 * others (angles). */
#ifndef TASK_UNITS_H
#define TASK_UNITS_H

#include "results/columns/columns.h"
#include "system.h"

enum { TASK_UNIT = 48 };

/* `unit`, in which m is replaced by the unit of the coordinates if it is m or m/s: "rad/s". The
 * result may be in `text`. */
const char *task_unit(const trama_system *system, const char *unit, char text[TASK_UNIT]);

/* A column with that unit: itself, or in *own. */
typedef struct task_own_column {
    column_member member;
    char unit[TASK_UNIT];
} task_own_column;
const results_column *task_column(const trama_system *system, const results_column *column,
                                  task_own_column *own);

#endif
