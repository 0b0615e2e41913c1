/* A grid as floats that fit a column of an A4 article in two columns (221 pt), or else the text of
 * one in a single column (345 pt), in \footnotesize. */
#include "analysis/table/latex.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    NARROW = 25500,
    WIDE = 40000,
    LINES_OF_A_PAGE = 44,
    KEYS_MOST = 2,
    FLOATS_MOST = 8,
    ROWS_OF_MANY = 4
};

bool latex_is_empty(const block *b, size_t column)
{
    for (size_t i = b->columns + column; i < b->count; i += b->columns)
        if (b->cell[i][0] != '\0')
            return false;
    return b->count > b->columns;
}

bool latex_is_constant(const block *b, size_t column)
{
    const char *first = b->count > b->columns ? b->cell[b->columns + column] : "";
    if (column == 0 || b->align[column] != 'l' || strcmp(first, "–") == 0 ||
        b->count / b->columns <= ROWS_OF_MANY)
        return false;
    for (size_t i = b->columns + column; i < b->count; i += b->columns)
        if (strcmp(b->cell[i], first) != 0)
            return false;
    return true;
}

static size_t lines_of(const char *text, long width)
{
    size_t lines = 0;
    for (size_t bytes; *text; text += bytes, lines++)
        bytes = latex_line(text, width);
    return lines > 0 ? lines : 1;
}

static size_t row_lines(const latex_sheet *t, size_t row)
{
    size_t most = 1;
    for (size_t i = 0; i < t->count; i++) {
        const size_t k = t->which[i];
        const size_t own = t->column[k].kind == LATEX_TEXT
                               ? 1
                               : lines_of(latex_cell(t, row, k), t->column[k].width);
        most = own > most ? own : most;
    }
    return most;
}

/* The chosen columns, as many rows a float as a page has room for. */
static void write_pages(latex_sheet *t, bool all_columns, FILE *out)
{
    const size_t rows = t->b->count / t->b->columns;
    for (t->from = 1; t->from < rows || t->from == 1; t->from = t->to) {
        size_t lines = 0;
        for (t->to = t->from; t->to < rows; t->to++) {
            lines += row_lines(t, t->to);
            if (lines > LINES_OF_A_PAGE && t->to > t->from)
                break;
        }
        t->last = all_columns && t->to == rows;
        latex_float(t, out);
        t->continued = true;
        /* LaTeX gives up on a hundred floats that wait for a page. */
        fputs(++t->floats % FLOATS_MOST == 0 ? "\\clearpage\n" : "", out);
        if (t->to == t->from)
            return; /* a header alone */
    }
}

/* --- columns --- */

static void list_columns(latex_sheet *t)
{
    for (size_t k = t->chosen_count = 0; k < t->b->columns; k++)
        if (!latex_is_empty(t->b, k) && !(t->terse && latex_is_constant(t->b, k)))
            t->chosen[t->chosen_count++] = k;
}

/* None that is empty and, where room is short, none that the caption can say once. */
static void choose_columns(latex_sheet *t)
{
    t->terse = false;
    list_columns(t);
    latex_columns_fit(t->b, t->chosen, t->chosen_count, LONG_MAX, t->column);
    t->terse = !latex_columns_suit(t->column, t->chosen, t->chosen_count, NARROW);
    list_columns(t);
}

/* Leading columns of text name a row, and stand in every part. */
static size_t keys_of(const latex_sheet *t)
{
    size_t keys = 1;
    while (keys < KEYS_MOST && keys + 1 < t->chosen_count &&
           t->column[t->chosen[keys]].kind != LATEX_NUMBERS && t->b->align[t->chosen[keys]] == 'l')
        keys++;
    return keys;
}

/* As many columns a part as a page has room for. */
static void write_parts(latex_sheet *t, FILE *out)
{
    const size_t keys = keys_of(t);
    for (size_t next = keys; next < t->chosen_count;) {
        memcpy(t->which, t->chosen, keys * sizeof *t->which);
        t->count = keys;
        latex_columns_fit(t->b, t->which, keys, WIDE, t->column);
        do
            t->which[t->count++] = t->chosen[next++];
        while (next < t->chosen_count &&
               (t->which[t->count] = t->chosen[next],
                latex_columns_suit(t->column, t->which, t->count + 1, WIDE)));
        latex_columns_fit(t->b, t->which, t->count, WIDE, t->column);
        write_pages(t, next == t->chosen_count, out);
    }
}

static void write_sheet(latex_sheet *t, FILE *out)
{
    choose_columns(t);
    memcpy(t->which, t->chosen, t->chosen_count * sizeof *t->which);
    t->count = t->chosen_count;
    if (t->count == 0)
        return;
    t->wide = !latex_columns_fit(t->b, t->which, t->count, NARROW, t->column);
    if (!t->wide || latex_columns_fit(t->b, t->which, t->count, WIDE, t->column) || t->count == 1)
        write_pages(t, true, out);
    else
        write_parts(t, out);
}

void latex_grid(const document *d, size_t index, FILE *out)
{
    const block *b = &d->block[index];
    latex_sheet t = {.d = d, .index = index, .b = b};
    t.column = calloc(b->columns + 1, sizeof *t.column);
    t.chosen = calloc(b->columns + 1, sizeof *t.chosen);
    t.which = calloc(b->columns + 1, sizeof *t.which);
    if (t.column && t.chosen && t.which && b->columns > 0 && b->count >= b->columns)
        write_sheet(&t, out);
    else
        fputs("% no memory for this table\n", out);
    free(t.column);
    free(t.chosen);
    free(t.which);
}
