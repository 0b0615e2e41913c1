/* Processing times, beside published ones: for people a grid a method, with costs relative to those
 * under the first. */
#include "analysis/quantities/timing.h"
#include "analysis/quantities/timing_rows.h"
#include "analysis/table/table.h"

#define ROW timing_row
static const table_column columns[] = {
    {.group = &columns_subject},
    {"vertices", "vertices", CASE_COUNT(nodes)},
    {"ti_s", "Tᵢ, measured", "µs", 1e6, 4, ROW_TOLD(ti)},
    {.name = "ti_low_s", ROW_REAL(low)},
    {.name = "ti_high_s", ROW_REAL(high)},
    {"published_ti_s", "Tᵢ, published", "s", 1, 7, PUBLISHED("iteration_time")},
    {"te_s", "Tₑ, measured", "s", 1, 3, ROW_REAL(te)},
    {"published_te_s", "Tₑ, published", "s", 1, 4, PUBLISHED("rest_time")},
    {"force_evaluations", "evaluations", CASE_REAL(evaluations_per_iteration)},
};

const table_type table_timing = {
    .name = "timing",
    .title = "Processing times",
    .task = "timing",
    .filter = timing_is_of_a_simulation,
    TABLE_COLUMNS(columns),
    .rows = &timing_rows,
    .keys = KEYS_BUT_METHOD,
    .more = timing_ratio_columns,
    .by_method = "processing times",
    .published = "iteration_time",
    .told = PARAGRAPHS(timing_words, timing_rest_words),
    .marks = MARKS("≠: further than 20 % from the published ratio.",
                   "†: the machine was not at rest (timing_details says how): no time to quote."),
};
