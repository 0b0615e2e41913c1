#include "results/swept.h"

#include "core/numbers.h"
#include "core/text.h"
#include "results/internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct swept_cell {
    bool is_there;
    double real; /* of integers too */
    int64_t integer;
    char *text; /* of numbers too, where the column has texts */
} swept_cell;

struct swept_column {
    char *path, *unit, *summary;
    size_t there;        /* values that are not absent */
    size_t reals, texts; /* how many of them are of each type */
    swept_cell *cell;    /* one a row */
};

void swept_add(bundle *b, const swept_value *value)
{
    column_member m;
    const results_column *column =
        column_described(&column_swept, value->path, value->unit, value->summary, &m);
    if (!column || !bundle_has_room(b, column->path))
        return;
    if (value->type == BUNDLE_REAL)
        bundle_put_reals(b, column, &value->real, 1);
    else if (value->type == BUNDLE_INTEGER)
        bundle_put_integers(b, column, &value->integer, 1);
    else
        bundle_put_texts(b, column, &value->text, 1);
    bundle_mark_single(b);
}

enum { PATH_MOST = 500 }; /* of the program's own */

/* The path below the group, or NULL. Nothing is trusted that is read: another file may have columns
 * of any name there. */
static const char *path_below(const bundle_column *column, const char *group)
{
    const char *path = group_rest(group, column->path);
    const bool is_ours =
        path && column->columns == 1 && !strchr(path, '/') && strlen(path) <= PATH_MOST;
    return is_ours ? path : NULL;
}

static bool value_of(const bundle_column *column, const char *group, size_t row, swept_value *value)
{
    const char *path = path_below(column, group);
    if (!path || row >= column->rows)
        return false;
    *value = (swept_value){path, column->unit, column->summary, .type = column->type};
    if (column->type == BUNDLE_REAL)
        value->real = column->real[row];
    else if (column->type == BUNDLE_INTEGER)
        value->integer = column->integer[row];
    else
        value->text = column->text[row];
    return value->type == BUNDLE_INTEGER ||
           (value->type == BUNDLE_REAL ? !isnan(value->real) : value->text[0] != '\0');
}

bool swept_of(const bundle_column *column, size_t row, swept_value *value)
{
    return value_of(column, group_swept, row, value);
}

bool swept_factor_of(const bundle_column *column, size_t row, swept_value *value)
{
    return value_of(column, group_factors, row, value);
}

/* Where the last component of the first `length` characters begins. */
static size_t last_component(const char *path, size_t length)
{
    while (length > 0 && path[length - 1] != '.')
        length--;
    return length;
}

void swept_name(const char *path, char *text, size_t size)
{
    size_t end = strlen(path), start = last_component(path, end);
    if (start > 1 && (strcmp(path + start, "name") == 0 || strcmp(path + start, "include") == 0)) {
        end = start - 1;
        start = last_component(path, end);
    } else if (start > 1 && path[start - 2] == ']') { /* of a list: k of which pin? */
        start = last_component(path, start - 1);
    }
    snprintf(text, size, "%.*s", (int)(end - start), path + start);
    for (char *at = text; *at; at++)
        *at = *at == '_' ? ' ' : *at;
}

void swept_text(const swept_value *value, char *text, size_t size)
{
    if (value->type == BUNDLE_REAL)
        snprintf(text, size, "%.6g", value->real);
    else if (value->type == BUNDLE_INTEGER)
        snprintf(text, size, "%" PRId64, value->integer);
    else
        snprintf(text, size, "%s", value->text);
}

void swept_exact_text(const swept_value *value, char *text, size_t size)
{
    if (value->type == BUNDLE_REAL)
        trama_print_real(value->real, 6, text, size);
    else
        swept_text(value, text, size);
}

