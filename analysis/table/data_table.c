#include "analysis/table/data_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

data_table data_of(const char *const *column)
{
    data_table s = {.column = column};
    while (column[s.columns])
        s.columns++;
    return s;
}

void data_free(data_table *s)
{
    for (size_t i = 0; i < s->count; i++)
        free(s->cell[i]);
    free(s->cell);
    *s = (data_table){0};
}

size_t data_rows(const data_table *s)
{
    return s->columns ? s->count / s->columns : 0;
}

static bool has_room(data_table *s)
{
    char **grown = trama_with_room(s->cell, s->count, &s->capacity, sizeof *grown);
    if (grown)
        s->cell = grown;
    return grown != NULL;
}

void data_text(data_table *s, const char *text)
{
    char *copy = strdup(text);
    if (copy && has_room(s)) {
        s->cell[s->count++] = copy;
        return;
    }
    s->no_memory = true;
    free(copy);
}

void data_real(data_table *s, double value)
{
    char text[40] = "";
    if (!isnan(value))
        snprintf(text, sizeof text, "%.10g", value);
    data_text(s, text);
}

void data_count(data_table *s, double count)
{
    char text[40] = "";
    if (count >= 0)
        snprintf(text, sizeof text, "%.0f", count);
    data_text(s, text);
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

void data_csv_field(const char *text, FILE *out)
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

void data_csv(const data_table *s, FILE *out)
{
    data_csv_both(s, &(data_table){0}, out);
}

static void write_fields(const char *const *field, size_t count, bool first, FILE *out)
{
    for (size_t i = 0; i < count; i++) {
        fputs(first && i == 0 ? "" : ",", out);
        data_csv_field(field[i], out);
    }
}

void data_csv_both(const data_table *s, const data_table *beside, FILE *out)
{
    write_fields(s->column, s->columns, true, out);
    write_fields(beside->column, beside->columns, false, out);
    fputc('\n', out);
    for (size_t row = 0; row < data_rows(s); row++) {
        write_fields((const char *const *)s->cell + row * s->columns, s->columns, true, out);
        if (beside->columns > 0)
            write_fields((const char *const *)beside->cell + row * beside->columns, beside->columns,
                         false, out);
        fputc('\n', out);
    }
}
