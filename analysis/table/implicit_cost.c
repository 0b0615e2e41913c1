/* What the steps of implicit methods cost, part by part: a row a case, and of accuracy cases a row
 * a time step, with its error. */
#include "analysis/quantities/implicit_cost.h"
#include "analysis/table/table.h"

#define ROW implicit_row
static const table_column columns[] = {
    {.name = "integrator", .value = cell_integrator},
    {"points", "points", CASE_COUNT(solver_points)},
    {"seconds_per_step", "a step", "µs", 1e6, 4, ROW_REAL(step)},
    {"analyse_s", "analysis", "µs", 1e6, 4, ROW_REAL(analyse)},
    {"factor_s", "factorisation", "µs", 1e6, 4, ROW_REAL(factorise)},
    {"solve_s", "solution", "µs", 1e6, 4, ROW_REAL(solve)},
    {"dt", "Δt", "s", 1, 4, ROW_REAL(dt), .traits = &column_is_step},
    {"error", "error", "m", 1, 3, ROW_REAL(error)},
    {"solver", "solver", CASE_TEXT(solver)},
    {"unknowns", "unknowns", CASE_COUNT(solver_unknowns)},
    {"entries", "entries", CASE_COUNT(solver_entries)},
    {"assemble_s", "assembly", "µs", 1e6, 4, ROW_REAL(assemble)},
};

const table_type table_implicit_cost = {
    .name = "implicit_cost",
    .title = "Implicit methods: processor time of a step and of one analysis, assembly, "
             "factorisation, solution",
    .filter = implicit_is_measured,
    TABLE_COLUMNS(columns),
    .rows = &implicit_rows,
};