static struct swept_column *new_column(swept_table *t, const swept_value *value)
{
    struct swept_column *grown = realloc(t->column, (t->count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    t->column = grown;
    struct swept_column *c = &t->column[t->count++];
    *c = (struct swept_column){.path = strdup(value->path),
                               .unit = strdup(value->unit),
                               .summary = strdup(value->summary),
                               .cell = calloc(t->rows ? t->rows : 1, sizeof *c->cell)};
    return c->path && c->unit && c->summary && c->cell ? c : NULL;
}

static struct swept_column *find_column(const swept_table *t, const char *path)
{
    for (size_t i = 0; i < t->count; i++)
        if (strcmp(t->column[i].path, path) == 0)
            return &t->column[i];
    return NULL;
}

static struct swept_column *column_of(swept_table *t, const swept_value *value)
{
    struct swept_column *c = find_column(t, value->path);
    return c ? c : new_column(t, value);
}

void swept_put(swept_table *t, size_t row, const swept_value *value)
{
    struct swept_column *c = t->no_memory ? NULL : column_of(t, value);
    t->no_memory = !c;
    if (!c || c->cell[row].is_there)
        return;
    const bool is_text = value->type == BUNDLE_TEXT, is_real = value->type == BUNDLE_REAL;
    c->cell[row] = (swept_cell){.is_there = true,
                                .real = is_real ? value->real : (double)value->integer,
                                .integer = value->integer,
                                .text = is_text ? strdup(value->text) : NULL};
    t->no_memory = is_text && !c->cell[row].text;
    c->there++;
    c->reals += is_real;
    c->texts += is_text;
}

/* As text: of a number among texts what it reads back from. */
static bool spell(const struct swept_column *c, size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        swept_cell *cell = &c->cell[i];
        bundle_column number = {.type = BUNDLE_REAL, .rows = 1, .columns = 1, .real = &cell->real};
        if (!cell->text)
            cell->text = cell->is_there ? bundle_first_text(&number) : strdup("");
        if (!cell->text)
            return false;
    }
    return true;
}

static void add_texts(const struct swept_column *c, const results_column *column, size_t rows,
                      bundle *b)
{
    const char **text = calloc(rows ? rows : 1, sizeof *text);
    const bool spelled = text && spell(c, rows);
    for (size_t i = 0; spelled && i < rows; i++)
        text[i] = c->cell[i].text;
    if (spelled)
        bundle_put_texts(b, column, text, rows);
    b->no_memory |= !spelled;
    free(text);
}

/* Whole numbers that are all there, or reals. */
static void add_numbers(const struct swept_column *c, const results_column *column, size_t rows,
                        bool whole, bundle *b)
{
    double *real = calloc(rows + 1, sizeof *real);
    int64_t *integer = calloc(rows + 1, sizeof *integer);
    const bool made = real && integer;
    for (size_t i = 0; made && i < rows; i++) {
        real[i] = c->cell[i].is_there ? c->cell[i].real : TRAMA_NAN;
        integer[i] = c->cell[i].integer;
    }
    if (made && whole)
        bundle_put_integers(b, column, integer, rows);
    else if (made)
        bundle_put_reals(b, column, real, rows);
    b->no_memory |= !made;
    free(real);
    free(integer);
}

bool swept_has(const swept_table *t, const char *path)
{
    return !t->no_memory && find_column(t, path) != NULL;
}

static void free_column(struct swept_column *c, size_t rows)
{
    for (size_t row = 0; c->cell && row < rows; row++)
        free(c->cell[row].text);
    free(c->cell);
    free(c->path);
    free(c->unit);
    free(c->summary);
}

void swept_keep(swept_table *t, bool (*wanted)(const char *path))
{
    size_t kept = 0;
    for (size_t i = 0; i < t->count && !t->no_memory; i++)
        if (wanted(t->column[i].path))
            t->column[kept++] = t->column[i];
        else
            free_column(&t->column[i], t->rows);
    t->count = t->no_memory ? t->count : kept;
}

void swept_rename(swept_table *t, size_t i, const char *path)
{
    char *name = strdup(path);
    t->no_memory |= !name;
    if (!name)
        return;
    free(t->column[i].path);
    t->column[i].path = name;
}

/* The cells in another order; NULL if there is no memory. */
static swept_cell *arranged(const swept_cell *cell, size_t before, const size_t *from, size_t rows)
{
    swept_cell *moved = calloc(rows ? rows : 1, sizeof *moved);
    for (size_t i = 0; moved && i < rows; i++)
        if (from[i] < before)
            moved[i] = cell[from[i]];
    return moved;
}

void swept_arrange(swept_table *t, const size_t *from, size_t rows)
{
    size_t done = 0;
    for (; done < t->count && !t->no_memory; done++) {
        swept_cell *moved = arranged(t->column[done].cell, t->rows, from, rows);
        t->no_memory = !moved;
        if (!moved)
            break;
        free(t->column[done].cell);
        t->column[done].cell = moved;
    }
    for (size_t i = done; i < t->count; i++) /* without memory they are not to be written */
        free_column(&t->column[i], t->rows);
    t->count = done;
    t->rows = rows;
}

const char *swept_path(const swept_table *t, size_t i)
{
    return t->column[i].path;
}

void swept_columns(const swept_table *t, bundle *b)
{
    b->no_memory |= t->no_memory;
    for (size_t i = 0; i < t->count && !b->no_memory; i++) {
        const struct swept_column *c = &t->column[i];
        column_member m;
        const results_column *column = column_described(t->family ? t->family : &column_swept,
                                                        c->path, c->unit, c->summary, &m);
        if (!column || !bundle_has_room(b, column->path))
            continue;
        if (c->texts > 0)
            add_texts(c, column, t->rows, b);
        else
            add_numbers(c, column, t->rows, c->reals == 0 && c->there == t->rows, b);
    }
}

void swept_free(swept_table *t)
{
    for (size_t i = 0; i < t->count; i++)
        free_column(&t->column[i], t->rows);
    free(t->column);
    *t = (swept_table){0};
}
