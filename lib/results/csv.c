#include "results/csv.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"
#include "core/text.h"

/* Fields are decoded in place: what is written never overtakes what is read. */
typedef struct scanner {
    char *at, *out;
    size_t line, fields, of_record; /* fields: so far; of_record: in this record */
    size_t header_line;
    csv *table;
    char *message;
    size_t size;
} scanner;

static bool fail(scanner *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(scanner *s, const char *format, ...)
{
    const int length = snprintf(s->message, s->size, "line %zu: ", s->line);
    va_list arguments;
    va_start(arguments, format);
    if (length > 0 && (size_t)length < s->size)
        vsnprintf(s->message + length, s->size - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

static bool at_line_end(const char *at)
{
    return *at == '\n' || *at == '\0' || (at[0] == '\r' && at[1] == '\n');
}

static bool quoted_field(scanner *s)
{
    const size_t line = s->line;
    for (s->at++;; s->at++) {
        if (*s->at == '\0') {
            s->line = line;
            return fail(s, "a quote that is never closed");
        }
        if (s->at[0] == '"' && s->at[1] != '"')
            break;
        s->at += *s->at == '"';
        s->line += *s->at == '\n';
        *s->out++ = *s->at;
    }
    s->at++;
    return *s->at == ',' || at_line_end(s->at) || fail(s, "text after a closing quote");
}

static bool plain_field(scanner *s)
{
    for (; *s->at != ',' && !at_line_end(s->at); *s->out++ = *s->at++)
        if (*s->at == '"')
            return fail(s, "a quote inside a field that does not begin with one");
    return true;
}

/* One field and what ends it; *more: the record goes on. */
static bool field(scanner *s, bool *more)
{
    s->table->cell[s->fields++] = s->out;
    s->of_record++;
    if (!(*s->at == '"' ? quoted_field(s) : plain_field(s)))
        return false;
    *more = *s->at == ',';
    s->at += *s->at == '\r';
    s->at += *s->at != '\0';
    *s->out++ = '\0';
    return true;
}

static bool record(scanner *s)
{
    const bool header = s->table->columns == 0;
    if (header)
        s->header_line = s->line;
    s->of_record = 0;
    for (bool more = true; more;)
        if (!field(s, &more))
            return false;
    if (header)
        s->table->columns = s->of_record;
    else
        s->table->rows++;
    if (s->of_record != s->table->columns)
        return fail(s, "%zu fields where the header has %zu", s->of_record, s->table->columns);
    s->line++;
    return true;
}

static bool records(scanner *s)
{
    while (*s->at != '\0') {
        if (*s->at != '#' && !at_line_end(s->at)) {
            if (!record(s))
                return false;
            continue;
        }
        s->at += strcspn(s->at, "\n");
        s->at += *s->at == '\n';
        s->line++;
    }
    return s->table->columns > 0 || fail(s, "no header");
}

/* Names stand in messages of one line. */
static bool has_control(const char *name)
{
    while (*name && (unsigned char)*name >= ' ' && *name != '\177')
        name++;
    return *name != '\0';
}

static bool header_is_sound(scanner *s)
{
    const csv *t = s->table;
    s->line = s->header_line;
    for (size_t i = 0; i < t->columns; i++) {
        if (t->cell[i][0] == '\0')
            return fail(s, "column %zu of the header has no name", i + 1);
        if (has_control(t->cell[i]))
            return fail(s, "the name of column %zu has a control character", i + 1);
        if (csv_column(t, t->cell[i]) != (long)i)
            return fail(s, "column '%s' is there twice", t->cell[i]);
    }
    return true;
}

static size_t fields_at_most(const char *text)
{
    size_t count = 2;
    for (; *text != '\0'; text++)
        count += *text == ',' || *text == '\n';
    return count;
}

bool csv_parse(const char *text, csv *table, char *message, size_t size)
{
    *table = (csv){.text = strdup(text), .cell = calloc(fields_at_most(text), sizeof(char *))};
    scanner s = {.at = table->text, .out = table->text, .line = 1, .table = table};
    s.message = message;
    s.size = size;
    if (!table->text || !table->cell)
        fail(&s, "no memory");
    else if (records(&s) && header_is_sound(&s))
        return true;
    csv_free(table);
    return false;
}

void csv_free(csv *table)
{
    free(table->cell);
    free(table->text);
    *table = (csv){0};
}

const char *csv_name(const csv *table, size_t column)
{
    return table->cell[column];
}

long csv_column(const csv *table, const char *name)
{
    for (size_t i = 0; i < table->columns; i++)
        if (strcmp(table->cell[i], name) == 0)
            return (long)i;
    return -1;
}

const char *csv_cell(const csv *table, size_t row, size_t column)
{
    return table->cell[(row + 1) * table->columns + column];
}

const char *csv_named(const csv *table, size_t row, const char *column)
{
    const long at = table ? csv_column(table, column) : -1;
    return at < 0 ? "" : csv_cell(table, row, (size_t)at);
}

double csv_number(const csv *table, size_t row, size_t column)
{
    double value = TRAMA_NAN;
    trama_read_real(csv_cell(table, row, column), -TRAMA_INFINITY, TRAMA_INFINITY, &value);
    return value;
}

/* The value of a comment line "# KEY VALUE" before the header; its length, 0 if there is none. */
static size_t comment(const char *text, const char *key, const char **value)
{
    const size_t length = strlen(key);
    for (const char *line = text; *line == '#'; line += *line == '\n') {
        const size_t end = strcspn(line, "\r\n");
        const char *at = line + 1 + strspn(line + 1, " ");
        if (strncmp(at, key, length) == 0 && (at[length] == ' ' || at[length] == ':')) {
            *value = at + length + 1 + strspn(at + length + 1, " ");
            return *value < line + end ? (size_t)(line + end - *value) : 0;
        }
        line += strcspn(line, "\n");
    }
    return 0;
}

bool csv_unit(const char *text, const char *column, char *unit, size_t size)
{
    char key[160];
    const char *value = "";
    const int length = snprintf(key, sizeof key, "unit %s", column);
    const size_t found = length > 0 && (size_t)length < sizeof key ? comment(text, key, &value) : 0;
    snprintf(unit, size, "%.*s", (int)found, value);
    return found > 0;
}

void csv_source(const char *text, char *source, size_t size)
{
    const char *value = "";
    const size_t found = comment(text, "source", &value);
    snprintf(source, size, "%.*s", (int)found, value);
}

bool csv_repeats(const csv *table, const size_t *key, size_t keys, size_t *first, size_t *second)
{
    for (*second = 1; *second < table->rows; ++*second)
        for (*first = 0; *first < *second; ++*first) {
            size_t same = 0;
            while (same < keys && strcmp(csv_cell(table, *first, key[same]),
                                         csv_cell(table, *second, key[same])) == 0)
                same++;
            if (same == keys)
                return true;
        }
    return false;
}
