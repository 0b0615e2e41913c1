#include "analysis/table/described_quoted.h"

#include <stdlib.h>

#define ROW source_words
static const table_column columns[] = {
    {NULL, "page", ROW_TEXT(page)},
    {NULL, "in the source", ROW_TEXT(sentence)},
    {NULL, "translated", ROW_TEXT(translation)},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static int by_place(const void *a, const void *b)
{
    const laid_row *x = a, *y = b;
    return (x->place > y->place) - (x->place < y->place);
}

/* How many have a sentence; their columns share its words. */
static size_t list_rows(const size_t *at, const laid_row *row, size_t rows, table_row *quoted)
{
    size_t count = 0;
    for (size_t i = 0; i < rows; i++) {
        const source_words *words = (const void *)((const char *)row[i].of.made + *at);
        if (words->sentence[0])
            quoted[count++] = (table_row){.s = row[i].of.s, .made = words};
    }
    return count;
}

bool described_quoted(const table_type *type, laid_row *row, size_t rows, document *out)
{
    if (!type->quoted || rows == 0)
        return true;
    table_row *quoted = calloc(rows, sizeof *quoted);
    qsort(row, rows, sizeof *row, by_place);
    const size_t count = quoted ? list_rows(type->quoted, row, rows, quoted) : 0;
    bool *first = columns_first(columns, COLUMNS, quoted, count);
    size_t kept = 0;
    for (size_t i = 0; first && i < count; i++)
        if (first[i])
            quoted[kept++] = quoted[i];
    if (first)
        columns_grid(columns, COLUMNS, quoted, kept, "The sentences", out);
    const bool done = quoted && first;
    free(first);
    free(quoted);
    return done;
}
