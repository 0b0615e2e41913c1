/* What the steps of implicit methods cost, part by part: a row a case, and of accuracy cases a row
 * a time step, with its error. */
#include "analysis/quantities/implicit_cost.h"
#include "analysis/table/table.h"

#define REAL(member) cell_made_real, AT(implicit_row, member)
static const table_column columns[] = {
    {.name = "integrator", .value = cell_integrator},
    {"points", "points", .value = cell_count, .of = &column_solver_points},
    {"seconds_per_step", "a step", "µs", 1e6, 4, REAL(step), NULL},
    {"analyse_s", "analysis", "µs", 1e6, 4, REAL(analyse), NULL},
    {"factor_s", "factorisation", "µs", 1e6, 4, REAL(factorise), NULL},
    {"solve_s", "solution", "µs", 1e6, 4, REAL(solve), NULL},
    {"dt", "Δt", "s", 1, 4, REAL(dt), &column_is_step},
    {"error", "error", "m", 1, 3, REAL(error), NULL},
    {"solver", "solver", .value = cell_text, .of = &column_solver},
    {"unknowns", "unknowns", .value = cell_count, .of = &column_solver_unknowns},
    {"entries", "entries", .value = cell_count, .of = &column_solver_entries},
    {"assemble_s", "assembly", "µs", 1e6, 4, REAL(assemble), NULL},
};

const table_type table_implicit_cost = {
    .name = "implicit_cost",
    .title = "Implicit methods: processor time of a step and of one analysis, assembly, "
             "factorisation, solution",
    .filter = implicit_is_measured,
    TABLE_COLUMNS(columns),
    .row_count = implicit_rows,
    .read = implicit_row_read,
    .row_size = sizeof(implicit_row),
    .printed = true,
};
