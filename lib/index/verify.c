/* Checks index.h5 against the files: it is rebuilt from their columns, and compared. */
#include "index/table.h"
#include "results/columns/columns.h"
#include "results/door.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct comparison {
    const char *file; /* of the index */
    const bundle *stored, *is;
    record_error *error;
} comparison;

static bool same_rows(const comparison *c);
static bool same_columns(const comparison *c);
static bool has_all(const comparison *c);

/* A file that cannot be read is told of by itself. */
static record_status compare(results_index *x, const bundle *stored, bundle *is,
                             record_error *error)
{
    const record_status made = index_bundle(x, is, error);
    const comparison c = {x->file, stored, is, error};
    if (made != RECORD_OK)
        return made == RECORD_NO_MEMORY ? made : RECORD_OK;
    if (same_rows(&c) && same_columns(&c))
        has_all(&c);
    return (record_status)error->status;
}

struct index_check {
    record_study plan;
    results_index *index; /* NULL: the study cannot be read */
    record_error error;   /* of listing the files */
};

index_check *index_check_begin(const char *folder)
{
    index_check *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    const record_status read = record_study_read(folder, &c->plan, &c->error);
    if (read == RECORD_OK || read == RECORD_MISSING)
        index_list(folder, &c->plan, INDEX_VERIFIED, &c->index, &c->error);
    if (c->index && c->error.status == RECORD_MISSING) /* no case has a file */
        record_clear(&c->error);
    return c;
}

