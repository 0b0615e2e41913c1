/* How far the limits depend on a start that no one knows exactly. */
#include "analysis/quantities/limits.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "member", .value = cell_word_by, .of = WORD(limit_member)},
    {"published_dt_s", "published", "ms", 1e3, 4, cell_own_number, OWN(limit_published),
     &column_is_limit},
    {.name = "dt_stable_s", .value = cell_real, .of = &column_dt_stable},
    {.name = "dt_unstable_s", .value = cell_real, .of = &column_dt_unstable},
    {NULL, "search", "ms", 1e3, 4, cell_range, RANGE(column_dt_stable, column_dt_unstable),
     &column_is_limit},
    {.name = "bisected_stable_s", .value = cell_real, .of = &column_bisected_stable},
    {.name = "bisected_unstable_s", .value = cell_real, .of = &column_bisected_unstable},
    {NULL, "bracket", "ms", 1e3, 5, cell_range,
     RANGE(column_bisected_stable, column_bisected_unstable), &column_is_limit},
    {.name = "late_iteration", .value = cell_count, .of = &column_late_iteration},
    {.name = "stable_above", .value = cell_count, .of = &column_scan_stable},
    {.name = "unstable_below", .value = cell_count, .of = &column_below_unstable},
    {"spread", "spread", "%", 100, 2, cell_number_by, NUMBER(limit_spread), NULL},
    {"label", "checks", .value = cell_told_by, .of = TOLD(limit_told_member)},
};

const table_type table_ensemble = {
    .name = "ensemble",
    .title = "Largest stable time steps under perturbed starts, and their checks",
    .task = "stable_step",
    .filter = limit_is_of_an_ensemble,
    TABLE_COLUMNS(columns),
    .printed = true,
    .intro = "search: largest stable and smallest unstable step of the published "
             "search; bracket: the same bisected; spread: of the bisected limits "
             "over all starts of a simulation.",
};
