/* Markdown with tables (GFM), padded so that they read well in a terminal too. */
#include <string.h>

#include "analysis/table/document.h"

/* Written width in characters, a UTF-8 sequence being one. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text; text++) {
        width += ((unsigned char)*text & 0xC0) != 0x80;
        width += *text == '|' || *text == '\\' || *text == '<' || *text == '`' || *text == '*';
    }
    return width;
}

static void write_text(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '|' || *text == '\\' || *text == '<' || *text == '`' || *text == '*')
            fputc('\\', out);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
}

static void pad(size_t count, char with, FILE *out)
{
    while (count-- > 0)
        fputc(with, out);
}

static void write_cell(const char *text, char align, size_t width, FILE *out)
{
    const size_t space = width - width_of(text);
    fputs("| ", out);
    pad(align == 'r' ? space : 0, ' ', out);
    write_text(text, out);
    pad(align == 'r' ? 1 : space + 1, ' ', out);
}

static void write_rule(const block *b, FILE *out)
{
    for (size_t i = 0; i < b->columns; i++) {
        fputs("|", out);
        pad(b->width[i] + 1, '-', out);
        fputc(b->align[i] == 'r' ? ':' : '-', out);
    }
    fputs("|\n", out);
}

static void heading(const block *b, FILE *out)
{
    fputs("## ", out);
    write_text(b->text, out);
    fputs("\n\n", out);
}

static void paragraph(const block *b, FILE *out)
{
    write_text(b->text, out);
    fputs("\n\n", out);
}

static void measure(const block *b)
{
    for (size_t i = 0; i < b->count; i++) {
        const size_t needed = width_of(b->cell[i]), column = i % b->columns;
        if (needed > b->width[column])
            b->width[column] = needed;
    }
}

static void grid(const block *b, FILE *out)
{
    measure(b);
    if (b->text[0])
        paragraph(b, out);
    for (size_t i = 0; i < b->count; i++) {
        const size_t column = i % b->columns;
        write_cell(b->cell[i], b->align[column], b->width[column], out);
        if (column == b->columns - 1)
            fputs("|\n", out);
        if (i == b->columns - 1)
            write_rule(b, out);
    }
    fputc('\n', out);
}

void document_markdown(const document *d, FILE *out)
{
    static void (*const writer[BLOCK_KINDS])(const block *,
                                             FILE *) = {[BLOCK_HEADING] = heading,
                                                        [BLOCK_PARAGRAPH] = paragraph,
                                                        [BLOCK_GRID] = grid,
                                                        [BLOCK_MARK] = paragraph,
                                                        [BLOCK_NOTE] = paragraph};
    for (size_t i = 0; i < d->count; i++)
        if (document_shows(d, &d->block[i]))
            writer[d->block[i].kind](&d->block[i], out);
}
