/* A grid as floats that fit a column of an A4 article in two columns (221 pt), or else the text of
 * one in a single column (345 pt), in \footnotesize. */
#include "analysis/table/latex.h"

#include <stdlib.h>
#include <string.h>

enum {
    NARROW = 25500,
    WIDE = 40000,
    LINES_OF_A_PAGE = 44,
    DITTO_FROM = 30,
    FLOATS_MOST = 8,
    KEYS_MOST = 2
};

typedef struct sheet {
    const document *d;
    size_t index; /* of the grid's block */
    const block *b;
    latex_column *column;
    size_t *which; /* the columns of this part */
    size_t count;
    bool wide, continued, last;
    size_t floats;   /* written so far */
    size_t from, to; /* rows, the header being row 0 */
} sheet;

/* --- cells --- */

/* In lines of that width, one above the other. */
static void write_stacked(const char *text, long width, char at, FILE *out)
{
    size_t bytes = latex_line(text, width);
    if (text[bytes] == '\0') {
        latex_text(text, bytes, out);
        return;
    }
    fprintf(out, "\\begin{tabular}[%c]{@{}c@{}}", at);
    for (const char *line = text; *line; line += bytes) {
        bytes = latex_line(line, width);
        fputs(line == text ? "" : "\\\\", out);
        latex_text(line, bytes, out);
    }
    fputs("\\end{tabular}", out);
}

/* An exponent without the zeros that printf fills it with: 1e-07 is 1e-7. */
static void write_number(const char *cell, const latex_number *n, FILE *out)
{
    const size_t mantissa = strcspn(cell, "e");
    if (n->exponent == 0)
        fprintf(out, "%.*s", (int)n->bytes, cell);
    else
        fprintf(out, "%.*se%s%.*s", (int)mantissa, cell, n->negative_exponent ? "-" : "",
                n->exponent, cell + n->bytes - n->exponent);
    if (cell[n->bytes]) {
        fputs(" {\\,", out);
        latex_text(cell + n->bytes + 1, strlen(cell + n->bytes + 1), out);
        fputc('}', out);
    }
}

/* A long text that stands in the row above too is not set again. */
static const char *cell_of(const sheet *t, size_t row, size_t k)
{
    const char *text = t->b->cell[row * t->b->columns + k];
    const bool again = t->column[k].kind == LATEX_WRAPPED && row > t->from &&
                       strlen(text) > DITTO_FROM &&
                       strcmp(text, t->b->cell[(row - 1) * t->b->columns + k]) == 0;
    return again ? "″" : text;
}

static void write_cell(const sheet *t, size_t row, size_t k, FILE *out)
{
    const latex_column *c = &t->column[k];
    const char *text = cell_of(t, row, k);
    latex_number n;
    if (c->kind != LATEX_NUMBERS) {
        latex_text(text, strlen(text), out);
    } else if (latex_number_read(text, &n)) {
        write_number(text, &n, out);
    } else {
        fputc('{', out);
        write_stacked(text, c->width, 't', out);
        fputc('}', out);
    }
}

static void write_rows(const sheet *t, FILE *out)
{
    for (size_t row = t->from; row < t->to; row++)
        for (size_t i = 0; i < t->count; i++) {
            write_cell(t, row, t->which[i], out);
            fputs(i + 1 < t->count ? " & " : " \\\\\n", out);
        }
}

/* --- the header --- */

static size_t group_of(const sheet *t, size_t i)
{
    return t->b->group[t->which[i]];
}

/* Columns from `i` on of the same group; 1 where it has none. */
static size_t group_columns(const sheet *t, size_t i)
{
    const char *name = t->b->cell[t->which[i]];
    const size_t own = group_of(t, i);
    size_t count = 1;
    while (own > 0 && i + count < t->count && group_of(t, i + count) == own &&
           strncmp(name, t->b->cell[t->which[i + count]], own) == 0)
        count++;
    return count;
}

static bool has_groups(const sheet *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (group_of(t, i) > 0)
            return true;
    return false;
}

static long group_width(const sheet *t, size_t i, size_t columns)
{
    return latex_columns_width(t->column, t->which + i, columns);
}

