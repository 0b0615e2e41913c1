#include "task/units.h"

#include "measure/whole.h"

#include <stdio.h>
#include <string.h>

const char *task_unit(const trama_system *system, const char *unit, char text[TASK_UNIT])
{
    const char *own = trama_system_unit(system);
    if (strcmp(own, "m") == 0 || (strcmp(unit, "m") != 0 && strcmp(unit, "m/s") != 0))
        return unit;
    snprintf(text, TASK_UNIT, "%.40s%s", own, unit + strlen("m"));
    return text;
}

const results_column *task_column(const trama_system *system, const results_column *column,
                                  task_own_column *own)
{
    const char *unit = task_unit(system, column->unit, own->unit);
    return unit == column->unit ? column
                                : column_described(column, "", unit, column->summary, &own->member);
}
