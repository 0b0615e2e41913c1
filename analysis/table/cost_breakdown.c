/* What an iteration's time is spent on. */
#include "analysis/quantities/timing_rows.h"
#include "analysis/table/table.h"

#define OF(member) AT(timing_breakdown, member)
static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {"vertices", "vertices", .value = cell_count, .of = &column_nodes},
    {.name = "force_evaluations", .value = cell_real, .of = &column_evaluations_per_iteration},
    {.name = "force_s", .value = cell_made_real, .of = OF(force)},
    {"step_s", "step", "µs", 1e6, 3, cell_told, OF(step), NULL},
    {.name = "watched_s", .value = cell_made_real, .of = OF(watched)},
    {"force_share", "forces", "%", 100, 2, cell_made_real, OF(force_share), NULL},
    {"method_share", "method", "%", 100, 2, cell_made_real, OF(method_share), NULL},
    {"observers_share", "observers", "%", 100, 2, cell_made_real, OF(observers_share), NULL},
};

const table_type table_cost_breakdown = {
    .name = "cost_breakdown",
    .title = "What an iteration's time is spent on",
    .task = "cost",
    TABLE_COLUMNS(columns),
    .read = timing_breakdown_read,
    .row_size = sizeof(timing_breakdown),
    .printed = true,
    .intro = "Forces, method and observers in per cent of a step without observers. "
             "Method is what a step takes beyond its evaluations of the force timed "
             "alone: a small number may be below nothing. Observers are the "
             "detectors of a search.",
};
