/* Processing times, beside published ones: for people a grid a method, with costs relative to those
 * under the first. */
#include "analysis/quantities/timing.h"
#include "analysis/quantities/timing_rows.h"
#include "analysis/table/table.h"

#define REAL(member) .value = cell_made_real, .of = AT(timing_row, member)
static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {"vertices", "vertices", .value = cell_count, .of = &column_nodes},
    {"ti_s", "Tᵢ, measured", "µs", 1e6, 4, cell_told, AT(timing_row, ti), NULL},
    {.name = "ti_low_s", REAL(low)},
    {.name = "ti_high_s", REAL(high)},
    {"published_ti_s", "Tᵢ, published", "s", 1, 7, cell_published, "iteration_time", NULL},
    {"te_s", "Tₑ, measured", "s", 1, 3, cell_made_real, AT(timing_row, te), NULL},
    {"published_te_s", "Tₑ, published", "s", 1, 4, cell_published, "rest_time", NULL},
    {"force_evaluations", "evaluations", .value = cell_real,
     .of = &column_evaluations_per_iteration},
};

const table_type table_timing = {
    .name = "timing",
    .title = "Processing times",
    .task = "timing",
    .filter = timing_is_of_a_simulation,
    TABLE_COLUMNS(columns),
    .keys = KEYS_BUT_METHOD,
    .read = timing_row_read,
    .row_size = sizeof(timing_row),
    .more = timing_ratio_columns,
    .by_method = "processing times",
    .published = "iteration_time",
    .printed = true,
    .told = PARAGRAPHS(timing_words, timing_rest_words),
    .marks = MARKS("≠: further than 20 % from the published ratio.",
                   "†: the machine was not at rest (timing_details says how): no time to quote."),
};
