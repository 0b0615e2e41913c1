/* Largest stable time steps beside published ones, and what stands behind: one grid a method. */
#include <math.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/rests.h"
#include "analysis/quantities/verdicts.h"
#include "analysis/table/limit_cells.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* Iterations to equilibrium of the run that simulates the same, by the criterion that stands for
 * it, or why there are none. */
static void rest(const table_row *row, const table_column *column, table_cell *cell)
{
    const found_rest found = rests_find(rests_of(row->s), row->c);
    const double iterations = rests_iterations(rests_of(row->s), row->c);
    const char *why_not = found.choice ? equilibrium_why_not(found.item, found.choice) : "";
    published_value p;
    (void)column;
    cell_set_count(cell, iterations);
    snprintf(cell->own, sizeof cell->own, why_not[0] ? "none: %s" : "–", why_not);
    if (found.item && !case_ended(found.item))
        cell->word = case_status(found.item);
    else if (isnan(iterations) && found.item)
        cell->word = cell->own;
    if (!found.item || !case_ended(found.item) ||
        !case_published_value(row->c, "rest_iterations", &p) || isnan(p.value))
        return;
    cell->agrees = !isnan(iterations) && published_agrees(&p, iterations);
    cell->differs = !cell->agrees;
}

static const char *evidence(const study_case *c)
{
    published_value limit;
    return case_published_value(c, "dt_stable", &limit) ? verdict_evidence(c, &limit) : "";
}

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "published_dt_s", .value = cell_published, .of = "dt_stable"},
    {"dt_stable_s", "largest Δt, measured", "s", 1, 4, limit_cell_stable, NULL, &column_is_limit},
    {NULL, "largest Δt, published", "s", 1, 4, cell_published, "dt_stable", &column_is_limit},
    {NULL, "iterations, measured", .value = rest},
    {NULL, "iterations, published", .value = cell_published_count, .of = "rest_iterations"},
    {NULL, "evidence", .value = cell_word_by, .of = WORD(evidence)},
    {.name = "dt_unstable_s", .value = cell_real, .of = &column_dt_unstable},
    {.name = "failure", .value = limit_cell_failure},
    {.name = "failure_iteration", .value = limit_cell_iteration},
    {.name = "reproduced", .value = limit_cell_reproduced},
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
