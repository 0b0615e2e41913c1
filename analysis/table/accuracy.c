/* Accuracy against cost: a row a time step. */
#include "analysis/quantities/accuracy.h"
#include "analysis/table/table.h"

#define ROW accuracy_row
static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "integrator", .value = cell_integrator},
    {"dt_s", "Δt", "s", EACH_REAL(steps_dt)},
    {"error_rms_m", "r.m.s. error", "m", EACH_REAL(steps_error_rms)},
    {"error_max_m", "largest error", "m", EACH_REAL(steps_error_max)},
    {"evaluations", "evaluations", EACH_COUNT(steps_evaluations)},
    {"seconds", "time", "s", ROW_REAL(seconds)},
    {"stable", "stable", ROW_TEXT(stable)},
};

const table_type table_accuracy = {
    .name = "accuracy",
    .title = "Accuracy against cost",
    .task = "accuracy",
    TABLE_COLUMNS(columns),
    .rows = &accuracy_rows,
    .use = TABLE_AS_DATA,
};
