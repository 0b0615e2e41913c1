/* Every sample of the times. */
#include "analysis/quantities/timing_rows.h"
#include "analysis/table/table.h"

#define ROW timing_sample
static const column_traits is_time = {.quantity = "iteration_time"};

static const table_column sample_columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.group = &columns_subject},
    {"vertices", "vertices", "", 0, 0, CASE_COUNT(nodes)},
    {"part", "part", "", 0, 0, ROW_TEXT(part)},
    {"turn", "turn", "", 0, 0, ROW_COUNT(turn)},
    {"start_s", "start", "s", 1, 4, ROW_REAL(start)},
    {"seconds", "time", "µs", 1e6, 4, ROW_REAL(seconds), .traits = &is_time},
    {"outlier", "outlier", "", 0, 0, ROW_TEXT(outlier)},
};

const table_type table_timing_samples = {
    .name = "timing_samples",
    .title = "Processing times: every sample",
    .task = "timing",
    TABLE_COLUMNS(sample_columns),
    .rows = &timing_sample_rows,
    .use = TABLE_AS_DATA,
};
