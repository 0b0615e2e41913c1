/* How far the limits depend on a start that no one knows exactly. */
#include "analysis/quantities/limits.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.group = &columns_subject},
    {.name = "member", WORD(limit_member)},
    {"published_dt_s", "published", "ms", 1e3, 4, OWN(limit_published), .traits = &column_is_limit},
    {"dt_stable_s", "search", "ms", 1e3, 4, CASE_RANGE(dt_stable, dt_unstable),
     .end = "dt_unstable_s", .traits = &column_is_limit},
    {"bisected_stable_s", "bracket", "ms", 1e3, 5, CASE_RANGE(bisected_stable, bisected_unstable),
     .end = "bisected_unstable_s", .traits = &column_is_limit},
    {.name = "late_iteration", CASE_COUNT(late_iteration)},
    {.group = &columns_scan},
    {"spread", "spread", "%", 100, 2, NUMBER(limit_spread)},
    {"label", "checks", TOLD(limit_told_member)},
};

const table_type table_ensemble = {
    .name = "ensemble",
    .title = "Largest stable time steps under perturbed starts, and their checks",
    .task = "stable_step",
    .filter = limit_is_of_an_ensemble,
    TABLE_COLUMNS(columns),
    .intro = "search: largest stable and smallest unstable step of the published "
             "search; bracket: the same bisected; spread: of the bisected limits "
             "over all starts of a simulation.",
};
