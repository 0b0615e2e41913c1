/* A document as part of an HTML page. Tables scroll by themselves, have captions and scopes, and
 * say in words what their colours and marks say. */
#include <string.h>

#include "analysis/output/html.h"
#include "analysis/table/document.h"

enum { TALL = 12 }; /* rows, past which a table stands alone and may break between pages */

/* What a cell's mark means. */
static const struct mark {
    const char *text, *css, *words;
} marks[] = {
    {" ≠", "differs", "differs from what it is held to"},
    {" †", "late", "see the note"},
};

static const struct mark *find_mark(const char *cell)
{
    const size_t length = strlen(cell);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const size_t own = strlen(marks[i].text);
        if (length > own && strcmp(cell + length - own, marks[i].text) == 0)
            return &marks[i];
    }
    return NULL;
}

/* The mark stands in the text already; its meaning is for those who do not see it. */
static void write_content(const char *cell, const struct mark *mark, bool agrees, FILE *out)
{
    html_text(cell, out);
    if (agrees)
        fputs("<span class=\"said\"> agrees</span>", out);
    if (mark)
        fprintf(out, "<span class=\"said\"> %s</span>", mark->words);
}

/* Past this a text is not squeezed into a narrow column. */
static bool is_long(const char *cell)
{
    return strlen(cell) > 40;
}

static void write_cell(const block *b, size_t index, FILE *out)
{
    const size_t column = index % b->columns;
    const bool header = index < b->columns, row_header = !header && column == 0;
    const char *tag = header || row_header ? "th" : "td";
    const struct mark *mark = header ? NULL : find_mark(b->cell[index]);
    const char *css = mark ? mark->css : b->agrees[index] ? "agrees" : "";
    const char *scope = header ? " scope=\"col\"" : row_header ? " scope=\"row\"" : "";
    fprintf(out, "<%s%s class=\"%s%s%s%s\">", tag, scope,
            b->align[column] == 'r' ? "number" : "text", is_long(b->cell[index]) ? " long" : "",
            *css ? " " : "", css);
    write_content(b->cell[index], mark, b->agrees[index], out);
    fprintf(out, "</%s>", tag);
}

static void write_rows(const block *b, size_t from, size_t to, const char *part, FILE *out)
{
    fprintf(out, "<%s>\n", part);
    for (size_t i = from; i < to; i++) {
        fputs(i % b->columns == 0 ? "<tr>" : "", out);
        write_cell(b, i, out);
        fputs(i % b->columns == b->columns - 1 ? "</tr>\n" : "", out);
    }
    fprintf(out, "</%s>\n", part);
}

/* A region that scrolls has to take the keyboard and have a name: the caption, or the heading. */
static void grid(const block *b, const char *heading, int level, FILE *out)
{
    (void)level;
    const bool tall = b->count > TALL * b->columns;
    fprintf(out, "<div class=\"scroll%s\" role=\"region\" tabindex=\"0\" aria-label=\"",
            tall ? " tall" : "");
    html_text(b->text[0] ? b->text : heading, out);
    fputs("\"><table>\n<caption>", out);
    html_text(b->text[0] ? b->text : heading, out);
    fputs("</caption>\n", out);
    write_rows(b, 0, b->columns, "thead", out);
    write_rows(b, b->columns, b->count - b->count % b->columns, "tbody", out);
    fputs("</table></div>\n", out);
}

static void heading(const block *b, const char *last, int level, FILE *out)
{
    (void)last;
    fprintf(out, "<h%d>", level);
    html_text(b->text, out);
    fprintf(out, "</h%d>\n", level);
}

static void paragraph(const block *b, const char *last, int level, FILE *out)
{
    (void)last;
    (void)level;
    fputs("<p>", out);
    html_text(b->text, out);
    fputs("</p>\n", out);
}

void document_html(const document *d, int level, FILE *out)
{
    static void (*const writer[BLOCK_KINDS])(const block *, const char *, int,
                                             FILE *) = {[BLOCK_HEADING] = heading,
                                                        [BLOCK_PARAGRAPH] = paragraph,
                                                        [BLOCK_GRID] = grid,
                                                        [BLOCK_MARK] = paragraph,
                                                        [BLOCK_NOTE] = paragraph};
    const char *last = "table";
    for (size_t i = 0; i < d->count; i++) {
        if (d->block[i].kind == BLOCK_HEADING)
            last = d->block[i].text;
        if (document_shows(d, &d->block[i]))
            writer[d->block[i].kind](&d->block[i], last, level, out);
    }
}
