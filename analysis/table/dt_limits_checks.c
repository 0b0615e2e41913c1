/* Every run of the searches for the largest stable time step. */
#include "analysis/quantities/limits.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.group = &columns_subject},
    {"dt_s", "Δt", "s", EACH_REAL(runs_dt)},
    {"purpose", "purpose", EACH_TEXT(runs_purpose)},
    {"outcome", "ended", EACH_TEXT(runs_outcome)},
    {"detector", "failure", EACH_TEXT(runs_detector)},
    {"iteration", "at iteration", EACH_COUNT(runs_iteration)},
    {"node", "node", EACH_COUNT(runs_node)},
    {"value", "value", EACH_REAL(runs_value)},
};

const table_type table_dt_limits_checks = {
    .name = "dt_limits_checks",
    .title = "Every run of the searches for the largest stable time step",
    .task = "stable_step",
    .filter = limit_is_plain,
    TABLE_COLUMNS(columns),
    .rows = &limit_runs,
    .use = TABLE_AS_DATA,
};
