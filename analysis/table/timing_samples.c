/* Every sample of the times. */
#include "analysis/quantities/timing_rows.h"
#include "analysis/table/table.h"

static const column_traits is_time = {.quantity = "iteration_time"};

static const table_column sample_columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {"vertices", "vertices", "", 0, 0, cell_count, &column_nodes, NULL},
    {"part", "part", "", 0, 0, cell_made_text, AT(timing_sample, part), NULL},
    {"turn", "turn", "", 0, 0, cell_made_count, AT(timing_sample, turn), NULL},
    {"start_s", "start", "s", 1, 4, cell_made_real, AT(timing_sample, start), NULL},
    {"seconds", "time", "µs", 1e6, 4, cell_made_real, AT(timing_sample, seconds), &is_time},
    {"outlier", "outlier", "", 0, 0, cell_made_text, AT(timing_sample, outlier), NULL},
};

const table_type table_timing_samples = {
    .name = "timing_samples",
    .title = "Processing times: every sample",
    .task = "timing",
    TABLE_COLUMNS(sample_columns),
    .row_count = timing_count,
    .read = timing_sample_read,
    .row_size = sizeof(timing_sample),
};
