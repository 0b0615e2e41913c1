/* Runs: how each ended. With the schemes that fail at any time step, the simulated time of failure
 * says that the step is not to blame. */
#include "analysis/quantities/runs.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "variation", .value = cell_told_by, .of = TOLD(run_variation)},
    {"dt_s", "Δt", "s", 1, 4, cell_real, &column_dt, &column_is_step},
    {"iterations", "iterations", .value = cell_count, .of = &column_iterations},
    {"outcome", "ended", .value = cell_end},
    {"failure", "failure", .value = cell_told_by, .of = TOLD(run_failure)},
    {"failure_iteration", "at iteration", .value = cell_count, .of = &column_failure_iteration},
    {"failure_time_s", "after", "s", 1, 4, cell_own_number, OWN(run_failure_time), NULL},
};

const table_type table_runs = {
    .name = "runs",
    .title = "Single runs",
    .task = "run",
    TABLE_COLUMNS(columns),
    .printed = true,
    .told = PARAGRAPHS(run_unsolved_words),
};
