/* Named columns in memory. */
#include "results/bundle.h"
#include "core/memory.h"
#include "core/text.h"
#include "results/internal.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool bundle_below(const char *path, const char *prefix)
{
    size_t length = strlen(prefix);
    if (length > 0 && prefix[length - 1] == '/')
        length--;
    return strncmp(path, prefix, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static bool is_path(const char *path)
{
    const size_t length = strlen(path);
    return length > 1 && path[0] == '/' && path[length - 1] != '/' && !strstr(path, "//");
}

bool bundle_has_room(const bundle *b, const char *path)
{
    for (size_t i = 0; i < b->count; i++)
        if (bundle_below(path, b->column[i].path) || bundle_below(b->column[i].path, path))
            return false;
    return is_path(path) && !(b->source && b->source->find(b->source, path));
}

static bool reserve(bundle *b)
{
    bundle_column *grown = trama_with_room(b->column, b->count, &b->capacity, sizeof *grown);
    if (grown)
        b->column = grown;
    return grown != NULL;
}

/* False if the product does not fit. */
static bool multiply(size_t a, size_t b, size_t *product)
{
    *product = a * b;
    return b == 0 || *product / b == a;
}

/* One block: the pointers, then the characters. */
static char **text_block(size_t rows, size_t width)
{
    const size_t slot = width + 1;
    size_t bytes;
    if (!multiply(rows, sizeof(char *) + slot, &bytes))
        return NULL;
    char **text = calloc(1, bytes ? bytes : 1);
    char *characters = text ? (char *)(text + rows) : NULL;
    for (size_t i = 0; text && i < rows; i++)
        text[i] = characters + i * slot;
    return text;
}

static bool allocate_values(bundle_column *column, size_t width)
{
    size_t count;
    if (!multiply(column->rows, column->columns, &count))
        return false;
    if (column->type == BUNDLE_TEXT)
        return (column->text = text_block(count, width)) != NULL;
    void *numbers = calloc(count ? count : 1, sizeof(double));
    if (column->type == BUNDLE_REAL)
        column->real = numbers;
    else
        column->integer = numbers;
    return numbers != NULL;
}

static void free_column(bundle_column *column)
{
    free(column->path);
    free(column->unit);
    free(column->summary);
    free(column->real);
    free(column->integer);
    free(column->text);
}

static int by_path(const void *a, const void *b)
{
    const bundle_column *const *left = a, *const *right = b;
    return strcmp((*left)->path, (*right)->path);
}

const bundle_column **bundle_in_order(const bundle *b)
{
    const bundle_column **column = malloc((b->count + 1) * sizeof *column);
    for (size_t i = 0; column && i < b->count; i++)
        column[i] = &b->column[i];
    if (column)
        qsort(column, b->count, sizeof *column, by_path);
    return column;
}

bundle_column *bundle_append(bundle *b, const char *path, const char *unit, const char *summary,
                             bundle_type type, size_t rows, size_t columns, size_t width,
                             bool values)
{
    assert(bundle_has_room(b, path));
    bundle_column column = {.type = type, .rows = rows, .columns = columns};
    column.path = strdup(path);
    column.unit = strdup(unit);
    column.summary = strdup(summary);
    const bool whole = column.path && column.unit && column.summary &&
                       (!values || allocate_values(&column, width)) && reserve(b);
    if (!whole) {
        free_column(&column);
        b->no_memory = true;
        return NULL;
    }
    b->column[b->count] = column;
    return &b->column[b->count++];
}

static void add_numbers(bundle *b, const char *path, const char *unit, const char *summary,
                        bundle_type type, const void *values, size_t rows, size_t columns)
{
    bundle_column *column = bundle_append(b, path, unit, summary, type, rows, columns, 0, true);
    if (column && rows * columns > 0)
        memcpy(type == BUNDLE_REAL ? (void *)column->real : (void *)column->integer, values,
               rows * columns * sizeof(double));
}

void bundle_add_reals(bundle *b, const char *path, const char *unit, const char *summary,
                      const double *values, size_t rows, size_t columns)
{
    add_numbers(b, path, unit, summary, BUNDLE_REAL, values, rows, columns);
}

void bundle_add_integers(bundle *b, const char *path, const char *unit, const char *summary,
                         const int64_t *values, size_t rows, size_t columns)
{
    add_numbers(b, path, unit, summary, BUNDLE_INTEGER, values, rows, columns);
}

void bundle_add_stream(bundle *b, const char *path, const char *unit, const char *summary,
                       const bundle_stream *stream, size_t rows)
{
    bundle_column *column =
        bundle_append(b, path, unit, summary, BUNDLE_REAL, rows, stream->columns, 0, false);
    if (column)
        column->stream = *stream;
}

size_t bundle_piece_rows(const bundle_column *column)
{
    const size_t row = column->columns * sizeof(double);
    return row > 0 && row < RECORD_PIECE_BYTES ? RECORD_PIECE_BYTES / row : 1;
}

bool bundle_read_rows(const bundle_column *column, size_t first, size_t rows, double *values)
{
    if (column->stream.read)
        return column->stream.read(&column->stream, first, rows, values);
    memcpy(values, column->real + first * column->columns, rows * column->columns * sizeof *values);
    return true;
}

static size_t longest(const char *const *values, size_t rows)
{
    size_t width = 0;
    for (size_t i = 0; i < rows; i++) {
        const size_t length = strlen(values[i]);
        width = length > width ? length : width;
    }
    return width;
}

void bundle_add_texts(bundle *b, const char *path, const char *summary, const char *const *values,
                      size_t rows)
{
    bundle_column *column =
        bundle_append(b, path, "", summary, BUNDLE_TEXT, rows, 1, longest(values, rows), true);
    for (size_t i = 0; column && i < rows; i++)
        strcpy(column->text[i], values[i]);
}

void bundle_add_real(bundle *b, const char *path, const char *unit, const char *summary,
                     double value)
{
    bundle_add_reals(b, path, unit, summary, &value, 1, 1);
    bundle_mark_single(b);
}

void bundle_add_integer(bundle *b, const char *path, const char *unit, const char *summary,
                        int64_t value)
{
    bundle_add_integers(b, path, unit, summary, &value, 1, 1);
    bundle_mark_single(b);
}

void bundle_add_text(bundle *b, const char *path, const char *summary, const char *value)
{
    bundle_add_texts(b, path, summary, &value, 1);
    bundle_mark_single(b);
}

void bundle_mark_single(bundle *b)
{
    if (b->no_memory)
        return;
    assert(b->column[b->count - 1].rows == 1 && b->column[b->count - 1].columns == 1);
    b->column[b->count - 1].single = true;
}

static bool all_are_booleans(const bundle_column *column)
{
    for (size_t i = 0; i < column->rows * column->columns; i++)
        if (column->integer[i] != 0 && column->integer[i] != 1)
            return false;
    return true;
}

void bundle_mark_boolean(bundle *b)
{
    if (b->no_memory)
        return;
    assert(b->column[b->count - 1].integer && all_are_booleans(&b->column[b->count - 1]));
    b->column[b->count - 1].boolean = true;
}

size_t bundle_text_width(const bundle_column *column)
{
    return longest((const char *const *)column->text, column->rows);
}

/* Most differ in their first letters, for which no call is made. */
static bool is_same(const char *a, const char *b)
{
    return a[0] == b[0] && a[1] == b[1] && strcmp(a, b) == 0;
}

const bundle_column *bundle_find(const bundle *b, const char *path)
{
    for (size_t i = 0; i < b->count; i++)
        if (is_same(b->column[i].path, path))
            return &b->column[i];
    return b->source ? b->source->find(b->source, path) : NULL;
}

const char *bundle_path(const bundle *b, size_t i)
{
    if (i < b->count)
        return b->column[i].path;
    return b->source ? b->source->path(b->source, i - b->count) : NULL;
}

/* The column if it is of that type and has a first value, else NULL. */
static const bundle_column *first_of(const bundle *b, const char *path, bundle_type type)
{
    const bundle_column *column = bundle_find(b, path);
    const bool fits = column && column->type == type && column->rows > 0 && column->columns > 0;
    return fits && !column->stream.read ? column : NULL;
}

double bundle_real(const bundle *b, const char *path, double fallback)
{
    const bundle_column *column = first_of(b, path, BUNDLE_REAL);
    return column ? column->real[0] : fallback;
}

int64_t bundle_integer(const bundle *b, const char *path, int64_t fallback)
{
    const bundle_column *column = first_of(b, path, BUNDLE_INTEGER);
    return column ? column->integer[0] : fallback;
}

const char *bundle_text(const bundle *b, const char *path, const char *fallback)
{
    const bundle_column *column = first_of(b, path, BUNDLE_TEXT);
    return column ? column->text[0] : fallback;
}

char *bundle_first_text(const bundle_column *column)
{
    char number[64];
    if (column->rows == 0 || column->columns == 0)
        return strdup("");
    if (column->type == BUNDLE_TEXT)
        return strdup(column->text[0]);
    if (column->type == BUNDLE_REAL)
        trama_print_real(column->real[0], 15, number, sizeof number);
    else
        snprintf(number, sizeof number, "%" PRId64, column->integer[0]);
    return strdup(number);
}

void bundle_truncate(bundle *b, size_t count)
{
    while (b->count > count)
        free_column(&b->column[--b->count]);
}

void bundle_free(bundle *b)
{
    bundle_truncate(b, 0);
    free(b->column);
    *b = (bundle){0};
}
