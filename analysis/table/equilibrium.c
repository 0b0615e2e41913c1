/* Iterations to equilibrium: in the CSV by every criterion that was watched; for people by the
 * criterion that stands for a simulation, or, where nothing is published, by every threshold. */
#include "analysis/quantities/rests.h"
#include "analysis/table/equilibrium_fits.h"

#define ROW equilibrium_row
static const table_column columns[] = {
    {.group = &columns_subject},
    {.name = "threshold_m", ROW_REAL(threshold)},
    {"dt_s", "Δt", "s", 1, 4, CASE_REAL(dt), .traits = &column_is_step},
    {.name = "iterations", ROW_COUNT(iterations)},
    {.name = "state", ROW_TEXT(is.state)},
    {"published_iterations", "published", PUBLISHED_COUNT("rest_iterations")},
    {NULL, "best criterion", TOLD(rests_criterion)},
    {NULL, "iterations", TOLD(rests_count)},
    {NULL, "off", "%", TOLD(rests_off)},
};

const table_type table_equilibrium = {
    .name = "equilibrium",
    .title = "Iterations to equilibrium",
    .task = "equilibrium",
    TABLE_COLUMNS(columns),
    .rows = &equilibrium_rows,
    .row_a_case = true,
    .more = equilibrium_columns,
    .by_method = "iterations to equilibrium",
    .compared = "rest_iterations",
    .intro = "At a threshold: iterations until no node moves further than that in one iteration. A "
             "threshold is reached at the iteration after the last that violates it, if the run "
             "has gone on for three times as long and a push of the state that it leaves dies out.",
    .told = PARAGRAPHS(equilibrium_words),
    .before = PARTS(&equilibrium_best_criteria, &equilibrium_factors),
};
