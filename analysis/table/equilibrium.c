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

/* What a row says. `level` has no threshold. */
typedef struct entry {
    criterion is;
    double threshold, iterations, published;
} entry;

static size_t criteria(const study_case *c)
{
    criterion of;
    size_t count = 0;
    while (criterion_at(c, count, &of))
        count++;
    return count;
}

static bool read_entry(const table_row *row, entry *e)
{
    if (!criterion_at(row->c, row->index, &e->is))
        return false;
    e->threshold = strcmp(e->is.name, "level") == 0 ? TRAMA_NAN : e->is.threshold;
    e->iterations = (double)e->is.iteration;
    e->published = case_published(row->c, "rest_iterations");
    return true;
}

static bool is_in_metres_a_step(const entry *e)
{
    return strcmp(e->is.name, "displacement") == 0 || strcmp(e->is.name, "level") == 0;
}

static bool read_displacement(const table_row *row, void *made)
{
    return read_entry(row, made) && is_in_metres_a_step(made);
}

static bool read_other(const table_row *row, void *made)
{
    return read_entry(row, made) && !is_in_metres_a_step(made);
}

/* --- a case, for people, by a threshold of displacement (`of`), or by what stands for it --- */

static bool choice_of(const table_row *row, const table_column *column, equilibrium_choice *choice)
{
    const double *threshold = column->of;
    const equilibrium_choice *best = rests_find(rests_of(row->s), row->c).choice;
    if (!threshold && !best)
        return false;
    *choice = threshold ? equilibrium_displacement(*threshold) : *best;
    return true;
}

static void standing(const table_row *row, const table_column *column, table_cell *cell)
{
    equilibrium_choice choice;
    if (choice_of(row, column, &choice))
        equilibrium_cell_criterion(&choice, cell);
}

/* "1149", "none: buckles later". */
static void iterations(const table_row *row, const table_column *column, table_cell *cell)
{
    equilibrium_choice choice;
    const bool found = choice_of(row, column, &choice);
    const char *why_not = found ? equilibrium_why_not(row->c, &choice) : "";
    cell->word = cell_why_not(row->c);
    if (found)
        cell_set_count(cell, (double)equilibrium_iterations(row->c, &choice));
    snprintf(cell->own, sizeof cell->own, "none: %s", why_not);
    if (case_ended(row->c) && found)
        cell->word = why_not[0] ? cell->own : NULL;
}

/* "-3": by how many % they differ from the published count. */
static void off(const table_row *row, const table_column *column, table_cell *cell)
{
    equilibrium_choice choice;
    const double made = choice_of(row, column, &choice)
                            ? (double)equilibrium_iterations(row->c, &choice)
                            : TRAMA_NAN,
                 printed = case_published(row->c, "rest_iterations");
    if (!(made > 0 && printed > 0))
        return;
    cell_set_real(cell, round(100 * (made / printed - 1)));
    snprintf(cell->own, sizeof cell->own, cell->value == 0 ? "0" : "%+.0f", cell->value);
    cell->word = cell->own;
}

/* --- the thresholds --- */

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
            (table_column){.heading = of[i].heading, .value = iterations, .of = &of[i].threshold};
        column[2 * i + 1] =
            (table_column){.heading = "off", .unit = "%", .value = off, .of = &of[i].threshold};
    }
    out->no_memory |= !threshold || !column;
    *count = threshold && column ? 2 * n : 0;
    free(threshold);
    return column;
}

/* --- the tables --- */

#define TEXT(member) .value = cell_made_text, .of = AT(entry, member)
#define REAL(member) .value = cell_made_real, .of = AT(entry, member)
#define COUNT(member) .value = cell_made_count, .of = AT(entry, member)
static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "threshold_m", REAL(threshold)},
    {"dt_s", "Δt", "s", 1, 4, cell_real, &column_dt, &column_is_step},
    {.name = "iterations", COUNT(iterations)},
    {.name = "state", TEXT(is.state)},
    {"published_iterations", "published", .value = cell_published_count, .of = "rest_iterations"},
    {NULL, "best criterion", .value = standing},
    {NULL, "iterations", .value = iterations},
    {NULL, "off", "%", .value = off},
};

static const table_column other_columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "criterion", TEXT(is.name)},
    {.name = "threshold", REAL(threshold)},
    {.name = "unit", TEXT(is.unit)},
    {.name = "dt_s", .value = cell_real, .of = &column_dt},
    {.name = "iterations", COUNT(iterations)},
    {.name = "state", TEXT(is.state)},
    {.name = "published_iterations", COUNT(published)},
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
    document_paragraph(out,
                       "The threshold behind published counts is the one of the least factor: exp "
                       "of the r.m.s. of ln(measured / published), 1.1 is about 10 %% off "
                       "(docs/equilibrium.md).");
    equilibrium_fits_layout(cases, out);
}

const table_type table_equilibrium = {
    .name = "equilibrium",
    .title = "Iterations to equilibrium",
    .task = "equilibrium",
    TABLE_COLUMNS(columns),
    .row_count = criteria,
    .read = read_displacement,
    .row_size = sizeof(entry),
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
    .row_size = sizeof(entry),
};
