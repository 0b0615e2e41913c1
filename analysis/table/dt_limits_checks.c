/* Every run of the searches for the largest stable time step. */
#include "analysis/quantities/limits.h"
#include "analysis/table/table.h"

/* A case that broke off has none, or not all columns. */
static size_t runs(const study_case *c)
{
    const size_t n = case_rows(c, &column_runs_dt);
    const bool whole =
        case_reals(c, &column_runs_dt, n) && case_reals(c, &column_runs_value, n) &&
        case_texts(c, &column_runs_purpose, n) && case_texts(c, &column_runs_outcome, n) &&
        case_texts(c, &column_runs_detector, n) && case_integers(c, &column_runs_iteration, n) &&
        case_integers(c, &column_runs_node, n);
    return whole ? n : 0;
}

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {"dt_s", "Δt", "s", .value = cell_real_at, .of = &column_runs_dt},
    {"purpose", "purpose", .value = cell_text_at, .of = &column_runs_purpose},
    {"outcome", "ended", .value = cell_text_at, .of = &column_runs_outcome},
    {"detector", "failure", .value = cell_text_at, .of = &column_runs_detector},
    {"iteration", "at iteration", .value = cell_count_at, .of = &column_runs_iteration},
    {"node", "node", .value = cell_count_at, .of = &column_runs_node},
    {"value", "value", .value = cell_real_at, .of = &column_runs_value},
};

const table_type table_dt_limits_checks = {
    .name = "dt_limits_checks",
    .title = "Every run of the searches for the largest stable time step",
    .task = "stable_step",
    .filter = limit_is_plain,
    TABLE_COLUMNS(columns),
    .row_count = runs,
};
