/* Iterations to equilibrium: in the CSV by every criterion that was watched; for people by the
 * criterion that stands for a simulation, or, where nothing is published, by every threshold. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/rests.h"
#include "analysis/table/equilibrium_fits.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* --- criteria, a row each --- */

static size_t criteria(const study_case *c)
{
    criterion of;
    size_t count = 0;
    while (criterion_at(c, count, &of))
        count++;
    return count;
}

static bool is_in_metres_a_step(const criterion *of)
{
    return strcmp(of->name, "displacement") == 0 || strcmp(of->name, "level") == 0;
}

static bool read_displacement(const table_row *row, void *made)
{
    return criterion_at(row->c, row->index, made) && is_in_metres_a_step(made);
}

static bool read_other(const table_row *row, void *made)
{
    return criterion_at(row->c, row->index, made) && !is_in_metres_a_step(made);
}

/* `level` has no threshold: its cell stays empty. */
static void threshold(const table_row *row, const table_column *column, table_cell *cell)
{
    const criterion *of = row->made;
    (void)column;
    if (strcmp(of->name, "level") != 0)
        cell_set_real(cell, of->threshold);
}

static void iterations(const table_row *row, const table_column *column, table_cell *cell)
{
    const criterion *of = row->made;
    (void)column;
    cell_set_count(cell, (double)of->iteration);
}

static void published(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_count(cell, case_published(row->c, "rest_iterations"));
}

/* --- a case, for people --- */

static const equilibrium_choice *best_of(const table_row *row)
{
    return rests_find(rests_of(row->s), row->c).choice;
}

/* "1149", "none: buckles later". */
static void by_choice(const study_case *c, const equilibrium_choice *choice, table_cell *cell)
{
    const char *why_not = equilibrium_why_not(c, choice);
    cell_set_count(cell, (double)equilibrium_iterations(c, choice));
    snprintf(cell->own, sizeof cell->own, "none: %s", why_not);
    if (!case_ended(c))
        cell->word = case_status(c);
    else if (why_not[0])
        cell->word = cell->own;
}

/* "-3 %": iterations over the published count, less one. */
static void off_by_choice(const study_case *c, const equilibrium_choice *choice, table_cell *cell)
{
    const double made = (double)equilibrium_iterations(c, choice),
                 printed = case_published(c, "rest_iterations");
    if (!(made > 0 && printed > 0))
        return;
    cell_set_real(cell, round(100 * (made / printed - 1)));
    snprintf(cell->own, sizeof cell->own, cell->value == 0 ? "0" : "%+.0f", cell->value);
    cell->word = cell->own;
}

static void best(const table_row *row, const table_column *column, table_cell *cell)
{
    const equilibrium_choice *choice = best_of(row);
    (void)column;
    if (choice)
        equilibrium_cell_criterion(choice, cell);
}

static void at_best(const table_row *row, const table_column *column, table_cell *cell)
{
    const equilibrium_choice *choice = best_of(row);
    (void)column;
    if (choice)
        by_choice(row->c, choice, cell);
    else
        cell->word = cell_why_not(row->c);
}

static void off_best(const table_row *row, const table_column *column, table_cell *cell)
{
    const equilibrium_choice *choice = best_of(row);
    (void)column;
    if (choice)
        off_by_choice(row->c, choice, cell);
}

/* --- by one threshold of displacement --- */

static void at_threshold(const table_row *row, const table_column *column, table_cell *cell)
{
    const equilibrium_choice at = equilibrium_displacement(*(const double *)column->of);
    by_choice(row->c, &at, cell);
}

static void off_threshold(const table_row *row, const table_column *column, table_cell *cell)
{
    const equilibrium_choice at = equilibrium_displacement(*(const double *)column->of);
    off_by_choice(row->c, &at, cell);
}

static bool any_published(const case_list *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        if (case_published(cases->item[i], "rest_iterations") > 0)
            return true;
    return false;
}

/* The one that fits all published counts best, or, where nothing is published, all. */
static double *thresholds_of(const case_list *cases, size_t *count)
{
    equilibrium_choice all;
    double *threshold = equilibrium_thresholds(cases, "displacement", count);
    if (threshold && *count > 0 && any_published(cases)) {
        *count = equilibrium_choose(cases, NULL, &all) && !isnan(all.threshold);
        threshold[0] = *count > 0 ? all.threshold : TRAMA_NAN;
    }
    return threshold;
}

