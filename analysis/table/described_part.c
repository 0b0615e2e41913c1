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
    if (part->column_count > 0)
        memcpy(column, part->columns, part->column_count * sizeof *column);
    if (count > 0)
        memcpy(column + part->column_count, more, count * sizeof *column);
    return part->column_count + count;
}

static void write_part(const study *s, const table_part *part, const case_list *cases,
                       document *out)
{
    size_t count = 0, more = 0;
    void *made = part->rows(s, cases, &count);
    table_column *other = table_more_columns(part->more, s, cases, &more, out);
    table_column *column = calloc(part->column_count + more + 1, sizeof *column);
    table_row *row = calloc(count + 1, sizeof *row);
    const bool done = made && column && row;
    for (size_t i = 0; done && i < count; i++)
        row[i] = (table_row){.s = s, .index = i, .made = (const char *)made + i * part->row_size};
    if (done)
        columns_grid(column, list_columns(part, other, more, column), row, count, part->caption,
                     out);
    if (part->note)
        document_paragraph(out, "%s", part->note);
    out->no_memory |= !done;
    free(row);
    free(column);
    free(other);
    free(made);
}
