/* Largest stable time steps beside published ones, and what stands behind: one grid a method. */
#include "analysis/quantities/limits.h"
#include "analysis/quantities/rests.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "published_dt_s", .value = cell_published, .of = "dt_stable"},
    {"dt_stable_s", "largest Δt, measured", "s", 1, 4, cell_told_by, TOLD(limit_told),
     &column_is_limit},
    {NULL, "largest Δt, published", "s", 1, 4, cell_published, "dt_stable", &column_is_limit},
    {NULL, "iterations, measured", .value = cell_told_by, .of = TOLD(rests_told)},
    {NULL, "iterations, published", .value = cell_published_count, .of = "rest_iterations"},
    {NULL, "evidence", .value = cell_word_by, .of = WORD(limit_evidence)},
    {.name = "dt_unstable_s", .value = cell_real, .of = &column_dt_unstable},
    {.name = "failure", .value = cell_word_by, .of = WORD(limit_failure)},
    {.name = "failure_iteration", .value = cell_told_by, .of = TOLD(limit_told_iteration)},
    {.name = "reproduced", .value = cell_word_by, .of = WORD(limit_reproduced)},
    {.name = "late_iteration", .value = cell_count, .of = &column_late_iteration},
    {.name = "late_growth", .value = cell_real, .of = &column_late_growth},
    {.name = "late_excess_J", .value = cell_real, .of = &column_late_excess},
};

const table_type table_dt_limits = {
    .name = "dt_limits",
    .title = "Largest stable time steps",
    .task = "stable_step",
    .filter = limit_is_published,
    TABLE_COLUMNS(columns),
    .printed = true,
    .by_method = "largest time step and iterations to equilibrium",
    .published = "dt_stable",
    .marks = MARKS("≠: a largest step or a count of iterations that is not the published "
                   "one, by the tolerance that the study states or else in the digits "
                   "printed, or (–) no rest within the horizon."),
    .intro = "Iterations are those of the best-fitting criterion of each "
             "simulation: see the table of equilibrium. Evidence: whether the "
             "published step could have been missed; not where it chose a mass "
             "that is not printed (fitted), nor under another scheme than the "
             "printed (variant).",
};
