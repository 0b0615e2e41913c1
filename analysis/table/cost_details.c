/* What stands behind a break-down of times, as of the times of whole iterations. */
#include "analysis/quantities/timing_rows.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.group = &columns_timing_detail},
};

const table_type table_cost_details = {
    .name = "cost_details",
    .title = "Break-down of processing times: spread, and state of the machine",
    .task = "cost",
    TABLE_COLUMNS(columns),
    .rows = &timing_detail_rows,
    .use = TABLE_AS_DATA,
};