static void write_groups(const sheet *t, FILE *out)
{
    for (size_t i = 0, count; i < t->count; i += count) {
        char name[256];
        count = group_columns(t, i);
        snprintf(name, sizeof name, "%.*s", (int)group_of(t, i), t->b->cell[t->which[i]]);
        fprintf(out, "%s\\multicolumn{%zu}{c}{", i ? " & " : "", count);
        write_stacked(name, group_width(t, i, count), 'b', out);
        fputc('}', out);
    }
    fputs(" \\\\\n", out);
    for (size_t i = 0, count; i < t->count; i += count) {
        count = group_columns(t, i);
        if (group_of(t, i) > 0)
            fprintf(out, "\\cmidrule(lr){%zu-%zu}", i + 1, i + count);
    }
    fputc('\n', out);
}

static void write_head(const sheet *t, FILE *out)
{
    fputs("\\toprule\n", out);
    if (has_groups(t))
        write_groups(t, out);
    for (size_t i = 0; i < t->count; i++) {
        const char *head = latex_head(t->b, t->which[i]);
        const latex_column *c = &t->column[t->which[i]];
        fputs(i ? " & {" : "{", out);
        if (c->kind == LATEX_WRAPPED)
            latex_text(head, strlen(head), out);
        else
            write_stacked(head, c->width, 'b', out);
        fputc('}', out);
    }
    fputs(" \\\\\n\\midrule\n", out);
}

static void write_column(const latex_column *c, char align, FILE *out)
{
    if (c->kind == LATEX_TEXT) {
        fputc(align, out);
        return;
    }
    if (c->kind == LATEX_WRAPPED) {
        fprintf(out, ">{\\%s\\arraybackslash}p{%ld.%02ldem}",
                align == 'r' ? "raggedleft" : "raggedright", c->width / 1000, c->width % 1000 / 10);
        return;
    }
    fprintf(out, "S[table-format=%s%d", c->sign ? "+" : "", c->before);
    if (c->after > 0)
        fprintf(out, ".%d", c->after);
    if (c->exponent > 0)
        fprintf(out, "e%s%d", c->negative_exponent ? "-" : "", c->exponent);
    if (c->mark[0]) {
        fputs(",table-space-text-post={\\,", out);
        latex_text(c->mark + 1, strlen(c->mark + 1), out);
        fputs("},table-align-text-post=false", out);
    }
    fputc(']', out);
}

/* --- caption and notes --- */

static const char *caption_of(const sheet *t)
{
    const char *text = t->b->text;
    for (size_t i = t->index; !*text && i > 0; i--)
        if (t->d->block[i - 1].kind == BLOCK_HEADING)
            text = t->d->block[i - 1].text;
    return text;
}

static bool is_used(const sheet *t, const char *mark, size_t bytes)
{
    for (size_t row = t->from; row < t->to; row++)
        for (size_t i = 0; i < t->count; i++)
            for (const char *at = t->b->cell[row * t->b->columns + t->which[i]]; *at; at++)
                if (strncmp(at, mark, bytes) == 0)
                    return true;
    return false;
}

static void write_note(const char *text, bool first, FILE *out)
{
    fputs(first ? "\\par\\smallskip\n\\begin{minipage}{\\linewidth}\\raggedright\n" : "\\par\n",
          out);
    latex_text(text, strlen(text), out);
    fputc('\n', out);
}

/* What the marks in this part mean, and, below the last part, the grid's own notes. */
static void write_notes(const sheet *t, FILE *out)
{
    bool any = false;
    for (size_t i = 0; i < t->d->count; i++) {
        const block *note = &t->d->block[i];
        if (note->kind != BLOCK_MARK || !is_used(t, note->text, strcspn(note->text, ":")))
            continue;
        write_note(note->text, !any, out);
        any = true;
    }
    for (size_t i = t->index + 1; t->last && i < t->d->count; i++) {
        if (t->d->block[i].kind != BLOCK_NOTE)
            break;
        write_note(t->d->block[i].text, !any, out);
        any = true;
    }
    fputs(any ? "\\end{minipage}\n" : "", out);
}

