/* What the steps of implicit methods cost, part by part: rows of timing cases, and of accuracy
 * cases a row a time step, with its error. */
#include "analysis/quantities/accuracy.h"
#include "analysis/quantities/timing.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

#include <math.h>

static bool has_solver(const study_case *c)
{
    return *case_text(c, &column_solver) != '\0';
}

/* Seconds of one: all together over how many there were; NAN of none. */
static double each(const study_case *c, const results_column *seconds, const results_column *count)
{
    const double number = case_number(c, count);
    return number > 0.0 ? case_number(c, seconds) / number : TRAMA_NAN;
}

static void row(const study_case *c, double seconds, double dt, double error, data_table *out)
{
    data_text(out, case_integrator(c));
    data_count(out, case_number(c, &column_solver_points));
    data_real(out, seconds);
    data_real(out, each(c, &column_solver_analyse_s, &column_solver_analyses));
    data_real(out, each(c, &column_solver_factorise_s, &column_solver_factorisations));
    data_real(out, each(c, &column_solver_solve_s, &column_solver_solutions));
    data_real(out, dt);
    data_real(out, error);
    data_text(out, case_text(c, &column_solver));
    data_count(out, case_number(c, &column_solver_unknowns));
    data_count(out, case_number(c, &column_solver_entries));
    data_real(out, each(c, &column_solver_assemble_s, &column_solver_solutions));
}

static void rows(const study *s, const study_case *c, data_table *out)
{
    const accuracy_steps steps = accuracy_steps_of(c);
    (void)s;
    for (size_t i = 0; i < steps.count; i++)
        row(c, accuracy_seconds(&steps, i) / (double)steps.taken[i], steps.dt[i], steps.rms[i],
            out);
    if (steps.count == 0 && !isnan(timing_processor_median(c)))
        row(c, timing_processor_median(c), case_number(c, &column_dt), TRAMA_NAN, out);
}

static const char *const columns[] = {
    "integrator", "points", "seconds_per_step", "analyse_s", "factor_s",   "solve_s", "dt",
    "error",      "solver", "unknowns",         "entries",   "assemble_s", NULL};

const table_type table_implicit_cost = {
    .name = "implicit_cost",
    .title = "Implicit methods: processor time of a step and of one analysis, assembly, "
             "factorisation, solution",
    .filter = has_solver,
    .column = columns,
    .printed = true,
    .rows = rows,
};
