/* A grid as LaTeX: floats of at most 50 lines, which stand in one column and in two. Numbers are
 * aligned by siunitx, long texts are broken by tabularx, and what is wider than the line all the
 * same is made smaller by graphicx. Rules are those of booktabs. */
#include <stdlib.h>
#include <string.h>

#include "analysis/table/latex.h"

enum {
    LINES_MOST = 50, /* of a page */
    NARROW = 42,     /* characters of a column of two */
    LINE = 80,       /* characters of a line */
    SHORT = 28,      /* a text of more is broken */
    HEAD = 12,       /* characters of a line of a head */
};

typedef enum kind { NUMBERS, WORDS, BROKEN } kind;

typedef struct column {
    kind kind;
    size_t place; /* in the grid */
    size_t width; /* characters */
    latex_number most;
    const char *mark; /* the longest behind a number; "" */
} column;

/* A part of a grid. */
typedef struct sheet {
    const document *d;
    size_t index; /* of the grid's block */
    const block *b;
    column *column;
    size_t columns;
    size_t from, to; /* rows, the header being row 0 */
} sheet;

static size_t list_columns(const block *b, column *of);
static size_t end_of_page(const sheet *t, size_t rows);
static void write_float(const sheet *t, FILE *out);

void latex_grid(const document *d, size_t index, FILE *out)
{
    const block *b = &d->block[index];
    const size_t rows = b->columns > 0 ? b->count / b->columns : 0;
    column *of = calloc(b->columns + 1, sizeof *of);
    sheet t = {.d = d, .index = index, .b = b, .column = of};
    if (!of) {
        fputs("% no memory for a table\n", out);
        return;
    }
    t.columns = list_columns(b, of);
    for (t.from = 1; t.columns > 0 && t.from < rows; t.from = t.to) {
        t.to = end_of_page(&t, rows);
        write_float(&t, out);
    }
    free(of);
}

