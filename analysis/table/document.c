#include "analysis/table/document.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/text.h"

static void free_block(block *b)
{
    for (size_t i = 0; i < b->count; i++)
        free(b->cell[i]);
    free(b->cell);
    free(b->agrees);
    free(b->width);
    free(b->align);
    free(b->text);
}

void document_free(document *d)
{
    for (size_t i = 0; i < d->count; i++)
        free_block(&d->block[i]);
    free(d->block);
    *d = (document){0};
}

/* Takes over text and align. */
static void add(document *d, block_kind kind, char *text, char *align)
{
    block b = {.kind = kind, .text = text, .align = align, .columns = align ? strlen(align) : 0};
    b.width = calloc(b.columns + 1, sizeof *b.width);
    block *grown =
        text && b.width ? trama_with_room(d->block, d->count, &d->capacity, sizeof b) : NULL;
    if (grown) {
        d->block = grown;
        d->block[d->count++] = b;
        return;
    }
    d->no_memory = true;
    free_block(&b);
}

void document_add(document *d, block_kind kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(d, kind, trama_format(format, arguments), NULL);
    va_end(arguments);
}

void document_grid(document *d, const char *align, const char *caption)
{
    char *copy = strdup(align);
    if (copy)
        add(d, BLOCK_GRID, strdup(caption), copy);
    d->no_memory = d->no_memory || !copy;
}

/* Room for one more cell and what is said of it. */
static bool grow_cells(block *b)
{
    size_t capacity = b->capacity;
    bool *agrees = trama_with_room(b->agrees, b->count, &capacity, sizeof *agrees);
    if (!agrees)
        return false;
    b->agrees = agrees;
    char **cell = trama_with_room(b->cell, b->count, &b->capacity, sizeof *cell);
    if (cell)
        b->cell = cell;
    return cell != NULL;
}

/* Takes over `text`. */
static void add_cell(document *d, char *text)
{
    block *b = d->count ? &d->block[d->count - 1] : NULL;
    if (text && b && b->columns && grow_cells(b)) {
        b->agrees[b->count] = false;
        b->cell[b->count++] = text;
        return;
    }
    d->no_memory = true;
    free(text);
}

void document_cell(document *d, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_cell(d, trama_format(format, arguments));
    va_end(arguments);
}

void document_count(document *d, double count)
{
    if (count >= 0)
        document_cell(d, "%.0f", count);
    else
        document_cell(d, "–");
}

void document_real(document *d, double value, int digits)
{
    if (isnan(value))
        document_cell(d, "–");
    else
        document_cell(d, "%.*g", digits, value);
}

/* Before the mark that qualifies it; it stands in the text of some cells already. */
static char *with_tick(const char *cell)
{
    const char *dagger = strstr(cell, " †"), *late = dagger ? dagger : strstr(cell, " ‡");
    const size_t before = late ? (size_t)(late - cell) : strlen(cell);
    char *text = malloc(strlen(cell) + sizeof " ✓");
    if (text)
        sprintf(text, "%.*s%s%s", (int)before, cell, strstr(cell, "✓") ? "" : " ✓", cell + before);
    return text;
}

void document_agrees(document *d)
{
    block *b = d->count ? &d->block[d->count - 1] : NULL;
    char *text = b && b->count > 0 ? with_tick(b->cell[b->count - 1]) : NULL;
    d->no_memory |= !text;
    if (!text)
        return;
    free(b->cell[b->count - 1]);
    b->cell[b->count - 1] = text;
    b->agrees[b->count - 1] = true;
}

static bool has_mark(const block *grid, const char *mark, size_t bytes)
{
    for (size_t i = grid->columns; i < grid->count; i++)
        for (const char *at = grid->cell[i]; (at = strchr(at, mark[0])) != NULL; at++)
            if (strncmp(at, mark, bytes) == 0)
                return true;
    return false;
}

bool document_shows(const document *d, const block *b)
{
    if (b->kind != BLOCK_MARK)
        return true;
    for (size_t i = 0; i < d->count; i++)
        if (d->block[i].kind == BLOCK_GRID &&
            has_mark(&d->block[i], b->text, strcspn(b->text, ":")))
            return true;
    return false;
}

void document_cells(document *d, const char *const *text)
{
    for (; *text; text++)
        document_cell(d, "%s", *text);
}
