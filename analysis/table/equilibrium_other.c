/* Iterations to equilibrium by the criteria that are in no metres a step. */
#include "analysis/quantities/equilibrium.h"
#include "analysis/table/table.h"

#define ROW equilibrium_row
static const table_column columns[] = {
    {.group = &columns_subject},
    {.name = "criterion", ROW_TEXT(is.name)},
    {.name = "threshold", ROW_REAL(threshold)},
    {.name = "unit", ROW_TEXT(is.unit)},
    {.name = "dt_s", CASE_REAL(dt)},
    {.name = "iterations", ROW_COUNT(iterations)},
    {.name = "state", ROW_TEXT(is.state)},
    {.name = "published_iterations", ROW_COUNT(published)},
};

const table_type table_equilibrium_other = {
    .name = "equilibrium_other",
    .title = "Iterations to equilibrium by rate of displacement and by kinetic energy",
    .task = "equilibrium",
    TABLE_COLUMNS(columns),
    .rows = &equilibrium_other_rows,
    .use = TABLE_AS_DATA,
};
