/* Largest stable time steps beside published ones, and what stands behind: one grid a method. */
#include "analysis/quantities/limits.h"
#include "analysis/quantities/rests.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.group = &columns_subject},
    {.name = "published_dt_s", PUBLISHED("dt_stable")},
    {"dt_stable_s", "largest Δt, measured", "s", 1, 4, TOLD(limit_told),
     .traits = &column_is_limit},
    {NULL, "largest Δt, published", "s", 1, 4, PUBLISHED("dt_stable"), .traits = &column_is_limit},
    {NULL, "iterations, measured", TOLD(rests_told)},
    {NULL, "iterations, published", PUBLISHED_COUNT("rest_iterations")},
    {NULL, "evidence", WORD(limit_evidence)},
    {.name = "dt_unstable_s", CASE_REAL(dt_unstable)},
    {.name = "failure", WORD(limit_failure)},
    {.name = "failure_iteration", TOLD(limit_told_iteration)},
    {.name = "reproduced", WORD(limit_reproduced)},
    {.group = &columns_late},
};

const table_type table_dt_limits = {
    .name = "dt_limits",
    .title = "Largest stable time steps",
    .task = "stable_step",
    .filter = limit_is_published,
    TABLE_COLUMNS(columns),
    .by_method = "largest time step and iterations to equilibrium",
    .published = "dt_stable",
    .marks = MARKS("≠: a largest step or a count of iterations that is not the published one, by "
                   "the tolerance that the study states or else in the digits printed, or (–) no "
                   "rest within the horizon."),
    .intro = "Iterations are those of the best-fitting criterion of each "
             "simulation: see the table of equilibrium. Evidence: whether the "
             "published step could have been missed; not where it chose a mass "
             "that is not printed (fitted), nor under another scheme than the "
             "printed (variant).",
};