/* --- parts --- */

static void write_float(const sheet *t, FILE *out)
{
    const char *caption = caption_of(t), *star = t->wide ? "*" : "";
    fprintf(out, "\n\\begin{table%s}[%s]\n\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}\n",
            star, t->wide ? "!tbp" : "!htbp");
    fputs("\\caption{", out);
    latex_text(caption, strlen(caption), out);
    fprintf(out, "%s}\n\\begin{tabular}{@{}", t->continued ? " (continued)" : "");
    for (size_t i = 0; i < t->count; i++)
        write_column(&t->column[t->which[i]], t->b->align[t->which[i]], out);
    fputs("@{}}\n", out);
    write_head(t, out);
    write_rows(t, out);
    fputs("\\bottomrule\n\\end{tabular}\n", out);
    write_notes(t, out);
    fprintf(out, "\\end{table%s}\n", star);
}

static size_t lines_of(const char *text, long width)
{
    size_t lines = 0;
    for (size_t bytes; *text; text += bytes, lines++)
        bytes = latex_line(text, width);
    return lines > 0 ? lines : 1;
}

static size_t row_lines(const sheet *t, size_t row)
{
    size_t most = 1;
    for (size_t i = 0; i < t->count; i++) {
        const size_t k = t->which[i];
        const size_t own =
            t->column[k].kind == LATEX_TEXT ? 1 : lines_of(cell_of(t, row, k), t->column[k].width);
        most = own > most ? own : most;
    }
    return most;
}

/* The chosen columns, as many rows a float as a page has room for. */
static void write_pages(sheet *t, bool all_columns, FILE *out)
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
        write_float(t, out);
        t->continued = true;
        /* LaTeX gives up on a hundred floats that wait for a page. */
        fputs(++t->floats % FLOATS_MOST == 0 ? "\\clearpage\n" : "", out);
        if (t->to == t->from)
            return; /* a header alone */
    }
}

/* Leading columns of text name a row, and stand in every part. */
static size_t keys_of(const sheet *t)
{
    size_t keys = 1;
    while (keys < KEYS_MOST && keys + 1 < t->b->columns && t->column[keys].kind != LATEX_NUMBERS &&
           t->b->align[keys] == 'l')
        keys++;
    return keys;
}

/* A column without a single cell, such as sentences where none is quoted. */
static bool is_empty(const block *b, size_t column)
{
    for (size_t i = b->columns + column; i < b->count; i += b->columns)
        if (b->cell[i][0] != '\0')
            return false;
    return b->count > b->columns;
}

/* The first column from `k` on that is not empty, or the number of columns. */
static size_t next_filled(const block *b, size_t k)
{
    while (k < b->columns && is_empty(b, k))
        k++;
    return k;
}

/* As many columns a part as a page has room for. */
static void write_parts(sheet *t, FILE *out)
{
    const size_t keys = keys_of(t);
    for (size_t next = next_filled(t->b, keys); next < t->b->columns;) {
        for (t->count = 0; t->count < keys; t->count++)
            t->which[t->count] = t->count;
        latex_columns_fit(t->b, t->which, keys, WIDE, t->column);
        do {
            t->which[t->count++] = next;
            next = next_filled(t->b, next + 1);
        } while (next < t->b->columns &&
                 (t->which[t->count] = next,
                  latex_columns_suit(t->column, t->which, t->count + 1, WIDE)));
        latex_columns_fit(t->b, t->which, t->count, WIDE, t->column);
        write_pages(t, next == t->b->columns, out);
    }
}

static void write_sheet(sheet *t, FILE *out)
{
    for (size_t k = t->count = 0; k < t->b->columns; k++)
        if (!is_empty(t->b, k))
            t->which[t->count++] = k;
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
    sheet t = {.d = d, .index = index, .b = b};
    t.column = calloc(b->columns + 1, sizeof *t.column);
    t.which = calloc(b->columns + 1, sizeof *t.which);
    if (t.column && t.which && b->columns > 0 && b->count >= b->columns)
        write_sheet(&t, out);
    else
        fputs("% no memory for this table\n", out);
    free(t.column);
    free(t.which);
}
