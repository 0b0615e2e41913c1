/* Predicted beside measured limits of the time step, from the first, the worst and the last state
 * of a run: a row of the CSV each, and one for people. */
#include "analysis/quantities/predictions.h"

#include <math.h>
#include <stdio.h>

#include "analysis/quantities/limits.h"
#include "analysis/table/limit_cells.h"
#include "analysis/table/table.h"

static size_t places(const study_case *c)
{
    (void)c;
    return PREDICTED;
}

static bool is_worst(const table_row *row)
{
    return row->index == PREDICTED_WORST;
}

static void predicted(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_real(cell, predicted_number(row->c, column->of, row->index));
}

static void place(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, predicted_place(row->index));
}

/* `of`: which of the three. */
static const size_t at_start = 0, at_worst = 1, at_end = 2;

static void step_at(const table_row *row, const table_column *column, table_cell *cell)
{
    const size_t *at = column->of;
    cell_set_real(cell, predicted_number(row->c, &column_predicted_dt, *at));
}

static void iteration(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_count(cell, predicted_number(row->c, column->of, PREDICTED_WORST));
}

static void search(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_range(row, column, cell);
    cell->agrees = case_ended(row->c) && limit_is_reproduced(row->c);
    cell->word = case_ended(row->c) ? NULL : case_status(row->c);
}

static void bracket(const table_row *row, const table_column *column, table_cell *cell)
{
    if (case_ended(row->c))
        cell_range(row, column, cell);
}

/* Further from 1 than this is a difference. */
static void ratio_cell(double ratio, table_cell *cell)
{
    static const double same_limit = 0.03;
    cell_set_real(cell, ratio);
    cell->mark = fabs(ratio - 1) > same_limit ? "≠" : NULL;
}

static void ratio(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    ratio_cell(predicted_number(row->c, &column_predicted_ratio, row->index), cell);
}

static void ratio_in_horizon(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    ratio_cell(predicted_number(row->c, &column_horizon_dt, row->index) /
                   predicted_measured(row->c),
               cell);
}

static void ratio_along(const table_row *row, const table_column *column, table_cell *cell)
{
    ratio_cell(case_number(row->c, column->of), cell);
}

/* "0.128 to 0.2, from 0.31": the ranges of steps that grow, in ms. */
static void ranges(const table_row *row, const table_column *column, table_cell *cell)
{
    const size_t n = case_rows(row->c, &column_ranges_from);
    const double *from = case_reals(row->c, &column_ranges_from, n);
    const double *to = case_reals(row->c, &column_ranges_to, n);
    char text[256] = "";
    size_t used = 0;
    (void)column;
    for (size_t i = 0; from && to && i < n && used < sizeof text; i++) {
        const char *before = i ? ", " : "";
        if (isnan(from[i]))
            continue;
        if (isinf(to[i]))
            used += (size_t)snprintf(text + used, sizeof text - used, "%sfrom %.4g", before,
                                     1e3 * from[i]);
        else
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%.4g to %.4g", before,
                                     1e3 * from[i], 1e3 * to[i]);
    }
    cell_set_words(cell, "%s", text);
}

static void checks(const table_row *row, const table_column *column, table_cell *cell)
{
    char text[128], failed[128];
    (void)column;
    limit_checks(row->c, text, sizeof text);
    limit_failed_checks(row->c, failed, sizeof failed);
    cell_set_words(cell, "%s", text);
    cell->word = case_ended(row->c) ? NULL : "–";
    cell->mark = case_ended(row->c) && failed[0] ? "†" : NULL;
}

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "omega_max", .value = predicted, .of = &column_predicted_omega_max},
    {NULL, "z", "", 1, 4, predicted, &column_predicted_z, NULL},
    {NULL, "estimate", "ms", 1e3, 4, cell_own_number, OWN(predicted_by_source), &column_is_limit},
    {.name = "where", .value = place},
    {.name = "predicted_dt_s", .value = predicted, .of = &column_predicted_dt},
    {NULL, "start", "ms", 1e3, 4, step_at, &at_start, &column_is_limit},
    {NULL, "worst", "ms", 1e3, 4, step_at, &at_worst, &column_is_limit},
    {NULL, "end", "ms", 1e3, 4, step_at, &at_end, &column_is_limit},
    {NULL, "iteration", .value = iteration, .of = &column_predicted_iteration},
    {.name = "dt_stable_s", .value = cell_real, .of = &column_bisected_stable},
    {.name = "dt_unstable_s", .value = cell_real, .of = &column_bisected_unstable},
    {"ratio", "ratio", "", 1, 3, ratio, NULL, NULL},
    {"published_dt_s", "published", "ms", 1e3, 4, cell_published, "dt_stable", &column_is_limit},
    {.name = "search_stable_s", .value = cell_real, .of = &column_dt_stable},
    {.name = "search_unstable_s", .value = cell_real, .of = &column_dt_unstable},
    {NULL, "search", "ms", 1e3, 5, search, LIMIT_SEARCH, &column_is_limit},
    {NULL, "bracket", "ms", 1e3, 5, bracket, LIMIT_BRACKET, &column_is_limit},
    {.name = "horizon", .value = cell_count, .of = &column_horizon},
    {.name = "late_iteration", .value = cell_count, .of = &column_late_iteration},
    {.name = "bracket_late_iteration", .value = cell_count, .of = &column_bisected_late_iteration},
    {.name = "stable_above", .value = cell_count, .of = &column_scan_stable},
    {.name = "unstable_below", .value = cell_count, .of = &column_below_unstable},
    {NULL, "in horizon", "", 1, 3, ratio_in_horizon, NULL, NULL},
    {"along_dt_s", "along the run", "ms", 1e3, 4, cell_real, &column_along_dt, &column_is_limit},
    {"along_ratio", "along/bracket", "", 1, 3, ratio_along, &column_along_ratio, NULL},
    {"grows", "grows (ms)", .value = ranges},
    {"limited_by", "limited by", .value = cell_text, .of = &column_limited_by},
    {"cause", "cause", .value = cell_text, .of = &column_cause},
    {"label", "checks", .value = checks},
    {"without", "without", .value = cell_text, .of = &column_without},
    {NULL, "products", .value = cell_count, .of = &column_tangent_products},
    {NULL, "time", "s", 1, 2, cell_real, &column_spectrum_seconds, NULL},
};

const table_type table_predictions = {
    .name = "predictions",
    .title = "Predicted and measured limits of the time step",
    .task = "predict",
    TABLE_COLUMNS(columns),
    .row_count = places,
    .shown = is_worst,
    .printed = true,
    .by_method = "predicted and measured limit of the time step",
    .intro = "The largest step whose linearised step does not grow, at the first, the "
             "worst and the last state of a run, beside the measured limit "
             "(docs/predictions.md: each column). ratio: worst over the bracket's "
             "middle; ≠: further off than 3 %.",
};
