#include "analysis/export/series.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/data_table.h"
#include "core/text.h"

/* Length of the path of the column's group. */
static size_t group_length(const bundle_column *c)
{
    const char *slash = strrchr(c->path, '/');
    return slash ? (size_t)(slash - c->path) : 0;
}

static bool alike(const bundle_column *a, const bundle_column *b)
{
    const size_t length = group_length(a);
    return a->rows == b->rows && group_length(b) == length &&
           strncmp(a->path, b->path, length) == 0;
}

bool series_begins(const bundle *b, size_t column)
{
    for (size_t i = 0; i < column; i++)
        if (alike(&b->column[i], &b->column[column]))
            return false;
    return true;
}

bool series_of(const bundle *b, size_t first, series *s)
{
    const bundle_column *c = &b->column[first];
    *s = (series){.rows = c->rows};
    snprintf(s->group, sizeof s->group, "%.*s", (int)group_length(c), c->path);
    s->column = calloc(b->count - first, sizeof *s->column);
    for (size_t i = first; s->column && i < b->count; i++)
        if (alike(c, &b->column[i]))
            s->column[s->count++] = &b->column[i];
    return s->column != NULL;
}

const char *series_value(const bundle_column *c, size_t i, char *text, size_t size)
{
    if (c->type == BUNDLE_TEXT)
        return c->text[i] ? c->text[i] : "";
    if (c->type == BUNDLE_REAL)
        trama_print_real(c->real[i], 15, text, size);
    else
        snprintf(text, size, "%" PRId64, c->integer[i]);
    return text;
}

static void write_name(const bundle_column *c, size_t part, FILE *out)
{
    char name[512];
    const char *last = c->path + group_length(c) + 1;
    int length = snprintf(name, sizeof name, "%.200s", last);
    if (c->columns > 1)
        length += snprintf(name + length, sizeof name - (size_t)length, "_%zu", part);
    if (c->unit && *c->unit && strcmp(c->unit, "1") != 0)
        snprintf(name + length, sizeof name - (size_t)length, " [%.200s]", c->unit);
    data_csv_field(name, out);
}

void series_header(const series *s, FILE *out)
{
    for (size_t i = 0, cell = 0; i < s->count; i++)
        for (size_t part = 0; part < s->column[i]->columns; part++) {
            fputs(cell++ ? "," : "", out);
            write_name(s->column[i], part, out);
        }
    fputc('\n', out);
}

static void write_row(const series *s, size_t row, FILE *out)
{
    char text[64];
    for (size_t i = 0, cell = 0; i < s->count; i++) {
        const bundle_column *c = s->column[i];
        for (size_t part = 0; part < c->columns; part++) {
            fputs(cell++ ? "," : "", out);
            data_csv_field(series_value(c, row * c->columns + part, text, sizeof text), out);
        }
    }
    fputc('\n', out);
}

void series_rows(const series *s, FILE *out)
{
    for (size_t row = 0; row < s->rows; row++)
        write_row(s, row, out);
}

void series_csv(const series *s, FILE *out)
{
    series_header(s, out);
    series_rows(s, out);
}
