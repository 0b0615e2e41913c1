/* Cells of columns of the case that have a row for each of the table's: column.h. */
#include "analysis/table/column.h"
#include "core/numbers.h"

static double real_at(const table_row *row, const results_column *column)
{
    const size_t rows = case_rows(row->c, column);
    const double *all = case_reals(row->c, column, rows);
    return all && row->index < rows ? all[row->index] : TRAMA_NAN;
}

void cell_real_at(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_real(cell, real_at(row, column->of));
}

void cell_range_at(const table_row *row, const table_column *column, table_cell *cell)
{
    const results_column *const *end = column->of;
    cell_set_range(cell, real_at(row, end[0]), real_at(row, end[1]));
}

void cell_count_at(const table_row *row, const table_column *column, table_cell *cell)
{
    const size_t rows = case_rows(row->c, column->of);
    const int64_t *all = case_integers(row->c, column->of, rows);
    cell_set_count(cell, all && row->index < rows ? (double)all[row->index] : TRAMA_NAN);
}

void cell_text_at(const table_row *row, const table_column *column, table_cell *cell)
{
    const size_t rows = case_rows(row->c, column->of);
    char *const *all = case_texts(row->c, column->of, rows);
    cell_set_text(cell, all && row->index < rows ? all[row->index] : "");
}
