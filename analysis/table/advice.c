/* Advice: what every method can do on a scene, and what it costs; a row a method. */
#include "analysis/quantities/advice.h"
#include "analysis/table/table.h"

#define REAL(column) cell_real_at, &(column), NULL
static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "method", .value = cell_text_at, .of = &column_methods_name},
    {NULL, "method", .value = cell_made_words, .of = AT(advice_row, title)},
    {"limit", "limit", .value = cell_text_at, .of = &column_methods_limit},
    {"dt_start_s", "start", "ms", 1e3, 4, REAL(column_methods_dt_start)},
    {"dt_s", "worst", "ms", 1e3, 4, REAL(column_methods_dt)},
    {"step_s", "advised", "ms", 1e3, 4, REAL(column_methods_step)},
    {.name = "error_limit_m", .value = cell_real_at, .of = &column_methods_error_limit},
    {"error_m", "error", "mm", 1e3, 4, REAL(column_methods_error_rms)},
    {"cost_step_s", "a step", "µs", 1e6, 4, REAL(column_methods_cost)},
    {"cost_second_s", "a second", "ms", 1e3, 4, REAL(column_methods_cost_second)},
    {.name = "check_stable_s", .value = cell_real_at, .of = &column_methods_check_stable},
    {.name = "check_unstable_s", .value = cell_real_at, .of = &column_methods_check_unstable},
    {NULL, "bracket", "ms", 1e3, 4, cell_range_at,
     RANGE(column_methods_check_stable, column_methods_check_unstable), NULL},
    {"ratio", "worst/bracket", "", 1, 3, cell_made_real, AT(advice_row, ratio), NULL},
    {.name = "own", .value = cell_made_text, .of = AT(advice_row, own)},
    {.name = "recommended", .value = cell_made_text, .of = AT(advice_row, recommended)},
    {.name = "without", .value = cell_text, .of = &column_without},
    {.name = "note", .value = cell_text_at, .of = &column_methods_note},
    {"velocity_error_m_s", "velocity error", "mm/s", 1e3, 4, REAL(column_methods_velocity_error)},
};

const table_type table_advice = {
    .name = "advice",
    .title = "Advice on the time step",
    .task = "advice",
    .filter = advice_is_given,
    TABLE_COLUMNS(columns),
    .keys = KEYS_BUT_METHOD,
    .row_count = advice_rows,
    .read = advice_row_read,
    .row_size = sizeof(advice_row),
    .printed = true,
    .intro = "start, worst: the largest step as predicted at the start and at the worst state of a "
             "short run. advised: a share of it, halved until the accuracy that was asked for is "
             "kept; error: there, r.m.s., after the comparison. limit: grows, the method grows at "
             "every step; none, accuracy decides alone.",
};
