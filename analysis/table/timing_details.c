/* What stands behind the times: the spread of their samples, and whether the machine was at rest.
 */
#include "analysis/quantities/timing_rows.h"
#include "analysis/table/table.h"

static const column_traits is_time = {.quantity = "iteration_time"};

static const table_column detail_columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {"vertices", "vertices", "", 0, 0, cell_made_count, AT(timing_detail, vertices), NULL},
    {"part", "part", "", 0, 0, cell_made_text, AT(timing_detail, part), NULL},
    {"samples", "samples", "", 0, 0, cell_made_count, AT(timing_detail, samples), NULL},
    {"median_s", "median", "µs", 1e6, 4, cell_made_real, AT(timing_detail, median), &is_time},
    {"mad_s", "deviation", "µs", 1e6, 4, cell_made_real, AT(timing_detail, mad), &is_time},
    {"low_s", "from", "µs", 1e6, 4, cell_made_real, AT(timing_detail, low), &is_time},
    {"high_s", "to", "µs", 1e6, 4, cell_made_real, AT(timing_detail, high), &is_time},
    {"outliers", "outliers", "", 0, 0, cell_made_count, AT(timing_detail, outliers), NULL},
    {"waiting_share", "waiting", "", 0, 3, cell_made_real, AT(timing_detail, waiting), NULL},
    {"others_busy", "others busy", "", 0, 3, cell_made_real, AT(timing_detail, others), NULL},
    {"steal_busy", "steal", "", 0, 3, cell_made_real, AT(timing_detail, steal), NULL},
    {"clock_change", "clock", "", 0, 3, cell_made_real, AT(timing_detail, clock), NULL},
    {"interruptions", "interruptions", "", 0, 0, cell_made_count, AT(timing_detail, switches),
     NULL},
    {"warnings", "warnings", "", 0, 0, cell_made_words, AT(timing_detail, warnings), NULL},
};

const table_type table_timing_details = {
    .name = "timing_details",
    .title = "Processing times: spread, and state of the machine",
    .task = "timing",
    TABLE_COLUMNS(detail_columns),
    .row_count = timing_parts,
    .read = timing_detail_read,
    .row_size = sizeof(timing_detail),
};

const table_type table_cost_details = {
    .name = "cost_details",
    .title = "Break-down of processing times: spread, and state of the machine",
    .task = "cost",
    TABLE_COLUMNS(detail_columns),
    .row_count = timing_parts,
    .read = timing_detail_read,
    .row_size = sizeof(timing_detail),
};
