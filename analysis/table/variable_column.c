/* The column of a value that is asked for by name. */
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/quantities/response.h"
#include "analysis/table/column.h"
#include "quantities/quantities.h"

/* Why a case has no value of a quantity. */
static const char *why_not(const study_case *c, const variable *v)
{
    const bool broken = !case_ended(c) || strcmp(case_outcome(c), "unstable") == 0;
    return broken && quantity_find(v->path) ? case_end(c) : NULL;
}

static void value_cell(const table_row *row, const table_column *column, table_cell *cell)
{
    const variable *v = column->of;
    const datum d = variable_of(row->s, v, row->c);
    if (d.is_text)
        cell_set_text(cell, d.text);
    else
        cell_set_real(cell, d.number);
    if (!d.there)
        cell->word = why_not(row->c, v);
}

/* With its marks, beside what was published. */
static void answer_cell(const table_row *row, const table_column *column, table_cell *cell)
{
    const answer a = answer_of(row->s, row->c);
    (void)column;
    cell_set_real(cell, a.measured);
    answer_text(&a, cell->own, sizeof cell->own);
    cell->word = cell->own;
}

/* The response is shown in the unit that it has elsewhere. */
static void take_response_unit(const study *s, const variable *v, table_column *made)
{
    for (size_t i = 0; i < s->count; i++) {
        const response r = response_of(&s->item[i]);
        if (strcmp(r.quantity, v->path) == 0 && r.unit[0]) {
            made->unit = response_unit(&r);
            made->scale = response_in_unit(&r, 1.0);
            return;
        }
    }
}

table_column column_of_variable(const study *s, const variable *v, char heading[VARIABLE_NAME])
{
    const bool is_answer = strcmp(v->name, "answer") == 0;
    quantity_title(v->path[0] ? v->path : v->name, heading, VARIABLE_NAME);
    table_column made = {.heading = is_answer ? heading : v->title,
                         .unit = v->unit,
                         .digits = is_answer ? 4 : 0,
                         .value = is_answer ? answer_cell : value_cell,
                         .of = v};
    if (!is_answer && quantity_find(v->path))
        take_response_unit(s, v, &made);
    return made;
}
