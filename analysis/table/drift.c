/* Energy over long runs without loads: whether it stays, and if not, how fast it goes. */
#include "analysis/quantities/runs.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "integrator", .value = cell_integrator},
    {"dt_s", "Δt", "s", 1, 4, CASE_REAL(dt), .traits = &column_is_step},
    {"duration_s", "time", "s", 1, 4, OWN(run_duration)},
    {"outcome", "run", .value = cell_end},
    {"drift", "energy", CASE_TEXT(drift_kind)},
    {"amplitude", "oscillation", "", 1, 2, CASE_REAL(drift_amplitude)},
    {.name = "largest", CASE_REAL(drift_largest)},
    {"rate_per_s", "drift", "1/s", 1, 3, CASE_REAL(drift_rate)},
    {"low_per_s", "95 % interval", "1/s", 1, 3, CASE_RANGE(drift_low, drift_high),
     .end = "high_per_s"},
};

const table_type table_drift = {
    .name = "drift",
    .title = "Energy drift",
    .task = "drift",
    TABLE_COLUMNS(columns),
    .intro = "Relative energy error of a sheet without damping and loads. oscillation: "
             "half its range within a sixteenth of the run. drift: slope of the means of "
             "those sixteenths; for an exponential one, of the logarithm of the energy.",
};
