/* What an iteration's time is spent on. */
#include "analysis/quantities/timing_rows.h"
#include "analysis/table/table.h"

#define ROW timing_breakdown
static const table_column columns[] = {
    {.group = &columns_subject},
    {"vertices", "vertices", CASE_COUNT(nodes)},
    {.name = "force_evaluations", CASE_REAL(evaluations_per_iteration)},
    {.name = "force_s", ROW_REAL(force)},
    {"step_s", "step", "µs", 1e6, 3, ROW_TOLD(step)},
    {.name = "watched_s", ROW_REAL(watched)},
    {"force_share", "forces", "%", 100, 2, ROW_REAL(force_share)},
    {"method_share", "method", "%", 100, 2, ROW_REAL(method_share)},
    {"observers_share", "observers", "%", 100, 2, ROW_REAL(observers_share)},
};

const table_type table_cost_breakdown = {
    .name = "cost_breakdown",
    .title = "What an iteration's time is spent on",
    .task = "cost",
    TABLE_COLUMNS(columns),
    .rows = &timing_breakdown_rows,
    .intro = "Forces, method and observers in per cent of a step without observers. Method is what "
             "a step takes beyond its evaluations of the force timed alone: a small number may be "
             "below nothing. Observers are the detectors of a search.",
};
