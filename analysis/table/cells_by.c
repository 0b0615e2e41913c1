/* Cells that a name or a function of the case fills in: column.h. */
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
