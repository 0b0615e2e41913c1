/* Predicted beside measured limits of the time step, from the first, the worst and the last state
 * of a run: a row of the CSV each, and one for people. */
#include "analysis/quantities/predictions.h"

#include "analysis/quantities/limits.h"
#include "analysis/table/table.h"

#define OF(member) AT(predicted_row, member)
static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "omega_max", .value = cell_made_real, .of = OF(omega_max)},
    {NULL, "z", "", 1, 4, cell_made_real, OF(z), NULL},
    {NULL, "estimate", "ms", 1e3, 4, cell_own_number, OWN(predicted_by_source), &column_is_limit},
    {.name = "where", .value = cell_made_text, .of = OF(place)},
    {.name = "predicted_dt_s", .value = cell_made_real, .of = OF(dt)},
    {NULL, "start", "ms", 1e3, 4, cell_made_real, OF(start), &column_is_limit},
    {NULL, "worst", "ms", 1e3, 4, cell_made_real, OF(worst), &column_is_limit},
    {NULL, "end", "ms", 1e3, 4, cell_made_real, OF(end), &column_is_limit},
    {NULL, "iteration", .value = cell_made_count, .of = OF(iteration)},
    {.name = "dt_stable_s", .value = cell_real, .of = &column_bisected_stable},
    {.name = "dt_unstable_s", .value = cell_real, .of = &column_bisected_unstable},
    {"ratio", "ratio", "", 1, 3, cell_told, OF(ratio), NULL},
    {"published_dt_s", "published", "ms", 1e3, 4, cell_published, "dt_stable", &column_is_limit},
    {.name = "search_stable_s", .value = cell_real, .of = &column_dt_stable},
    {.name = "search_unstable_s", .value = cell_real, .of = &column_dt_unstable},
    {NULL, "search", "ms", 1e3, 5, cell_told_by, TOLD(limit_told_search), &column_is_limit},
    {NULL, "bracket", "ms", 1e3, 5, cell_told_by, TOLD(limit_told_bracket), &column_is_limit},
    {.name = "horizon", .value = cell_count, .of = &column_horizon},
    {.name = "late_iteration", .value = cell_count, .of = &column_late_iteration},
    {.name = "bracket_late_iteration", .value = cell_count, .of = &column_bisected_late_iteration},
    {.name = "stable_above", .value = cell_count, .of = &column_scan_stable},
    {.name = "unstable_below", .value = cell_count, .of = &column_below_unstable},
    {NULL, "in horizon", "", 1, 3, cell_told, OF(in_horizon), NULL},
    {"along_dt_s", "along the run", "ms", 1e3, 4, cell_real, &column_along_dt, &column_is_limit},
    {"along_ratio", "along/bracket", "", 1, 3, cell_told, OF(along), NULL},
    {"grows", "grows (ms)", .value = cell_told, .of = OF(grows)},
    {"limited_by", "limited by", .value = cell_text, .of = &column_limited_by},
    {"cause", "cause", .value = cell_text, .of = &column_cause},
    {"label", "checks", .value = cell_told, .of = OF(checks)},
    {"without", "without", .value = cell_text, .of = &column_without},
    {NULL, "products", .value = cell_count, .of = &column_tangent_products},
    {NULL, "time", "s", 1, 2, cell_real, &column_spectrum_seconds, NULL},
};

const table_type table_predictions = {
    .name = "predictions",
    .title = "Predicted and measured limits of the time step",
    .task = "predict",
    TABLE_COLUMNS(columns),
    .row_count = predicted_rows,
    .read = predicted_row_read,
    .row_size = sizeof(predicted_row),
    .shown = AT(predicted_row, is_worst),
    .printed = true,
    .by_method = "predicted and measured limit of the time step",
    .intro = "The largest step whose linearised step does not grow, at the first, the "
             "worst and the last state of a run, beside the measured limit "
             "(docs/predictions.md: each column). ratio: worst over the bracket's "
             "middle; ≠: further off than 3 %.",
};
