#include "analysis/table/described_part.h"

#include <stdlib.h>
#include <string.h>

static void write_part(const study *s, const table_part *part, const case_list *cases,
                       document *out);

void described_parts(const study *s, const table_part *const *part, const case_list *cases,
                     document *out)
{
    for (; part && *part; part++)
        write_part(s, *part, cases, out);
}

/* Its own columns, and those that depend on the cases behind them; how many. */
static size_t list_columns(const table_part *part, const table_column *more, size_t count,
                           table_column *column)
{
    memcpy(column, part->columns, part->column_count * sizeof *column);
    if (count > 0)
        memcpy(column + part->column_count, more, count * sizeof *column);
    return part->column_count + count;
}

/* The rows that are laid out; how many; SIZE_MAX without memory. */
static size_t list_rows(const study *s, const table_part *part, const void *made, size_t count,
                        table_row *row)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        row[i] = (table_row){.s = s, .index = i, .made = (const char *)made + i * part->row_size};
    if (!part->distinct)
        return count;
    bool *first = columns_first(part->columns, part->column_count, row, count);
    for (size_t i = 0; first && i < count; i++)
        if (first[i])
            row[kept++] = row[i];
    free(first);
    return first ? kept : SIZE_MAX;
}

static void write_part(const study *s, const table_part *part, const case_list *cases,
                       document *out)
{
    size_t count = 0, more = 0;
    void *made = part->rows(s, cases, &count);
    table_column *other = table_more_columns(part->more, s, cases, &more, out);
    table_column *column = calloc(part->column_count + more + 1, sizeof *column);
    table_row *row = calloc(count + 1, sizeof *row);
    const size_t rows = made && row ? list_rows(s, part, made, count, row) : SIZE_MAX;
    if (column && rows != SIZE_MAX) {
        const size_t columns = list_columns(part, other, more, column);
        columns_grid(column, columns, row, rows, part->caption, out);
    }
    if (part->note)
        document_paragraph(out, "%s", part->note);
    out->no_memory |= !column || rows == SIZE_MAX;
    free(row);
    free(column);
    free(other);
    free(made);
}
