/* Rows that say the same, and columns that depend on the cases: column.h, table.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/table.h"
#include "core/numbers.h"

/* --- rows that say the same --- */

typedef struct said {
    char *text; /* of all cells */
    size_t row;
} said;

static void write_cell(const table_column *column, const table_row *row, FILE *out)
{
    table_cell cell = {.value = TRAMA_NAN, .high = TRAMA_NAN};
    if (row->c || row->made)
        column->value(row, column, &cell);
    if (cell.kind == CELL_TEXT)
        fputs(cell.text ? cell.text : cell.own, out);
    else
        fprintf(out, "%d %a %a", (int)cell.kind, cell.value, cell.high);
    fprintf(out, "\037%s\037", cell.word ? cell.word : "");
}

/* NULL without memory. */
static char *text_of_row(const table_column *column, size_t count, const table_row *row)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (size_t k = 0; k < count; k++)
        if (column[k].heading)
            write_cell(&column[k], row, out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static int by_text(const void *a, const void *b)
{
    const said *x = a, *y = b;
    const int order = strcmp(x->text, y->text);
    return order ? order : (x->row > y->row) - (x->row < y->row);
}

bool *columns_first(const table_column *column, size_t count, const table_row *row, size_t rows)
{
    bool *first = calloc(rows + 1, sizeof *first);
    said *all = calloc(rows + 1, sizeof *all);
    bool done = first && all;
    for (size_t i = 0; done && i < rows; i++) {
        all[i] = (said){text_of_row(column, count, &row[i]), i};
        done = all[i].text != NULL;
    }
    if (done)
        qsort(all, rows, sizeof *all, by_text);
    for (size_t i = 0; done && i < rows; i++)
        first[all[i].row] = i == 0 || strcmp(all[i].text, all[i - 1].text) != 0;
    for (size_t i = 0; all && i < rows; i++)
        free(all[i].text);
    free(all);
    if (done)
        return first;
    free(first);
    return NULL;
}

/* --- columns that depend on the cases --- */

static void told_by_column(const table_row *row, const table_column *column, table_cell *cell)
{
    const told_column *of = column->of;
    const told_value told = of->tell(of, row->s, row->c, row->made);
    cell_set_told(cell, &told);
}

/* What they are told by is kept behind them. */
table_column *table_more_columns(told_columns *more, const study *s, const case_list *cases,
                                 size_t *count, document *out)
{
    size_t told = 0;
    told_column *by = more ? more(s, cases, &told) : NULL;
    table_column *column = by ? calloc(told + 1, sizeof *column + sizeof *by) : NULL;
    told_column *kept = column ? (told_column *)(column + told) : NULL;
    for (size_t i = 0; kept && i < told; i++) {
        kept[i] = by[i];
        column[i] = (table_column){.heading = kept[i].heading,
                                   .unit = kept[i].unit,
                                   .value = told_by_column,
                                   .of = &kept[i]};
    }
    out->no_memory |= more && !column;
    *count = column ? told : 0;
    free(by);
    return column;
}
