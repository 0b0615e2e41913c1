/* The column of a value that is asked for by name. */
#include <math.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/quantities/response.h"
#include "analysis/read/units.h"
#include "analysis/table/column.h"
#include "quantities/quantities.h"

/* What is measured is rounded for people, what is given stands as it was given. */
void cell_variable(const table_row *row, const table_column *column, table_cell *cell)
{
    const variable *v = column->of;
    const datum d = variable_of(row->s, v, row->c);
    if (d.is_text)
        cell_set_text(cell, d.text);
    else
        cell_set_real(cell, d.number);
    if (quantity_find(v->path)) {
        cell->word = d.there ? NULL : case_why_not(row->c, v->path);
    } else if (d.there && !d.is_text) {
        variable_text(v, &d, cell->own, sizeof cell->own);
        cell->word = cell->own;
    }
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

void column_take_unit(const study *s, table_column *column)
{
    const char *quantity = column->traits ? column->traits->quantity : NULL;
    const results_column *q = quantity ? quantity_find(quantity) : NULL;
    if (!q)
        return;
    const shown_unit shown = unit_shown(s, quantity, q->unit);
    column->unit = shown.name;
    column->scale = shown.scale;
}

bool variable_is_answer(const variable *v)
{
    return strcmp(v->name, "answer") == 0;
}

/* Cases answer with several quantities: each says its unit. */
static void cell_answer_and_unit(const table_row *row, const table_column *column, table_cell *cell)
{
    const response r = response_of(row->c);
    const char *unit = response_unit(&r);
    cell_answer(row, column, cell);
    const size_t used = strlen(cell->own);
    if (cell->kind == CELL_REAL && *unit)
        snprintf(cell->own + used, sizeof cell->own - used, " %s", unit);
}

void cell_answer_unit(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, response_of(row->c).unit);
}

bool variable_is_of_several(const variable *v)
{
    return variable_is_answer(v) && !v->path[0];
}

table_column column_of_variable(const variable *v, char heading[VARIABLE_NAME])
{
    static const column_traits given = {.exact = true};
    if (!variable_is_answer(v))
        return (table_column){.heading = v->title,
                              .unit = v->unit,
                              .scale = v->scale,
                              .value = cell_variable,
                              .of = v,
                              .traits = quantity_find(v->path) ? NULL : &given};
    quantity_title(v->path[0] ? v->path : v->name, heading, VARIABLE_NAME);
    return (table_column){.heading = heading,
                          .unit = v->unit,
                          .digits = 4,
                          .value = variable_is_of_several(v) ? cell_answer_and_unit : cell_answer,
                          .of = v};
}

void cell_answer_word(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    const answer a = answer_of(row->s, row->c);
    cell_set_text(cell, isnan(a.measured) ? a.end : "");
}
