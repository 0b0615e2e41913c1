/* Largest stable time steps beside which nothing is published. */
#include "analysis/quantities/limits.h"
#include "analysis/table/table.h"

extern const table_type table_dt_limits_other;

static const table_column columns[] = {
    {.group = &columns_subject},
    {.name = "published_dt_s", PUBLISHED("dt_stable")},
    {"dt_stable_s", "largest Δt", "s", 1, 4, TOLD(limit_told), .traits = &column_is_limit},
    {"dt_unstable_s", "fails at", "s", 1, 4, CASE_REAL(dt_unstable), .traits = &column_is_limit},
    {"failure", "of", WORD(limit_failure)},
    {"failure_iteration", "at iteration", TOLD(limit_told_iteration)},
    {.name = "reproduced", WORD(limit_reproduced)},
    {.group = &columns_late},
    {.name = "scan_stable", CASE_COUNT(scan_stable)},
    {"bisected_stable_s", "bisected", "s", 1, 4, TOLD(limit_told_bisected),
     .traits = &column_is_limit},
    {.name = "bisected_late_iteration", CASE_COUNT(bisected_late_iteration)},
    {.name = "experiment", .value = cell_experiment},
    {.name = "labels", .value = cell_other_labels, .of = &table_dt_limits_other},
};

const table_type table_dt_limits_other = {
    .name = "dt_limits_other",
    .title = "Largest stable time steps without a published value",
    .task = "stable_step",
    .filter = limit_is_not_published,
    TABLE_COLUMNS(columns),
    .intro = "Largest stable and smallest unstable step of the search; bisected: the "
             "largest stable step between two of the search's, where it was looked "
             "for.",
};
