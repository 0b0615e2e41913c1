/* Iterations to equilibrium by the criteria that are in no metres a step. */
#include "analysis/quantities/equilibrium.h"
#include "analysis/table/table.h"

#define OF(member) AT(equilibrium_row, member)
static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "criterion", .value = cell_made_text, .of = OF(is.name)},
    {.name = "threshold", .value = cell_made_real, .of = OF(threshold)},
    {.name = "unit", .value = cell_made_text, .of = OF(is.unit)},
    {.name = "dt_s", .value = cell_real, .of = &column_dt},
    {.name = "iterations", .value = cell_made_count, .of = OF(iterations)},
    {.name = "state", .value = cell_made_text, .of = OF(is.state)},
    {.name = "published_iterations", .value = cell_made_count, .of = OF(published)},
};

const table_type table_equilibrium_other = {
    .name = "equilibrium_other",
    .title = "Iterations to equilibrium by rate of displacement and by kinetic energy",
    .task = "equilibrium",
    TABLE_COLUMNS(columns),
    .row_count = equilibrium_rows,
    .read = equilibrium_other_read,
    .row_size = sizeof(equilibrium_row),
};