typedef struct at_one {
    double threshold;
    char heading[32];
} at_one;

/* Two columns a threshold, and behind them what they are of. */
static table_column *by_thresholds(const study *s, const case_list *cases, size_t *count,
                                   document *out)
{
    size_t n = 0;
    double *threshold = thresholds_of(cases, &n);
    table_column *column = calloc(1, 2 * n * sizeof *column + n * sizeof(at_one) + 1);
    at_one *of = (at_one *)(column + 2 * n);
    (void)s;
    for (size_t i = 0; threshold && column && i < n; i++) {
        of[i].threshold = threshold[i];
        snprintf(of[i].heading, sizeof of[i].heading, "at %.3g m", threshold[i]);
        column[2 * i] =
            (table_column){.heading = of[i].heading, .value = at_threshold, .of = &of[i].threshold};
        column[2 * i + 1] = (table_column){
            .heading = "off", .unit = "%", .value = off_threshold, .of = &of[i].threshold};
    }
    out->no_memory |= !threshold || !column;
    *count = threshold && column ? 2 * n : 0;
    free(threshold);
    return column;
}

/* --- the tables --- */

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "threshold_m", .value = threshold},
    {"dt_s", "Δt", "s", 1, 4, cell_real, &column_dt, &column_is_step},
    {.name = "iterations", .value = iterations},
    {.name = "state", .value = cell_made_text, .of = AT(criterion, state)},
    {"published_iterations", "published", .value = published},
    {NULL, "best criterion", .value = best},
    {NULL, "iterations", .value = at_best},
    {NULL, "off", "%", .value = off_best},
};

static const table_column other_columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "criterion", .value = cell_made_text, .of = AT(criterion, name)},
    {.name = "threshold", .value = threshold},
    {.name = "unit", .value = cell_made_text, .of = AT(criterion, unit)},
    {.name = "dt_s", .value = cell_real, .of = &column_dt},
    {.name = "iterations", .value = iterations},
    {.name = "state", .value = cell_made_text, .of = AT(criterion, state)},
    {.name = "published_iterations", .value = published},
};

/* Published tables are of a method each. */
static void caption(const table_row *row, char *text, size_t size)
{
    const study_block *of = case_block(row->c);
    bool is_compared = false;
    for (size_t t = 0; t < of->table_count; t++)
        for (size_t i = 0; i < of->table[t].comparison_count; i++)
            is_compared |= strcmp(of->table[t].comparison[i].quantity, "rest_iterations") == 0;
    snprintf(text, size, "%s%s", is_compared ? case_method_title(row->c) : "",
             is_compared ? ": iterations to equilibrium" : "");
}

static void introduce(const study *s, const case_list *cases, document *out)
{
    (void)s;
    document_paragraph(out, "At a threshold: iterations until no node moves further than that in "
                            "one iteration. A threshold is reached at the iteration after the last "
                            "that violates it, if the run has gone on for three times as long and "
                            "a push of the state that it leaves dies out.");
    if (!any_published(cases))
        return;
    document_paragraph(
        out, "The threshold behind published counts is sought. A factor is exp of the r.m.s. of "
             "ln(measured / published): 1.1 is about 10 %% off; a run that does not reach a "
             "threshold counts with the iterations within which it was awaited, one that became "
             "unstable does not count. A simulation that watches whether an edge is level is "
             "judged by that, any other by the threshold of the least factor among those that half "
             "of its runs reach; if there is none, the simulation has no equilibrium.");
    equilibrium_fits_layout(cases, out);
}

const table_type table_equilibrium = {
    .name = "equilibrium",
    .title = "Iterations to equilibrium",
    .task = "equilibrium",
    TABLE_COLUMNS(columns),
    .row_count = criteria,
    .read = read_displacement,
    .row_size = sizeof(criterion),
    .row_a_case = true,
    .more = by_thresholds,
    .printed = true,
    .caption = caption,
    .introduce = introduce,
};

const table_type table_equilibrium_other = {
    .name = "equilibrium_other",
    .title = "Iterations to equilibrium by rate of displacement and by kinetic energy",
    .task = "equilibrium",
    TABLE_COLUMNS(other_columns),
    .row_count = criteria,
    .read = read_other,
    .row_size = sizeof(criterion),
};
