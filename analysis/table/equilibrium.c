/* Iterations to equilibrium: in the CSV by every criterion that was watched; for people by the
 * criterion that stands for a simulation, or, where nothing is published, by every threshold. */
#include "analysis/quantities/equilibrium.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/quantities/rests.h"
#include "analysis/quantities/verdicts.h"
#include "analysis/table/equilibrium_fits.h"
#include "analysis/table/table.h"

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

/* --- by a threshold, in two columns each --- */

typedef struct at_one {
    char heading[COLUMN_HEADING];
    equilibrium_choice choice;
} at_one;

static void iterations_at(const table_row *row, const table_column *column, table_cell *cell)
{
    const at_one *at = column->of;
    const told_value made = equilibrium_told(row->c, &at->choice);
    cell_set_told(cell, &made);
}

static void off_at(const table_row *row, const table_column *column, table_cell *cell)
{
    const at_one *at = column->of;
    const told_value made = equilibrium_off(row->c, &at->choice);
    cell_set_told(cell, &made);
}

static const table_column at_each[] = {{.value = iterations_at},
                                       {.heading = "off", .unit = "%", .value = off_at}};

static void *thresholds(const study *s, const case_list *cases, size_t *count)
{
    double *threshold = equilibrium_thresholds_shown(cases, count);
    at_one *at = threshold ? calloc(*count + 1, sizeof *at) : NULL;
    (void)s;
    for (size_t i = 0; at && i < *count; i++) {
        at[i].choice = equilibrium_displacement(threshold[i]);
        snprintf(at[i].heading, sizeof at[i].heading, "at %.3g m", threshold[i]);
    }
    free(threshold);
    return at;
}

/* --- the table --- */

/* Published tables are of a method each. */
static void caption(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    if (comparison_is_asked(row->c, "rest_iterations"))
        cell_set_words(cell, "%s: iterations to equilibrium", case_method_title(row->c));
}

static void introduce(const study *s, const case_list *cases, document *out)
{
    (void)s;
    document_paragraph(out, "At a threshold: iterations until no node moves further than that in "
                            "one iteration. A threshold is reached at the iteration after the last "
                            "that violates it, if the run has gone on for three times as long and "
                            "a push of the state that it leaves dies out.");
    if (equilibrium_is_published(cases))
        document_paragraph(out, "The threshold behind published counts is the one of the least "
                                "factor: exp of the r.m.s. of ln(measured / published), 1.1 is "
                                "about 10 %% off (docs/equilibrium.md).");
}

const table_type table_equilibrium = {
    .name = "equilibrium",
    .title = "Iterations to equilibrium",
    .task = "equilibrium",
    TABLE_COLUMNS(columns),
    .row_count = equilibrium_rows,
    .read = equilibrium_row_read,
    .row_size = sizeof(equilibrium_row),
    .row_a_case = true,
    MORE_COLUMNS(at_each, thresholds, at_one),
    .printed = true,
    .caption = &(const table_column){.value = caption},
    .introduce = introduce,
    .before = PARTS(&equilibrium_best_criteria, &equilibrium_factors),
};
