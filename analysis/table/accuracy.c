/* Accuracy against cost: a row a time step. */
#include "analysis/quantities/accuracy.h"
#include "analysis/table/table.h"

static size_t steps(const study_case *c)
{
    return accuracy_steps_of(c).count;
}

static void seconds(const table_row *row, const table_column *column, table_cell *cell)
{
    const accuracy_steps of = accuracy_steps_of(row->c);
    (void)column;
    cell_set_real(cell, accuracy_seconds(&of, row->index));
}

static void stable(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, accuracy_steps_of(row->c).stable[row->index] ? "yes" : "no");
}

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "integrator", .value = cell_integrator},
    {"dt_s", "Δt", "s", .value = cell_real_at, .of = &column_steps_dt},
    {"error_rms_m", "r.m.s. error", "m", .value = cell_real_at, .of = &column_steps_error_rms},
    {"error_max_m", "largest error", "m", .value = cell_real_at, .of = &column_steps_error_max},
    {"evaluations", "evaluations", .value = cell_count_at, .of = &column_steps_evaluations},
    {"seconds", "time", "s", .value = seconds},
    {"stable", "stable", .value = stable},
};

const table_type table_accuracy = {
    .name = "accuracy",
    .title = "Accuracy against cost",
    .task = "accuracy",
    TABLE_COLUMNS(columns),
    .row_count = steps,
};
