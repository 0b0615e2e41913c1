/* How far the limits depend on what was assumed: for people a row a variation, a column a method.
 */
#include <math.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/read/units.h"
#include "analysis/table/table.h"

/* "12", "11 (-1)", "at least 50 (cap)". */
static void stable(const table_row *row, const table_column *column, table_cell *cell)
{
    const double limit = case_number(row->c, &column_dt_stable);
    const double change = limit_change(row->s, row->c), shown = column->scale * limit;
    char *text = cell->own;
    cell_set_real(cell, limit);
    if (isnan(limit))
        limit_text(row->c, text, sizeof cell->own);
    else if (limit_is_censored(row->c))
        snprintf(text, sizeof cell->own, "at least %g (cap)", shown);
    else if (isnan(change) || change == 0)
        snprintf(text, sizeof cell->own, "%g", shown);
    else
        snprintf(text, sizeof cell->own, "%g (%+.3g)", shown, column->scale * 1e-3 * change);
    cell->word = text;
}

/* "unchanged", "1 ms less", "2 ms more" than the unvaried limit, "no limit" if no step is stable,
 * "at least 50 ms (cap)" if no step fails; empty without an unvaried limit. No text begins with a
 * sign, which spreadsheets would compute. */
static void changed(const table_row *row, const table_column *column, table_cell *cell)
{
    const double limit = case_number(row->c, &column_dt_stable);
    const double change = limit_change(row->s, row->c);
    (void)column;
    if (isnan(limit)) {
        limit_text(row->c, cell->own, sizeof cell->own);
        cell_set_text(cell, cell->own);
    } else if (limit_is_censored(row->c))
        cell_set_words(cell, "at least %g ms (cap)", 1e3 * limit);
    else if (!isnan(change) && change == 0)
        cell_set_text(cell, "unchanged");
    else if (!isnan(change))
        cell_set_words(cell, "%.3g ms %s", fabs(change), change < 0 ? "less" : "more");
}

static const column_traits of_each_method = {.quantity = "dt_stable", .across = true};

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "varied", .heading = "varied", .value = cell_word_by, .of = WORD(limit_varied)},
    {.name = "factor", .heading = "factor", .value = cell_word_by, .of = WORD(limit_varied_by)},
    {"dt_stable_s", "largest stable step", "ms", 1e3, 0, stable, NULL, &of_each_method},
    {.name = "published_dt_s", .value = cell_published, .of = "dt_stable"},
    {.name = "unvaried_dt_s", .value = cell_number_by, .of = NUMBER(limit_unvaried)},
    {.name = "changed", .value = changed},
};

static void caption(const table_row *row, char *text, size_t size)
{
    snprintf(text, size, "%.300s: largest stable time step (%s)", case_simulation(row->c),
             unit_shown(row->s, "dt_stable", "s").name);
}

/* What is varied and by how much, and the subject, which captions name. */
static bool says(const study_case *c, const variable *v)
{
    const study_block *own = case_block(c);
    const char *const said[] = {case_subject_factor(c), own->design.varied, own->design.by};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        const size_t at = study_block_factor(own, said[i]);
        if (at < own->factor_count && strcmp(v->name, own->factor[at].path) == 0)
            return true;
    }
    return strcmp(v->name, "method") == 0 || case_path_is_method(c, v->name);
}

static void introduce(const study *s, const case_list *cases, document *out)
{
    (void)cases;
    document_paragraph(out,
                       "Each assumed value varied alone, and the published search repeated: all "
                       "cells are measured, none is predicted. In parentheses: %s from the limit "
                       "of the same method with nothing varied (none).",
                       unit_shown(s, "dt_stable", "s").name);
}

const table_type table_sensitivity = {
    .name = "sensitivity",
    .title = "Largest stable time steps under varied assumptions",
    .task = "stable_step",
    .filter = limit_is_varied,
    TABLE_COLUMNS(columns),
    .keys = KEYS_BUT_METHOD,
    .order = limit_variation_order,
    .says = says,
    .caption = caption,
    .in_files = true,
    .introduce = introduce,
};
