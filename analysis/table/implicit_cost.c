/* What the steps of implicit methods cost, part by part: a row a case, and of accuracy cases a row
 * a time step, with its error. */
#include "analysis/quantities/accuracy.h"
#include "analysis/quantities/timing.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

#include <math.h>

static bool has_solver(const study_case *c)
{
    return *case_text(c, &column_solver) != '\0';
}

static size_t rows(const study_case *c)
{
    const size_t steps = accuracy_steps_of(c).count;
    if (steps > 0 || isnan(timing_processor_median(c)))
        return steps;
    return 1;
}

/* Seconds of one: all together over how many there were. */
typedef struct part {
    const results_column *seconds, *count;
} part;
static const part analyse = {&column_solver_analyse_s, &column_solver_analyses},
                  factorise = {&column_solver_factorise_s, &column_solver_factorisations},
                  solve = {&column_solver_solve_s, &column_solver_solutions},
                  assemble = {&column_solver_assemble_s, &column_solver_solutions};

static void each(const table_row *row, const table_column *column, table_cell *cell)
{
    const part *of = column->of;
    const double number = case_number(row->c, of->count);
    if (number > 0.0)
        cell_set_real(cell, case_number(row->c, of->seconds) / number);
}

static void step_time(const table_row *row, const table_column *column, table_cell *cell)
{
    const accuracy_steps steps = accuracy_steps_of(row->c);
    (void)column;
    cell_set_real(cell, steps.count > 0
                            ? accuracy_seconds(&steps, row->index) / (double)steps.taken[row->index]
                            : timing_processor_median(row->c));
}

static void dt(const table_row *row, const table_column *column, table_cell *cell)
{
    const accuracy_steps steps = accuracy_steps_of(row->c);
    (void)column;
    cell_set_real(cell, steps.count > 0 ? steps.dt[row->index] : case_number(row->c, &column_dt));
}

static void error(const table_row *row, const table_column *column, table_cell *cell)
{
    const accuracy_steps steps = accuracy_steps_of(row->c);
    (void)column;
    if (steps.count > 0)
        cell_set_real(cell, steps.rms[row->index]);
}

static const table_column columns[] = {
    {.name = "integrator", .value = cell_integrator},
    {"points", "points", .value = cell_count, .of = &column_solver_points},
    {"seconds_per_step", "a step", "µs", 1e6, 4, step_time, NULL, NULL},
    {"analyse_s", "analysis", "µs", 1e6, 4, each, &analyse, NULL},
    {"factor_s", "factorisation", "µs", 1e6, 4, each, &factorise, NULL},
    {"solve_s", "solution", "µs", 1e6, 4, each, &solve, NULL},
    {"dt", "Δt", "s", 1, 4, dt, NULL, &column_is_step},
    {"error", "error", "m", 1, 3, error, NULL, NULL},
    {"solver", "solver", .value = cell_text, .of = &column_solver},
    {"unknowns", "unknowns", .value = cell_count, .of = &column_solver_unknowns},
    {"entries", "entries", .value = cell_count, .of = &column_solver_entries},
    {"assemble_s", "assembly", "µs", 1e6, 4, each, &assemble, NULL},
};

const table_type table_implicit_cost = {
    .name = "implicit_cost",
    .title = "Implicit methods: processor time of a step and of one analysis, assembly, "
             "factorisation, solution",
    .filter = has_solver,
    TABLE_COLUMNS(columns),
    .row_count = rows,
    .printed = true,
};
