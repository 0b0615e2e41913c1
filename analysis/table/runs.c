/* Runs: how each ended. With the schemes that fail at any time step, the simulated time of failure
 * says that the step is not to blame. */
#include <math.h>

#include "analysis/table/table.h"

/* "strain", "strain of cloth"; "" where nothing fired. */
static void failure_text(const study_case *c, char *text, size_t size)
{
    const char *object = case_text(c, &column_failure_object);
    snprintf(text, size, "%s%s%s", case_failure(c), *object ? " of " : "", object);
}

static void run_row(const study *s, const study_case *c, data_table *out)
{
    const double dt = case_number(c, &column_dt);
    const double failed = case_number(c, &column_failure_iteration);
    char failure[256], variation[160];
    study_case_variation(s, c, variation, sizeof variation);
    failure_text(c, failure, sizeof failure);
    data_text(out, case_text(c, &column_case_experiment));
    data_text(out, case_simulation(c));
    data_text(out, case_integrator(c));
    data_text(out, *variation ? variation + 2 : "");
    data_real(out, dt);
    data_count(out, case_number(c, &column_iterations));
    data_text(out, case_end(c));
    data_text(out, failure);
    data_count(out, failed);
    data_real(out, failed >= 0 ? failed * dt : (double)NAN);
}

static void layout(const study *s, const case_list *cases, document *out)
{
    static const char *const header[] = {"Run",
                                         "Method",
                                         "Δt (s)",
                                         "Iterations",
                                         "Ended",
                                         "Failure, detector",
                                         "Failure, at iteration",
                                         "Failure, after (s)",
                                         NULL};
    document_grid(out, "llrrllrr", "");
    document_cells(out, header);
    for (size_t i = 0; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        const double dt = case_number(c, &column_dt);
        const double failed = case_number(c, &column_failure_iteration);
        char failure[256], variation[160];
        study_case_variation(s, c, variation, sizeof variation);
        failure_text(c, failure, sizeof failure);
        document_cell(out, "%s%s", case_simulation(c), variation);
        document_cell(out, "%s", case_method_title(c));
        document_real(out, dt, 4);
        document_count(out, case_number(c, &column_iterations));
        document_cell(out, "%s", case_end(c));
        document_cell(out, "%s", *failure ? failure : "–");
        document_count(out, failed);
        document_real(out, failed >= 0 ? failed * dt : (double)NAN, 4);
    }
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
    .layout = layout,
};
