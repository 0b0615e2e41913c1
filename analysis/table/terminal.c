/* Tables for a terminal: columns side by side without rules, no line longer than its width. Where a
 * grid is wider, its widest columns of text are set in several lines. */
#include <string.h>

#include "analysis/table/document.h"

enum { GAP = 2, COLUMNS_MOST = 64 };

/* The bytes of the UTF-8 sequence at `text`. */
static size_t step(const char *text)
{
    size_t bytes = 1;
    while (((unsigned char)text[bytes] & 0xC0) == 0x80)
        bytes++;
    return bytes;
}

static size_t characters(const char *text, size_t bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

/* The bytes of the first line of `text` that is at most `width` characters: whole words, or a part
 * of a word that is longer. */
static size_t line_of(const char *text, size_t width)
{
    size_t bytes = 0, count = 0, words = 0;
    while (text[bytes] && count < width) {
        bytes += step(text + bytes);
        count++;
        if (text[bytes] == ' ' || text[bytes] == '\0')
            words = bytes;
    }
    return words > 0 ? words : bytes;
}

static size_t past_spaces(const char *text)
{
    return strspn(text, " ");
}

static void pad(size_t count, FILE *out)
{
    while (count-- > 0)
        fputc(' ', out);
}

static void paragraph(const char *text, size_t width, FILE *out)
{
    while (*text) {
        const size_t bytes = line_of(text, width);
        fprintf(out, "%.*s\n", (int)bytes, text);
        text += bytes + past_spaces(text + bytes);
    }
    fputc('\n', out);
}

static void measure(const block *b)
{
    for (size_t i = 0; i < b->count; i++) {
        const size_t needed = characters(b->cell[i], strlen(b->cell[i])), k = i % b->columns;
        b->width[k] = needed > b->width[k] ? needed : b->width[k];
    }
}

/* The longest part of a column, which is not broken: a word of its head and of text, all of a
 * number with its marks. */
static size_t longest_part(const block *b, size_t column)
{
    size_t longest = 0;
    for (size_t i = column; i < b->count; i += b->columns) {
        const bool whole = b->align[column] == 'r' && i >= b->columns;
        for (const char *part = b->cell[i]; *part;) {
            const size_t bytes = whole ? strlen(part) : strcspn(part, " ");
            const size_t count = characters(part, bytes);
            longest = count > longest ? count : longest;
            part += bytes + past_spaces(part + bytes);
        }
    }
    return longest;
}

/* Takes from the column that can spare most, one character at a time, until the grid fits or no
 * column can: heads and texts are set in several lines then. */
static void squeeze(const block *b, size_t width)
{
    size_t all = b->columns > 0 ? GAP * (b->columns - 1) : 0, spare[COLUMNS_MOST] = {0};
    for (size_t k = 0; k < b->columns; k++)
        all += b->width[k];
    for (size_t k = 0; k < b->columns && k < COLUMNS_MOST; k++)
        spare[k] = b->width[k] - longest_part(b, k);
    for (; all > width; all--) {
        size_t most = 0;
        for (size_t k = 1; k < b->columns && k < COLUMNS_MOST; k++)
            most = spare[k] > spare[most] ? k : most;
        if (spare[most] == 0)
            return;
        spare[most]--;
        b->width[most]--;
    }
}

static void cell(const char *text, size_t bytes, size_t width, bool right, bool last, FILE *out)
{
    const size_t used = characters(text, bytes), space = width > used ? width - used : 0;
    pad(right && !(last && bytes == 0) ? space : 0, out);
    fwrite(text, 1, bytes, out);
    if (!last)
        pad((right ? 0 : space) + GAP, out);
}

/* Lines until every cell of the row is written. */
static void row(const block *b, const char *const *text, FILE *out)
{
    const char *rest[COLUMNS_MOST];
    const size_t columns = b->columns < COLUMNS_MOST ? b->columns : COLUMNS_MOST;
    for (size_t k = 0; k < columns; k++)
        rest[k] = text[k];
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < columns; k++) {
            const size_t bytes = line_of(rest[k], b->width[k]);
            cell(rest[k], bytes, b->width[k], b->align[k] == 'r', k + 1 == columns, out);
            rest[k] += bytes + past_spaces(rest[k] + bytes);
            more = more || *rest[k];
        }
        fputc('\n', out);
    }
}

static void rule(const block *b, FILE *out)
{
    for (size_t k = 0; k < b->columns; k++) {
        for (size_t i = 0; i < b->width[k]; i++)
            fputs("─", out);
        pad(k + 1 < b->columns ? GAP : 0, out);
    }
    fputc('\n', out);
}

static void grid(const block *b, size_t width, FILE *out)
{
    measure(b);
    squeeze(b, width);
    if (b->text[0])
        paragraph(b->text, width, out);
    for (size_t i = 0; i + b->columns <= b->count; i += b->columns) {
        row(b, (const char *const *)b->cell + i, out);
        if (i == 0)
            rule(b, out);
    }
    fputc('\n', out);
}

void document_terminal(const document *d, size_t width, FILE *out)
{
    for (size_t i = 0; i < d->count; i++) {
        const block *b = &d->block[i];
        if (b->kind == BLOCK_GRID)
            grid(b, width, out);
        else if (document_shows(d, b))
            paragraph(b->text, width, out);
    }
}
