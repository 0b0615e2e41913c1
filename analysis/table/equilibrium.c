/* Iterations to equilibrium: in the CSV by every criterion that was watched; for people by the
 * criterion that stands for a simulation, or, where nothing is published, by every threshold. */
#include "analysis/quantities/rests.h"
#include "analysis/table/equilibrium_fits.h"

#define OF(member) AT(equilibrium_row, member)
static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "threshold_m", .value = cell_made_real, .of = OF(threshold)},
    {"dt_s", "Δt", "s", 1, 4, cell_real, &column_dt, &column_is_step},
    {.name = "iterations", .value = cell_made_count, .of = OF(iterations)},
    {.name = "state", .value = cell_made_text, .of = OF(is.state)},
    {"published_iterations", "published", .value = cell_published_count, .of = "rest_iterations"},
    {NULL, "best criterion", .value = cell_told_by, .of = TOLD(rests_criterion)},
    {NULL, "iterations", .value = cell_told_by, .of = TOLD(rests_count)},
    {NULL, "off", "%", .value = cell_told_by, .of = TOLD(rests_off)},
};

const table_type table_equilibrium = {
    .name = "equilibrium",
    .title = "Iterations to equilibrium",
    .task = "equilibrium",
    TABLE_COLUMNS(columns),
    .row_count = equilibrium_rows,
    .read = equilibrium_row_read,
    .row_size = sizeof(equilibrium_row),
    .row_a_case = true,
    .more = equilibrium_columns,
    .printed = true,
    .by_method = "iterations to equilibrium",
    .compared = "rest_iterations",
    .intro = "At a threshold: iterations until no node moves further than that in one iteration. A "
             "threshold is reached at the iteration after the last that violates it, if the run "
             "has gone on for three times as long and a push of the state that it leaves dies out.",
    .told = PARAGRAPHS(equilibrium_words),
    .before = PARTS(&equilibrium_best_criteria, &equilibrium_factors),
};