bool index_check_is_of(const index_check *c, const char *folder)
{
    return c->index && strcmp(c->index->folder, folder) == 0;
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int by_name(const void *key, const void *row)
{
    return strcmp(key, name_of(((const index_row *)row)->file));
}

/* The row of a file below the folder, or NULL; rows are in order of the files' names. */
static index_row *row_of(const results_index *x, const char *path)
{
    const size_t length = strlen(x->folder);
    if (x->count == 0 || strncmp(path, x->folder, length) != 0 || path[length] != '/')
        return NULL;
    index_row *r = bsearch(name_of(path), x->row, x->count, sizeof *x->row, by_name);
    return r && strcmp(r->file, path + length + 1) == 0 ? r : NULL;
}

static bool has_values(const bundle *b)
{
    for (size_t i = 0; i < b->count; i++) {
        const bundle_column *c = &b->column[i];
        if (record_is_of_case(c->path) && c->rows > 0 && !c->real && !c->integer && !c->text)
            return false;
    }
    return true;
}

void index_check_give(index_check *c, const char *path, const bundle *b)
{
    index_row *r = c->index ? row_of(c->index, path) : NULL;
    if (r && !r->left && has_values(b))
        index_take_file(c->index, r, b);
}

static record_status end(index_check *c, record_error *error)
{
    bundle stored = {0}, is = {0};
    *error = c->error;
    if (error->status == RECORD_OK)
        index_read_others(c->index, error);
    if (error->status == RECORD_OK)
        record_read(c->index->file, NULL, &stored, error);
    const record_status status = (record_status)error->status;
    if (status == RECORD_MISSING)
        record_clear(error);
    else if (status == RECORD_OK)
        compare(c->index, &stored, &is, error);
    bundle_free(&stored);
    bundle_free(&is);
    return status == RECORD_MISSING ? status : (record_status)error->status;
}

record_status index_check_end(index_check *c, record_error *error)
{
    const record_status status = end(c, error);
    index_check_free(c);
    return status;
}

void index_check_free(index_check *c)
{
    if (!c)
        return;
    index_free(c->index);
    record_study_free(&c->plan);
    free(c);
}

record_status index_verify(const char *folder, record_error *error)
{
    index_check *c = index_check_begin(folder);
    return c ? index_check_end(c, error) : record_fail_memory(error, folder);
}

static bool lies(const comparison *c, const char *what)
{
    c->error->status = RECORD_DAMAGED;
    snprintf(c->error->text, sizeof c->error->text,
             "%.300s: lies: %.600s; `trama index` makes it anew", c->file, what);
    return false;
}

static char *const *texts(const bundle *b, const results_column *column)
{
    const bundle_column *found = bundle_get(b, column);
    return found && found->type == BUNDLE_TEXT ? found->text : NULL;
}

/* The file in a row, or the case that has none. */
static const char *row_name(const bundle *b, size_t row)
{
    char *const *file = texts(b, &column_index_file), *const *id = texts(b, &column_index_id);
    return file && file[row][0] ? file[row] : id ? id[row] : "?";
}

static bool same_rows(const comparison *c)
{
    const bundle_column *stored = bundle_get(c->stored, &column_index_id);
    const bundle_column *is = bundle_get(c->is, &column_index_id);
    char what[400];
    if (!stored || stored->type != BUNDLE_TEXT || !texts(c->stored, &column_index_file))
        return lies(c, "it does not say which cases it is of");
    for (size_t i = 0; i < stored->rows && i < is->rows; i++)
        if (strcmp(row_name(c->stored, i), row_name(c->is, i)) != 0) {
            snprintf(what, sizeof what, "its row %zu is of %.100s, and should be of %.100s", i + 1,
                     row_name(c->stored, i), row_name(c->is, i));
            return lies(c, what);
        }
    if (stored->rows == is->rows)
        return true;
    snprintf(what, sizeof what, "it has %zu rows, and the folder %zu", stored->rows, is->rows);
    return lies(c, what);
}

/* --- cells --- */

static bool same_real(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

static double number(const bundle_column *c, size_t i)
{
    return c->type == BUNDLE_REAL ? c->real[i] : (double)c->integer[i];
}

/* Of numbers, some may be real in one index and whole in the other, which lacks a case. */
static bool same_cell(const bundle_column *a, const bundle_column *b, size_t i)
{
    if (a->type == BUNDLE_TEXT || b->type == BUNDLE_TEXT)
        return a->type == b->type && strcmp(a->text[i], b->text[i]) == 0;
    if (a->type == BUNDLE_INTEGER && b->type == BUNDLE_INTEGER)
        return a->integer[i] == b->integer[i];
    return same_real(number(a, i), number(b, i));
}

/* A file that cannot be read is told of by itself; what the index says of it was so. */
static bool is_readable(const comparison *c, size_t row)
{
    const char *status = texts(c->is, &column_index_status)[row];
    return strcmp(status, "damaged") != 0 && strcmp(status, "foreign") != 0;
}

static bool all_are_readable(const comparison *c)
{
    const size_t rows = bundle_get(c->is, &column_index_id)->rows;
    size_t i = 0;
    while (i < rows && is_readable(c, i))
        i++;
    return i == rows;
}

static void print_cell(const bundle_column *c, size_t i, char *text, size_t size)
{
    if (c->type == BUNDLE_TEXT)
        snprintf(text, size, "'%.60s'", c->text[i]);
    else if (c->type == BUNDLE_REAL)
        snprintf(text, size, "%.17g", c->real[i]);
    else
        snprintf(text, size, "%" PRId64, c->integer[i]);
}

static bool same_column(const comparison *c, const bundle_column *stored, const bundle_column *is)
{
    char what[500], cell[2][80];
    const bool same_type = stored->type == is->type || !all_are_readable(c);
    if (!same_type || stored->columns != 1 || stored->rows != is->rows ||
        strcmp(stored->unit, is->unit) != 0) {
        snprintf(what, sizeof what, "%.200s is another column", stored->path);
        return lies(c, what);
    }
    for (size_t i = 0; i < is->rows; i++) {
        if (!is_readable(c, i) || same_cell(stored, is, i))
            continue;
        print_cell(stored, i, cell[0], sizeof cell[0]);
        print_cell(is, i, cell[1], sizeof cell[1]);
        snprintf(what, sizeof what, "%.200s of %.100s is %s, and it says %s", stored->path,
                 row_name(c->is, i), cell[1], cell[0]);
        return lies(c, what);
    }
    return true;
}

/* When a file was changed, and with which study.h5 a row was made, may be otherwise in a copy of
 * the folder: then the row is not trusted, and no lie. */
static bool may_differ(const char *path)
{
    return strcmp(path, column_index_time.path) == 0 || strcmp(path, column_index_plan.path) == 0;
}

/* Earlier programs called labels otherwise. */
static bool same_columns(const comparison *c)
{
    const bool earlier = !bundle_get(c->stored, &column_index_layout);
    char what[300];
    for (size_t i = 0; i < c->stored->count; i++) {
        const bundle_column *stored = &c->stored->column[i];
        const bundle_column *is = bundle_find(c->is, stored->path);
        if (!is && !earlier && all_are_readable(c)) {
            snprintf(what, sizeof what, "no file has %.200s", stored->path);
            return lies(c, what);
        }
        if (is && !may_differ(stored->path) && !same_column(c, stored, is))
            return false;
    }
    return true;
}

/* What an earlier program did not write. */
static bool is_later(const comparison *c, const char *path)
{
    static const char answers[] = "/answer/";
    return strncmp(path, answers, sizeof answers - 1) == 0 &&
           !bundle_get(c->stored, &column_answer_study);
}

static bool has_all(const comparison *c)
{
    const bool earlier = !bundle_get(c->stored, &column_index_layout);
    char what[300];
    for (size_t i = 0; !earlier && i < c->is->count; i++)
        if (!is_later(c, c->is->column[i].path) && !bundle_find(c->stored, c->is->column[i].path)) {
            snprintf(what, sizeof what, "it lacks %.200s", c->is->column[i].path);
            return lies(c, what);
        }
    return true;
}
