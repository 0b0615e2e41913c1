/* How far the limits depend on what was assumed: for people a row a variation, a column a method.
 */
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/read/units.h"
#include "analysis/table/table.h"

static const column_traits of_each_method = {.quantity = "dt_stable", .across = true};

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "varied", .heading = "varied", .value = cell_word_by, .of = WORD(limit_varied)},
    {.name = "factor", .heading = "factor", .value = cell_word_by, .of = WORD(limit_varied_by)},
    {"dt_stable_s", "largest stable step", "ms", 1e3, 0, cell_told_by, TOLD(limit_told_changed),
     &of_each_method},
    {.name = "published_dt_s", .value = cell_published, .of = "dt_stable"},
    {.name = "unvaried_dt_s", .value = cell_number_by, .of = NUMBER(limit_unvaried)},
    {.name = "changed", .value = cell_told_by, .of = TOLD(limit_told_change)},
};

static void caption(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_words(cell, "%.300s: largest stable time step (%s)", case_simulation(row->c),
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
    .caption = &(const table_column){.value = caption},
    .in_files = true,
    .introduce = introduce,
};
