/* Cells that a name or a function of the case fills in, and values with their words: column.h. */
#include <string.h>

#include "analysis/table/column.h"

void cell_published_count(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_count(cell, case_published(row->c, column->of));
}

void cell_number_by(const table_row *row, const table_column *column, table_cell *cell)
{
    case_number_by *const *f = column->of;
    cell_set_real(cell, (*f)(row->s, row->c));
}

void cell_own_number(const table_row *row, const table_column *column, table_cell *cell)
{
    case_own_number *const *f = column->of;
    cell_set_real(cell, (*f)(row->c));
}

void cell_word_by(const table_row *row, const table_column *column, table_cell *cell)
{
    case_word_by *const *f = column->of;
    cell_set_text(cell, (*f)(row->c));
}

static void take_words(const told_value *t, table_cell *cell)
{
    memcpy(t->is_note ? cell->note : cell->own, t->words, sizeof t->words);
    cell->word = t->word ? t->word : t->words[0] && !t->is_note ? cell->own : NULL;
    cell->before = t->before;
    cell->after = t->after;
    cell->mark = t->mark;
    cell->agrees = t->sign > 0;
    cell->differs = t->sign < 0;
    cell->scale = t->scale;
}

void cell_set_told(table_cell *cell, const told_value *t)
{
    if (t->is_words)
        cell_set_words(cell, "%s", t->words);
    else if (t->text)
        cell_set_text(cell, t->text);
    else if (t->is_range)
        cell_set_range(cell, t->value, t->high);
    else if (t->is_count)
        cell_set_count(cell, t->value);
    else
        cell_set_real(cell, t->value);
    take_words(t, cell);
}

void cell_told(const table_row *row, const table_column *column, table_cell *cell)
{
    const size_t *at = column->of;
    cell_set_told(cell, (const told_value *)(const void *)((const char *)row->made + *at));
}

void cell_told_by(const table_row *row, const table_column *column, table_cell *cell)
{
    case_told_by *const *f = column->of;
    const told_value t = (*f)(row->s, row->c);
    cell_set_told(cell, &t);
}
