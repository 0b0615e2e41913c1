/* Advice: what every method can do on a scene, and what it costs; a row a method. */
#include "analysis/quantities/advice.h"

#include <stddef.h>
#include <stdio.h>

#include "analysis/table/table.h"

static size_t methods(const study_case *c)
{
    return advice_methods_of(c).count;
}

static bool has_advice(const study_case *c)
{
    return methods(c) > 0;
}

/* `of`: the place of an array in advice_methods. */
static const size_t at_dt_start = offsetof(advice_methods, dt_start),
                    at_dt = offsetof(advice_methods, dt), at_step = offsetof(advice_methods, step),
                    at_error_limit = offsetof(advice_methods, error_limit),
                    at_error = offsetof(advice_methods, error),
                    at_cost = offsetof(advice_methods, cost),
                    at_cost_second = offsetof(advice_methods, cost_second),
                    at_stable = offsetof(advice_methods, check_stable),
                    at_unstable = offsetof(advice_methods, check_unstable),
                    at_name = offsetof(advice_methods, name),
                    at_limit = offsetof(advice_methods, limit),
                    at_note = offsetof(advice_methods, note);

static void number(const table_row *row, const table_column *column, table_cell *cell)
{
    const advice_methods m = advice_methods_of(row->c);
    const size_t *at = column->of;
    cell_set_real(cell,
                  (*(const double *const *)(const void *)((const char *)&m + *at))[row->index]);
}

static void velocity_error(const table_row *row, const table_column *column, table_cell *cell)
{
    const advice_methods m = advice_methods_of(row->c);
    (void)column;
    if (m.velocity_error)
        cell_set_real(cell, m.velocity_error[row->index]);
}

static void text(const table_row *row, const table_column *column, table_cell *cell)
{
    const advice_methods m = advice_methods_of(row->c);
    const size_t *at = column->of;
    cell_set_text(cell,
                  (*(char *const *const *)(const void *)((const char *)&m + *at))[row->index]);
}

static void title(const table_row *row, const table_column *column, table_cell *cell)
{
    const advice_methods m = advice_methods_of(row->c);
    const size_t i = row->index;
    char name[96];
    (void)column;
    integrator_title(m.name[i], name, sizeof name);
    cell_set_words(cell, "%s%s", name,
                   i == m.recommended ? ", recommended"
                   : i == m.own       ? ", its own"
                                      : "");
}

static void bracket(const table_row *row, const table_column *column, table_cell *cell)
{
    const advice_methods m = advice_methods_of(row->c);
    (void)column;
    cell_set_range(cell, m.check_stable[row->index], m.check_unstable[row->index]);
}

static void ratio(const table_row *row, const table_column *column, table_cell *cell)
{
    const advice_methods m = advice_methods_of(row->c);
    (void)column;
    cell_set_real(cell, advice_ratio(&m, row->index));
}

static void own(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, row->index == advice_methods_of(row->c).own ? "own" : "");
}

static void recommended(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, row->index == advice_methods_of(row->c).recommended ? "recommended" : "");
}

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "method", .value = text, .of = &at_name},
    {NULL, "method", .value = title},
    {"limit", "limit", .value = text, .of = &at_limit},
    {"dt_start_s", "start", "ms", 1e3, 4, number, &at_dt_start, NULL},
    {"dt_s", "worst", "ms", 1e3, 4, number, &at_dt, NULL},
    {"step_s", "advised", "ms", 1e3, 4, number, &at_step, NULL},
    {.name = "error_limit_m", .value = number, .of = &at_error_limit},
    {"error_m", "error", "mm", 1e3, 4, number, &at_error, NULL},
    {"cost_step_s", "a step", "µs", 1e6, 4, number, &at_cost, NULL},
    {"cost_second_s", "a second", "ms", 1e3, 4, number, &at_cost_second, NULL},
    {.name = "check_stable_s", .value = number, .of = &at_stable},
    {.name = "check_unstable_s", .value = number, .of = &at_unstable},
    {NULL, "bracket", "ms", 1e3, 4, bracket, NULL, NULL},
    {"ratio", "worst/bracket", "", 1, 3, ratio, NULL, NULL},
    {.name = "own", .value = own},
    {.name = "recommended", .value = recommended},
    {.name = "without", .value = cell_text, .of = &column_without},
    {.name = "note", .value = text, .of = &at_note},
    {"velocity_error_m_s", "velocity error", "mm/s", 1e3, 4, velocity_error, NULL, NULL},
};

const table_type table_advice = {
    .name = "advice",
    .title = "Advice on the time step",
    .task = "advice",
    .filter = has_advice,
    TABLE_COLUMNS(columns),
    .keys = KEYS_BUT_METHOD,
    .row_count = methods,
    .printed = true,
    .intro = "start, worst: the largest step as predicted at the start and at the worst state of a "
             "short run. advised: a share of it, halved until the accuracy that was asked for is "
             "kept; error: there, r.m.s., after the comparison. limit: grows, the method grows at "
             "every step; none, accuracy decides alone.",
};
