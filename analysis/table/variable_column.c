/* The column of a value that is asked for by name. */
#include <math.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/quantities/response.h"
#include "analysis/table/column.h"
#include "quantities/quantities.h"

const char *cell_why_not(const study_case *c)
{
    const bool broken = !case_ended(c) || strcmp(case_outcome(c), "unstable") == 0;
    return broken ? case_end(c) : NULL;
}

void cell_variable(const table_row *row, const table_column *column, table_cell *cell)
{
    const variable *v = column->of;
    const datum d = variable_of(row->s, v, row->c);
    if (d.is_text)
        cell_set_text(cell, d.text);
    else
        cell_set_real(cell, d.number);
    if (!d.there && quantity_find(v->path))
        cell->word = cell_why_not(row->c);
}

/* With its marks, beside what was published. */
void cell_answer(const table_row *row, const table_column *column, table_cell *cell)
{
    const answer a = answer_of(row->s, row->c);
    (void)column;
    cell_set_real(cell, a.measured);
    answer_text(&a, cell->own, sizeof cell->own);
    cell->word = cell->own;
}

static void take_unit(const study *s, const char *quantity, table_column *column)
{
    for (size_t i = 0; i < s->count; i++) {
        const response r = response_of(&s->item[i]);
        if (strcmp(r.quantity, quantity) == 0 && r.unit[0]) {
            column->unit = response_unit(&r);
            column->scale = response_in_unit(&r, 1.0);
            return;
        }
    }
}

void column_take_unit(const study *s, table_column *column)
{
    if (column->traits && column->traits->quantity)
        take_unit(s, column->traits->quantity, column);
}

/* What is measured has the unit that it has elsewhere; what is given stands as it was given. */
static table_column column_of_value(const study *s, const variable *v)
{
    static const column_traits given = {.exact = true};
    table_column made = {.heading = v->title, .unit = v->unit, .value = cell_variable, .of = v};
    if (quantity_find(v->path))
        take_unit(s, v->path, &made);
    else
        made.traits = &given;
    return made;
}

bool variable_is_answer(const variable *v)
{
    return strcmp(v->name, "answer") == 0;
}

table_column column_of_variable(const study *s, const variable *v, char heading[VARIABLE_NAME])
{
    if (!variable_is_answer(v))
        return column_of_value(s, v);
    quantity_title(v->path[0] ? v->path : v->name, heading, VARIABLE_NAME);
    return (table_column){
        .heading = heading, .unit = v->unit, .digits = 4, .value = cell_answer, .of = v};
}

void cell_answer_word(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    const answer a = answer_of(row->s, row->c);
    cell_set_text(cell, isnan(a.measured) ? a.end : "");
}
