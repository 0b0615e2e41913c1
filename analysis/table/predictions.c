/* Predicted beside measured limits of the time step, from the first, the worst and the last state
 * of a run: a row of the CSV each, and one for people. */
#include "analysis/quantities/predictions.h"
#include "analysis/table/table.h"

#define ROW predicted_row
static const table_column columns[] = {
    {.group = &columns_subject},
    {.name = "omega_max", ROW_REAL(omega_max)},
    {NULL, "z", "", 1, 4, ROW_REAL(z)},
    {NULL, "estimate", "ms", 1e3, 4, OWN(predicted_by_source), .traits = &column_is_limit},
    {.name = "where", ROW_TEXT(place)},
    {.name = "predicted_dt_s", ROW_REAL(dt)},
    {NULL, "start", "ms", 1e3, 4, ROW_REAL(start), .traits = &column_is_limit},
    {NULL, "worst", "ms", 1e3, 4, ROW_REAL(worst), .traits = &column_is_limit},
    {NULL, "end", "ms", 1e3, 4, ROW_REAL(end), .traits = &column_is_limit},
    {NULL, "iteration", ROW_COUNT(iteration)},
    {"dt_stable_s", CASE_RANGE(bisected_stable, bisected_unstable), .end = "dt_unstable_s"},
    {"ratio", "ratio", "", 1, 3, ROW_TOLD(ratio)},
    {.group = &columns_measured_limit},
    {NULL, "in horizon", "", 1, 3, ROW_TOLD(in_horizon)},
    {"along_dt_s", "along the run", "ms", 1e3, 4, CASE_REAL(along_dt), .traits = &column_is_limit},
    {"along_ratio", "along/bracket", "", 1, 3, ROW_TOLD(along)},
    {"grows", "grows (ms)", ROW_TOLD(grows)},
    {.group = &columns_limited},
};

const table_type table_predictions = {
    .name = "predictions",
    .title = "Predicted and measured limits of the time step",
    .task = "predict",
    TABLE_COLUMNS(columns),
    .rows = &predicted_rows,
    .by_method = "predicted and measured limit of the time step",
    .intro = "The largest step whose linearised step does not grow, at the first, the "
             "worst and the last state of a run, beside the measured limit "
             "(docs/predictions.md: each column). ratio: worst over the bracket's "
             "middle; ≠: further off than 3 %.",
};
