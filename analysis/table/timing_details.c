/* What stands behind the times: the spread of their samples, and whether the machine was at rest.
 */
#include "analysis/quantities/timing_rows.h"
#include "analysis/table/table.h"

#define ROW timing_detail
static const column_traits is_time = {.quantity = "iteration_time"};

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.group = &columns_subject},
    {"vertices", "vertices", "", 0, 0, ROW_COUNT(vertices)},
    {"part", "part", "", 0, 0, ROW_TEXT(part)},
    {"samples", "samples", "", 0, 0, ROW_COUNT(samples)},
    {"median_s", "median", "µs", 1e6, 4, ROW_REAL(median), .traits = &is_time},
    {"mad_s", "deviation", "µs", 1e6, 4, ROW_REAL(mad), .traits = &is_time},
    {"low_s", "from", "µs", 1e6, 4, ROW_REAL(low), .traits = &is_time},
    {"high_s", "to", "µs", 1e6, 4, ROW_REAL(high), .traits = &is_time},
    {"outliers", "outliers", "", 0, 0, ROW_COUNT(outliers)},
    {"waiting_share", "waiting", "", 0, 3, ROW_REAL(waiting)},
    {"others_busy", "others busy", "", 0, 3, ROW_REAL(others)},
    {"steal_busy", "steal", "", 0, 3, ROW_REAL(steal)},
    {"clock_change", "clock", "", 0, 3, ROW_REAL(clock)},
    {"interruptions", "interruptions", "", 0, 0, ROW_COUNT(switches)},
    {"warnings", "warnings", "", 0, 0, ROW_WORDS(warnings)},
};
const column_group columns_timing_detail = {TABLE_COLUMNS(columns)};

const table_type table_timing_details = {
    .name = "timing_details",
    .title = "Processing times: spread, and state of the machine",
    .task = "timing",
    TABLE_COLUMNS(columns),
    .rows = &timing_detail_rows,
    .use = TABLE_AS_DATA,
};
