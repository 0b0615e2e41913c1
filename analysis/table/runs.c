/* Runs: how each ended. With the schemes that fail at any time step, the simulated time of failure
 * says that the step is not to blame. */
#include "analysis/quantities/runs.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.group = &columns_subject},
    {.name = "variation", TOLD(run_variation)},
    {"dt_s", "Δt", "s", 1, 4, CASE_REAL(dt), .traits = &column_is_step},
    {"iterations", "iterations", CASE_COUNT(iterations)},
    {"outcome", "ended", .value = cell_end},
    {"failure", "failure", TOLD(run_failure)},
    {"failure_iteration", "at iteration", CASE_COUNT(failure_iteration)},
    {"failure_time_s", "after", "s", 1, 4, OWN(run_failure_time)},
};

const table_type table_runs = {
    .name = "runs",
    .title = "Single runs",
    .task = "run",
    TABLE_COLUMNS(columns),
    .told = PARAGRAPHS(run_unsolved_words),
};
