/* Advice: what every method can do on a scene, and what it costs; a row a method. */
#include "analysis/quantities/advice.h"
#include "analysis/table/table.h"

#define ROW advice_row
static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "method", EACH_TEXT(methods_name)},
    {NULL, "method", ROW_WORDS(title)},
    {"limit", "limit", EACH_TEXT(methods_limit)},
    {"dt_start_s", "start", "ms", 1e3, 4, EACH_REAL(methods_dt_start)},
    {"dt_s", "worst", "ms", 1e3, 4, EACH_REAL(methods_dt)},
    {"step_s", "advised", "ms", 1e3, 4, EACH_REAL(methods_step)},
    {.name = "error_limit_m", EACH_REAL(methods_error_limit)},
    {"error_m", "error", "mm", 1e3, 4, EACH_REAL(methods_error_rms)},
    {"cost_step_s", "a step", "µs", 1e6, 4, EACH_REAL(methods_cost)},
    {"cost_second_s", "a second", "ms", 1e3, 4, EACH_REAL(methods_cost_second)},
    {"check_stable_s", "bracket", "ms", 1e3, 4,
     EACH_RANGE(methods_check_stable, methods_check_unstable), .end = "check_unstable_s"},
    {"ratio", "worst/bracket", "", 1, 3, ROW_REAL(ratio)},
    {.name = "own", ROW_TEXT(own)},
    {.name = "recommended", ROW_TEXT(recommended)},
    {.name = "without", CASE_TEXT(without)},
    {.name = "note", EACH_TEXT(methods_note)},
    {"velocity_error_m_s", "velocity error", "mm/s", 1e3, 4, EACH_REAL(methods_velocity_error)},
};

const table_type table_advice = {
    .name = "advice",
    .title = "Advice on the time step",
    .task = "advice",
    .filter = advice_is_given,
    TABLE_COLUMNS(columns),
    .rows = &advice_rows,
    .keys = KEYS_BUT_METHOD,
    .intro = "start, worst: the largest step as predicted at the start and at the worst state of a "
             "short run. advised: a share of it, halved until the accuracy that was asked for is "
             "kept; error: there, r.m.s., after the comparison. limit: grows, the method grows at "
             "every step; none, accuracy decides alone.",
};
