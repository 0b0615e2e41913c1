/* Runs: how each ended. With the schemes that fail at any time step, the simulated time of failure
 * says that the step is not to blame. */
#include <math.h>

#include "analysis/table/table.h"

static void run_row(const study *s, const study_case *c, data_table *out)
{
    const double dt = case_number(c, &column_dt);
    const double failed = case_number(c, &column_failure_iteration);
    const char *object = case_text(c, &column_failure_object);
    char failure[256], variation[160];
    study_case_variation(s, c, variation, sizeof variation);
    snprintf(failure, sizeof failure, "%s%s%s", case_text(c, &column_failure),
             *object ? " of " : "", object);
    data_text(out, case_text(c, &column_case_experiment));
    data_text(out, case_simulation(c));
    data_text(out, case_integrator(c));
    data_text(out, *variation ? variation + 2 : "");
    data_real(out, dt);
    data_count(out, case_number(c, &column_iterations));
    data_text(out,
              case_ended(c) ? case_text(c, &column_outcome) : case_text(c, &column_case_status));
    data_text(out, failure);
    data_count(out, failed);
    data_real(out, failed >= 0 ? failed * dt : (double)NAN);
}

static const char *const columns[] = {
    "experiment", "simulation", "integrator",        "variation",      "dt_s", "iterations",
    "outcome",    "failure",    "failure_iteration", "failure_time_s", NULL};

const table_type table_runs = {
    .name = "runs",
    .title = "Single runs",
    .task = "run",
    .column = columns,
    .printed = true,
    .rows = run_row,
};
