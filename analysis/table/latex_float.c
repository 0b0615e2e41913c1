/* One float: caption, header, rows and notes of a part of a grid, in \footnotesize. */
#include "analysis/table/latex.h"

#include <string.h>

enum { DITTO_FROM = 30 };

/* --- cells --- */

/* In lines of that width, one above the other. */
static void write_stacked(const char *text, long width, char at, char align, FILE *out)
{
    size_t bytes = latex_line(text, width);
    if (text[bytes] == '\0') {
        latex_text(text, bytes, out);
        return;
    }
    fprintf(out, "\\begin{tabular}[%c]{@{}%c@{}}", at, align);
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
const char *latex_cell(const latex_sheet *t, size_t row, size_t k)
{
    const char *text = t->b->cell[row * t->b->columns + k];
    const bool again = t->column[k].kind == LATEX_WRAPPED && row > t->from &&
                       strlen(text) > DITTO_FROM &&
                       strcmp(text, t->b->cell[(row - 1) * t->b->columns + k]) == 0;
    return again ? "″" : text;
}

static void write_cell(const latex_sheet *t, size_t row, size_t k, FILE *out)
{
    const latex_column *c = &t->column[k];
    const char *text = latex_cell(t, row, k);
    latex_number n;
    if (c->kind != LATEX_NUMBERS) {
        latex_text(text, strlen(text), out);
    } else if (latex_number_read(text, &n)) {
        write_number(text, &n, out);
    } else {
        fputc('{', out);
        write_stacked(text, c->width, 't', 'c', out);
        fputc('}', out);
    }
}

static void write_rows(const latex_sheet *t, FILE *out)
{
    for (size_t row = t->from; row < t->to; row++)
        for (size_t i = 0; i < t->count; i++) {
            write_cell(t, row, t->which[i], out);
            fputs(i + 1 < t->count ? " & " : " \\\\\n", out);
        }
}

/* --- the header --- */

static size_t group_of(const latex_sheet *t, size_t i)
{
    return t->b->group[t->which[i]];
}

/* Columns from `i` on of the same group; 1 where it has none. */
static size_t group_columns(const latex_sheet *t, size_t i)
{
    const char *name = t->b->cell[t->which[i]];
    const size_t own = group_of(t, i);
    size_t count = 1;
    while (own > 0 && i + count < t->count && group_of(t, i + count) == own &&
           strncmp(name, t->b->cell[t->which[i + count]], own) == 0)
        count++;
    return count;
}

static bool has_groups(const latex_sheet *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (group_of(t, i) > 0)
            return true;
    return false;
}

static long group_width(const latex_sheet *t, size_t i, size_t columns)
{
    return latex_columns_width(t->column, t->which + i, columns);
}

static void write_groups(const latex_sheet *t, FILE *out)
{
    for (size_t i = 0, count; i < t->count; i += count) {
        char name[256];
        count = group_columns(t, i);
        snprintf(name, sizeof name, "%.*s", (int)group_of(t, i), t->b->cell[t->which[i]]);
        fprintf(out, "%s\\multicolumn{%zu}{c}{", i ? " & " : "", count);
        write_stacked(name, group_width(t, i, count), 'b', 'c', out);
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

static void write_head(const latex_sheet *t, FILE *out)
{
    fputs("\\toprule\n", out);
    if (has_groups(t))
        write_groups(t, out);
    for (size_t i = 0; i < t->count; i++) {
        const char *head = latex_head(t->b, t->which[i]);
        const latex_column *c = &t->column[t->which[i]];
        const char align = t->b->align[t->which[i]];
        fputs(i ? " & {" : "{", out);
        write_stacked(head, c->width, 'b', c->kind == LATEX_NUMBERS ? 'c' : align, out);
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

static const char *caption_of(const latex_sheet *t)
{
    const char *text = t->b->text;
    for (size_t i = t->index; !*text && i > 0; i--)
        if (t->d->block[i - 1].kind == BLOCK_HEADING)
            text = t->d->block[i - 1].text;
    return text;
}

static bool is_used(const latex_sheet *t, const char *mark, size_t bytes)
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
static void write_notes(const latex_sheet *t, FILE *out)
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

/* "; Method: Verlet": columns that say the same in every row. */
static void write_constants(const latex_sheet *t, FILE *out)
{
    for (size_t k = 0; t->terse && k < t->b->columns; k++) {
        const char *head = t->b->cell[k];
        if (latex_is_empty(t->b, k) || !latex_is_constant(t->b, k))
            continue;
        fputs("; ", out);
        latex_text(head, strlen(head), out);
        fputs(": ", out);
        latex_text(t->b->cell[t->b->columns + k], strlen(t->b->cell[t->b->columns + k]), out);
    }
}

void latex_float(const latex_sheet *t, FILE *out)
{
    const char *caption = caption_of(t), *star = t->wide ? "*" : "";
    fprintf(out, "\n\\begin{table%s}[%s]\n\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}\n",
            star, t->wide ? "!tbp" : "!htbp");
    fputs("\\caption{", out);
    latex_text(caption, strlen(caption), out);
    write_constants(t, out);
    fprintf(out, "%s}\n\\smallskip\n\\begin{tabular}{@{}", t->continued ? " (continued)" : "");
    for (size_t i = 0; i < t->count; i++)
        write_column(&t->column[t->which[i]], t->b->align[t->which[i]], out);
    fputs("@{}}\n", out);
    write_head(t, out);
    write_rows(t, out);
    fputs("\\bottomrule\n\\end{tabular}\n", out);
    write_notes(t, out);
    fprintf(out, "\\end{table%s}\n", star);
}
