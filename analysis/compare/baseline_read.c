#include <errno.h>
#include <inttypes.h>
#include <sha2.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/baseline.h"
#include "results/text_buffer.h"

enum { VALUES_MAX = 10000000, CASES_MAX = 1000000 };

typedef struct reader {
    const char *path;
    FILE *in, *err;
    char *line; /* the one that is to be read next, without its end; NULL: the end of the file */
    size_t room;
    long number;
    bool failed;
    SHA2_CTX before; /* of the bytes before the line */
} reader;

static bool fail(reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(reader *r, const char *format, ...)
{
    va_list arguments;
    if (!r->failed) {
        fprintf(r->err, "%s:%ld: ", r->path, r->number);
        va_start(arguments, format);
        vfprintf(r->err, format, arguments);
        va_end(arguments);
        fputc('\n', r->err);
    }
    r->failed = true;
    return false;
}

static bool is_last_line(const char *line)
{
    return strncmp(line, BASELINE_LAST_LINE, strlen(BASELINE_LAST_LINE)) == 0;
}

/* Takes the next line, whatever it is; false at the end of the file. */
static bool take_line(reader *r)
{
    r->number++;
    const ssize_t length = getline(&r->line, &r->room, r->in);
    if (length <= 0)
        return false;
    if (!is_last_line(r->line))
        SHA256Update(&r->before, (const uint8_t *)r->line, (size_t)length);
    if (strlen(r->line) != (size_t)length)
        fail(r, "a byte of zero; allowed: text");
    if (r->line[length - 1] == '\n')
        r->line[length - 1] = '\0';
    else
        fail(r, "the line has no end; it is cut off");
    return true;
}

/* Moves on to the next line that is no comment. */
static void advance(reader *r)
{
    bool taken = take_line(r);
    while (taken && r->line[0] == '#')
        taken = take_line(r);
    if (!taken) {
        free(r->line);
        r->line = NULL;
    }
}

static bool begins(const reader *r, char with)
{
    return !r->failed && r->line && r->line[0] == with;
}

/* --- values --- */

/* The values of a column, as they come: how many there are is known only at their end. */
typedef struct values {
    size_t count, capacity;
    double *real;
    int64_t *integer;
    char **text;
} values;

static void free_values(values *v)
{
    for (size_t i = 0; v->text && i < v->count; i++)
        free(v->text[i]);
    free(v->real);
    free(v->integer);
    free(v->text);
}

static bool has_room(values *v)
{
    if (v->count < v->capacity)
        return true;
    const size_t capacity = v->capacity ? 2 * v->capacity : 16;
    double *real = realloc(v->real, capacity * sizeof *real);
    v->real = real ? real : v->real;
    int64_t *integer = realloc(v->integer, capacity * sizeof *integer);
    v->integer = integer ? integer : v->integer;
    char **text = realloc(v->text, capacity * sizeof *text);
    v->text = text ? text : v->text;
    v->capacity = real && integer && text ? capacity : v->capacity;
    return real && integer && text;
}

static bool read_real(reader *r, double *value)
{
    char *end;
    const char *text = r->line + 1;
    if (strncmp(text, "nan:", 4) == 0) {
        const uint64_t bits = strtoull(text + 4, &end, 16);
        memcpy(value, &bits, sizeof bits);
    } else {
        *value = strtod(text, &end);
    }
    return (end > text && (*end == '\0' || *end == ' ')) || fail(r, "'%.40s' is no real", text);
}

static bool read_integer(reader *r, int64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoll(r->line + 1, &end, 10);
    return (end > r->line + 1 && *end == '\0' && errno == 0) ||
           fail(r, "'%.40s' is no integer", r->line + 1);
}

/* A text and the lines that go on with it. */
static bool read_text(reader *r, char **value)
{
    size_t length = 0;
    text_buffer text;
    if (!text_begin(&text)) {
        text_free(&text);
        return fail(r, "out of memory");
    }
    fputs(r->line + 1, text.stream);
    for (advance(r); begins(r, '+'); advance(r))
        fprintf(text.stream, "\n%s", r->line + 1);
    *value = text_take(&text, &length);
    return *value || fail(r, "out of memory");
}

static bool read_value(reader *r, bundle_type type, values *v)
{
    if (v->count >= VALUES_MAX || !has_room(v))
        return fail(r, "too many values; allowed: %d in a column", VALUES_MAX);
    v->text[v->count] = NULL;
    if (type == BUNDLE_TEXT)
        return read_text(r, &v->text[v->count++]);
    const bool read = type == BUNDLE_REAL ? read_real(r, &v->real[v->count])
                                          : read_integer(r, &v->integer[v->count]);
    v->count++;
    advance(r);
    return read;
}

/* --- columns --- */

typedef struct head {
    char path[256], type_name[16], rows_text[16], columns_text[16];
    char *unit; /* to be freed */
    bundle_type type;
    size_t rows, columns;
} head;

static bool is_below(const char *path, const char *other)
{
    const size_t length = strlen(other);
    return strncmp(path, other, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static bool has_place(const bundle *b, const char *path)
{
    const size_t length = strlen(path);
    bool free_place = length > 1 && path[length - 1] != '/' && !strstr(path, "//");
    for (size_t i = 0; i < b->count; i++)
        free_place =
            free_place && !is_below(path, b->column[i].path) && !is_below(b->column[i].path, path);
    return free_place;
}

static bool read_head(reader *r, const bundle *b, head *h)
{
    static const char *const types[] = {
        [BUNDLE_REAL] = "real", [BUNDLE_INTEGER] = "integer", [BUNDLE_TEXT] = "text"};
    int end = 0;
    const int found = sscanf(r->line, "%255s %15s %9[0-9] %9[0-9]%n", h->path, h->type_name,
                             h->rows_text, h->columns_text, &end);
    if (found != 4 || r->line[end] != ' ' || r->line[end + 1] == '\0')
        return fail(r, "'%.60s' is no column: path, type, rows, columns, unit", r->line);
    column_path today;
    const char *path = column_current(h->path, &today);
    if (path != h->path)
        snprintf(h->path, sizeof h->path, "%s", path);
    h->rows = strtoul(h->rows_text, NULL, 10);
    h->columns = strtoul(h->columns_text, NULL, 10);
    for (h->type = BUNDLE_REAL; h->type <= BUNDLE_TEXT; h->type++)
        if (strcmp(types[h->type], h->type_name) == 0)
            break;
    if (h->type > BUNDLE_TEXT)
        return fail(r, "'%s' is no type; one of real, integer, text", h->type_name);
    if (h->type == BUNDLE_TEXT && h->columns != 1)
        return fail(r, "texts have one column");
    if (!has_place(b, h->path))
        return fail(r, "the column %s cannot stand here; each stands once, none below another",
                    h->path);
    const char *unit = r->line + end + 1;
    h->unit = strdup(strcmp(unit, "-") == 0 ? "" : unit);
    return h->unit || fail(r, "out of memory");
}

static void add_column(bundle *b, const head *h, const values *v)
{
    if (h->type == BUNDLE_REAL)
        bundle_add_reals(b, h->path, h->unit, "", v->real, h->rows, h->columns);
    else if (h->type == BUNDLE_INTEGER)
        bundle_add_integers(b, h->path, h->unit, "", v->integer, h->rows, h->columns);
    else
        bundle_add_texts(b, h->path, "", (const char *const *)v->text, h->rows);
}

static bool read_column(reader *r, bundle *b)
{
    head h = {.unit = NULL};
    values v = {0};
    bool read = read_head(r, b, &h);
    if (read)
        advance(r);
    while (read && begins(r, ' '))
        read = read_value(r, h.type, &v);
    if (read && v.count != h.rows * h.columns)
        read = fail(r, "%s has %zu values before this line, and should have %zu", h.path, v.count,
                    h.rows * h.columns);
    if (read)
        add_column(b, &h, &v);
    free_values(&v);
    free(h.unit);
    return read && !r->failed && (!b->no_memory || fail(r, "out of memory"));
}

/* --- cases --- */

static study_case *next_case(reader *r, study *s)
{
    study_case *grown = NULL;
    if (s->count < CASES_MAX)
        grown = realloc(s->item, (s->count + 1) * sizeof *grown);
    if (!grown) {
        fail(r, "no memory for more cases");
        return NULL;
    }
    s->item = grown;
    s->item[s->count] = (study_case){.path = strdup(r->path), .published = -1};
    if (!s->item[s->count].path) {
        fail(r, "out of memory");
        return NULL;
    }
    return &s->item[s->count++];
}

static bool read_case(reader *r, study *s)
{
    if (strcmp(r->line, "case") != 0)
        return fail(r, "'%.60s'; a case begins with a line `case`", r->line);
    study_case *c = next_case(r, s);
    advance(r);
    while (c && begins(r, '/'))
        if (!read_column(r, &c->data))
            return false;
    return c && !r->failed;
}

/* The checksum, at the line that has it, and nothing after it. */
static bool check_trailer(reader *r)
{
    char digest[SHA256_DIGEST_STRING_LENGTH];
    if (!r->line)
        return fail(r, "the checksum is missing: the baseline is cut off");
    SHA256End(&r->before, digest);
    if (strcmp(r->line + strlen(BASELINE_LAST_LINE), digest) != 0)
        return fail(r, "the checksum is not that of the lines before: the baseline is damaged or "
                       "was edited; `trama baseline` makes one");
    return !take_line(r) || fail(r, "nothing may follow the checksum");
}

static bool read_all(reader *r, study *s)
{
    advance(r);
    if (!r->line || strcmp(r->line, BASELINE_FIRST_LINE) != 0)
        return fail(r, "no baseline of this version: its first line is `" BASELINE_FIRST_LINE "`");
    for (advance(r); !r->failed && r->line && !is_last_line(r->line);)
        if (!read_case(r, s))
            return false;
    return !r->failed && check_trailer(r);
}

bool baseline_read(const char *path, study *s, FILE *err)
{
    reader r = {.path = path, .in = fopen(path, "r"), .err = err};
    if (!r.in) {
        fprintf(err, "%s: %s\n", path, strerror(errno));
        return false;
    }
    SHA256Init(&r.before);
    const bool read = read_all(&r, s);
    fclose(r.in);
    free(r.line);
    return read;
}