static size_t characters(const char *text, size_t bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < bytes && text[i]; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* How many lines a row takes. */
static size_t lines_of(const sheet *t, size_t row)
{
    size_t most = 1;
    for (size_t k = 0; k < t->columns; k++) {
        const char *text = t->b->cell[row * t->b->columns + t->column[k].place];
        const size_t line = t->column[k].kind == BROKEN ? SHORT - 4 : SHORT;
        const size_t lines =
            t->column[k].kind == WORDS ? 1 : 1 + characters(text, strlen(text)) / line;
        most = larger(most, lines);
    }
    return most;
}

/* Past the last row that the page has room for, at least one. */
static size_t end_of_page(const sheet *t, size_t rows)
{
    size_t row = t->from, lines = 0;
    do
        lines += lines_of(t, row++);
    while (row < rows && lines + lines_of(t, row) <= LINES_MOST);
    return row;
}

/* --- columns --- */

static int larger_of(int a, int b)
{
    return a > b ? a : b;
}

static void take_number(const latex_number *n, const char *mark, column *c)
{
    c->most.before = larger_of(c->most.before, n->before);
    c->most.after = larger_of(c->most.after, n->after);
    c->most.exponent = larger_of(c->most.exponent, n->exponent);
    c->most.sign |= n->sign;
    c->most.negative_exponent |= n->negative_exponent;
    if (strlen(mark) > strlen(c->mark))
        c->mark = mark;
}

static bool says(const char *cell)
{
    return *cell && strcmp(cell, "–") != 0;
}

/* False if no row has a cell there. */
static bool read_column(const block *b, size_t place, column *c)
{
    size_t numbers = 0, words = 0, filled = 0;
    latex_number n;
    *c = (column){.place = place, .mark = ""};
    for (size_t i = b->columns + place; i < b->count; i += b->columns) {
        const char *cell = b->cell[i];
        const bool number = latex_number_read(cell, &n);
        filled += *cell != '\0';
        numbers += number;
        words += !number && says(cell);
        c->width = larger(c->width, characters(cell, strlen(cell)));
        if (number)
            take_number(&n, cell + n.bytes, c);
    }
    c->kind = numbers > 0 && numbers >= words ? NUMBERS : c->width > SHORT ? BROKEN : WORDS;
    c->width = larger(c->width, HEAD / 2);
    return filled > 0 || b->count <= b->columns;
}

static size_t list_columns(const block *b, column *of)
{
    size_t count = 0;
    for (size_t k = 0; k < b->columns; k++)
        count += read_column(b, k, &of[count]);
    return count;
}

/* Characters of all columns but those that are broken. */
static size_t width_of(const sheet *t)
{
    size_t width = 0;
    for (size_t k = 0; k < t->columns; k++)
        width += t->column[k].kind == BROKEN ? 0 : t->column[k].width + 1;
    return width;
}

static bool has_broken(const sheet *t)
{
    for (size_t k = 0; k < t->columns; k++)
        if (t->column[k].kind == BROKEN)
            return true;
    return false;
}

static void write_numbers(const column *c, FILE *out)
{
    const latex_number *n = &c->most;
    fprintf(out, "S[table-format=%s%d", n->sign ? "+" : "", larger_of(n->before, 1));
    if (n->after > 0)
        fprintf(out, ".%d", n->after);
    if (n->exponent > 0)
        fprintf(out, "e%s%d", n->negative_exponent ? "-" : "", n->exponent);
    if (c->mark[0]) {
        fputs(",table-space-text-post={\\,", out);
        latex_text(c->mark + 1, strlen(c->mark + 1), out);
        fputs("},table-align-text-post=false", out);
    }
    fputc(']', out);
}

/* `fills`: broken texts share what is left of the line. */
static void write_columns(const sheet *t, bool fills, FILE *out)
{
    fputs("{@{}", out);
    for (size_t k = 0; k < t->columns; k++) {
        const column *c = &t->column[k];
        if (c->kind == NUMBERS)
            write_numbers(c, out);
        else if (c->kind == WORDS)
            fputc(t->b->align[c->place], out);
        else
            fprintf(out, ">{\\raggedright\\arraybackslash}%s", fills ? "X" : "p{14em}");
    }
    fputs("@{}}\n", out);
}

/* --- rows --- */

/* Bytes of the next line of a head or a word among numbers: whole words of at most HEAD characters,
 * or one longer word. */
static size_t line_of(const char *text)
{
    size_t bytes = strcspn(text, " ");
    while (text[bytes]) {
        const size_t next = bytes + 1 + strcspn(text + bytes + 1, " ");
        if (characters(text, next) > HEAD)
            break;
        bytes = next;
    }
    return bytes;
}

static void write_stacked(const char *text, char at, char align, FILE *out)
{
    if (text[line_of(text)] == '\0') {
        latex_text(text, strlen(text), out);
        return;
    }
    fprintf(out, "\\begin{tabular}[%c]{@{}%c@{}}", at, align);
    for (size_t bytes; *text; text += bytes + (text[bytes] == ' ')) {
        bytes = line_of(text);
        latex_text(text, bytes, out);
        fputs(text[bytes] ? "\\\\" : "", out);
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

static void write_cell(const column *c, const char *text, FILE *out)
{
    latex_number n;
    if (c->kind != NUMBERS) {
        latex_text(text, strlen(text), out);
    } else if (latex_number_read(text, &n)) {
        write_number(text, &n, out);
    } else {
        fputc('{', out);
        write_stacked(text, 't', 'c', out);
        fputc('}', out);
    }
}

static void write_head(const sheet *t, FILE *out)
{
    fputs("\\toprule\n", out);
    for (size_t k = 0; k < t->columns; k++) {
        const column *c = &t->column[k];
        fputs(k ? " & {" : "{", out);
        write_stacked(t->b->cell[c->place], 'b',
                      c->kind == NUMBERS  ? 'c'
                      : c->kind == BROKEN ? 'l'
                                          : t->b->align[c->place],
                      out);
        fputc('}', out);
    }
    fputs(" \\\\\n\\midrule\n", out);
}

static void write_rows(const sheet *t, FILE *out)
{
    for (size_t row = t->from; row < t->to; row++)
        for (size_t k = 0; k < t->columns; k++) {
            write_cell(&t->column[k], t->b->cell[row * t->b->columns + t->column[k].place], out);
            fputs(k + 1 < t->columns ? " & " : " \\\\\n", out);
        }
}

static void write_body(const sheet *t, FILE *out)
{
    write_head(t, out);
    write_rows(t, out);
    fputs("\\bottomrule\n", out);
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
        for (size_t k = 0; k < t->columns; k++)
            for (const char *at = t->b->cell[row * t->b->columns + t->column[k].place]; *at; at++)
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
    for (size_t i = t->index + 1; t->to * t->b->columns >= t->b->count && i < t->d->count; i++) {
        if (t->d->block[i].kind != BLOCK_NOTE)
            break;
        write_note(t->d->block[i].text, !any, out);
        any = true;
    }
    fputs(any ? "\\end{minipage}\n" : "", out);
}

/* --- the float --- */

/* Broken texts fill the line, if the other columns leave them some of it. */
static void write_table(const sheet *t, FILE *out)
{
    const bool fills = has_broken(t) && width_of(t) + 2 * HEAD <= LINE;
    if (fills)
        fputs("\\begin{tabularx}{\\linewidth}", out);
    else
        fputs("\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n"
              "\\begin{tabular}",
              out);
    write_columns(t, fills, out);
    write_body(t, out);
    fputs(fills ? "\\end{tabularx}\n" : "\\end{tabular}}\n", out);
}

static void write_float(const sheet *t, FILE *out)
{
    const bool wide = has_broken(t) || width_of(t) > NARROW;
    const char *caption = caption_of(t), *star = wide ? "*" : "";
    fprintf(out, "\n\\begin{table%s}[%s]\n\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}\n",
            star, wide ? "!tbp" : "!htbp");
    fputs("\\caption{", out);
    latex_text(caption, strlen(caption), out);
    fprintf(out, "%s}\n\\smallskip\n", t->from > 1 ? " (continued)" : "");
    write_table(t, out);
    write_notes(t, out);
    fprintf(out, "\\end{table%s}\n", star);
}
