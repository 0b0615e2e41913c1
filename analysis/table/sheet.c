#include "analysis/table/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

sheet sheet_of(const char *const *column)
{
    sheet s = {.column = column};
    while (column[s.columns])
        s.columns++;
    return s;
}

void sheet_free(sheet *s)
{
    for (size_t i = 0; i < s->count; i++)
        free(s->cell[i]);
    free(s->cell);
    *s = (sheet){0};
}

size_t sheet_rows(const sheet *s)
{
    return s->columns ? s->count / s->columns : 0;
}

const char *sheet_cell(const sheet *s, size_t row, size_t column)
{
    return s->cell[row * s->columns + column];
}

static bool has_room(sheet *s)
{
    char **grown = trama_with_room(s->cell, s->count, &s->capacity, sizeof *grown);
    if (grown)
        s->cell = grown;
    return grown != NULL;
}

void sheet_text(sheet *s, const char *text)
{
    char *copy = strdup(text);
    if (copy && has_room(s)) {
        s->cell[s->count++] = copy;
        return;
    }
    s->no_memory = true;
    free(copy);
}

void sheet_real(sheet *s, double value)
{
    char text[40] = "";
    if (!isnan(value))
        snprintf(text, sizeof text, "%.10g", value);
    sheet_text(s, text);
}

void sheet_count(sheet *s, double count)
{
    char text[40] = "";
    if (count >= 0)
        snprintf(text, sizeof text, "%.0f", count);
    sheet_text(s, text);
}

/* Spreadsheets compute what begins so, wherever the text is from. */
static bool is_formula(const char *text)
{
    char *end;
    if (*text == '\0' || !strchr("=+-@\t\r", *text))
        return false;
    strtod(text, &end);
    return end == text || *end != '\0';
}

void sheet_csv_field(const char *text, FILE *out)
{
    const char *guard = is_formula(text) ? "'" : "";
    if (text[strcspn(text, ",\"\r\n")] == '\0') {
        fprintf(out, "%s%s", guard, text);
        return;
    }
    fprintf(out, "\"%s", guard);
    for (; *text; text++)
        fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
    fputc('"', out);
}

void sheet_csv(const sheet *s, FILE *out)
{
    sheet_csv_both(s, &(sheet){0}, out);
}

static void write_fields(const char *const *field, size_t count, bool first, FILE *out)
{
    for (size_t i = 0; i < count; i++) {
        fputs(first && i == 0 ? "" : ",", out);
        sheet_csv_field(field[i], out);
    }
}

void sheet_csv_both(const sheet *s, const sheet *beside, FILE *out)
{
    write_fields(s->column, s->columns, true, out);
    write_fields(beside->column, beside->columns, false, out);
    fputc('\n', out);
    for (size_t row = 0; row < sheet_rows(s); row++) {
        write_fields((const char *const *)s->cell + row * s->columns, s->columns, true, out);
        if (beside->columns > 0)
            write_fields((const char *const *)beside->cell + row * beside->columns, beside->columns,
                         false, out);
        fputc('\n', out);
    }
}
