/* Largest stable time steps beside which nothing is published. */
#include "analysis/quantities/limits.h"
#include "analysis/table/table.h"

extern const table_type table_dt_limits_other;

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "published_dt_s", .value = cell_published, .of = "dt_stable"},
    {"dt_stable_s", "largest Δt", "s", 1, 4, cell_told_by, TOLD(limit_told), &column_is_limit},
    {"dt_unstable_s", "fails at", "s", 1, 4, cell_real, &column_dt_unstable, &column_is_limit},
    {"failure", "of", .value = cell_word_by, .of = WORD(limit_failure)},
    {"failure_iteration", "at iteration", .value = cell_told_by, .of = TOLD(limit_told_iteration)},
    {.name = "reproduced", .value = cell_word_by, .of = WORD(limit_reproduced)},
    {.name = "late_iteration", .value = cell_count, .of = &column_late_iteration},
    {.name = "late_growth", .value = cell_real, .of = &column_late_growth},
    {.name = "late_excess_J", .value = cell_real, .of = &column_late_excess},
    {.name = "scan_stable", .value = cell_count, .of = &column_scan_stable},
    {"bisected_stable_s", "bisected", "s", 1, 4, cell_told_by, TOLD(limit_told_bisected),
     &column_is_limit},
    {.name = "bisected_late_iteration", .value = cell_count, .of = &column_bisected_late_iteration},
    {.name = "experiment", .value = cell_experiment},
    {.name = "labels", .value = cell_other_labels, .of = &table_dt_limits_other},
};

const table_type table_dt_limits_other = {
    .name = "dt_limits_other",
    .title = "Largest stable time steps without a published value",
    .task = "stable_step",
    .filter = limit_is_not_published,
    TABLE_COLUMNS(columns),
    .printed = true,
    .intro = "Largest stable and smallest unstable step of the search; bisected: the "
             "largest stable step between two of the search's, where it was looked "
             "for.",
};
