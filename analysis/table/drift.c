/* Energy over long runs without loads: whether it stays, and if not, how fast it goes. */
#include "analysis/quantities/runs.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "integrator", .value = cell_integrator},
    {"dt_s", "Δt", "s", 1, 4, cell_real, &column_dt, &column_is_step},
    {"duration_s", "time", "s", 1, 4, cell_own_number, OWN(run_duration), NULL},
    {"outcome", "run", .value = cell_end},
    {"drift", "energy", .value = cell_text, .of = &column_drift_kind},
    {"amplitude", "oscillation", "", 1, 2, cell_real, &column_drift_amplitude, NULL},
    {.name = "largest", .value = cell_real, .of = &column_drift_largest},
    {"rate_per_s", "drift", "1/s", 1, 3, cell_real, &column_drift_rate, NULL},
    {.name = "low_per_s", .value = cell_real, .of = &column_drift_low},
    {.name = "high_per_s", .value = cell_real, .of = &column_drift_high},
    {NULL, "95 % interval", "1/s", 1, 3, cell_range, RANGE(column_drift_low, column_drift_high),
     NULL},
};

const table_type table_drift = {
    .name = "drift",
    .title = "Energy drift",
    .task = "drift",
    TABLE_COLUMNS(columns),
    .printed = true,
    .intro = "Relative energy error of a sheet without damping and loads. oscillation: "
             "half its range within a sixteenth of the run. drift: slope of the means of "
             "those sixteenths; for an exponential one, of the logarithm of the energy.",
};
