/* Adds values under their column, which gives type, unit and summary. */
#include "results/columns/columns.h"

#include <assert.h>

/* The path of a column, or of the member without a name of a family. */
static const char *path_of(const results_column *column, column_member *m)
{
    return column->family ? column_named(column, "", m)->path : column->path;
}

static void put_reals(bundle *b, const results_column *c, const double *values, size_t rows,
                      size_t columns)
{
    assert(c && (c->type == COLUMN_REAL || c->type == COLUMN_VARIES) && c->unit && c->summary);
    column_member m;
    bundle_add_reals(b, path_of(c, &m), c->unit, c->summary, values, rows, columns);
}

static void put_integers(bundle *b, const results_column *c, const int64_t *values, size_t rows,
                         size_t columns)
{
    const bool boolean = c->type == COLUMN_BOOLEAN;
    assert((c->type == COLUMN_INTEGER || c->type == COLUMN_VARIES || boolean) && c->unit &&
           c->summary);
    column_member m;
    bundle_add_integers(b, path_of(c, &m), c->unit, c->summary, values, rows, columns);
    if (boolean)
        bundle_mark_boolean(b);
}

static void put_texts(bundle *b, const results_column *c, const char *const *values, size_t rows)
{
    assert(c && (c->type == COLUMN_TEXT || c->type == COLUMN_VARIES) && c->summary);
    column_member m;
    bundle_add_texts(b, path_of(c, &m), c->summary, values, rows);
}

void bundle_put_real(bundle *b, const results_column *column, double value)
{
    assert(column->shape == COLUMN_SCALAR);
    put_reals(b, column, &value, 1, 1);
    bundle_mark_single(b);
}

void bundle_put_integer(bundle *b, const results_column *column, int64_t value)
{
    assert(column->shape == COLUMN_SCALAR);
    put_integers(b, column, &value, 1, 1);
    bundle_mark_single(b);
}

void bundle_put_text(bundle *b, const results_column *column, const char *value)
{
    assert(column->shape == COLUMN_SCALAR);
    put_texts(b, column, &value, 1);
    bundle_mark_single(b);
}

void bundle_put_reals(bundle *b, const results_column *column, const double *values, size_t rows)
{
    assert(column->shape == COLUMN_ROWS);
    put_reals(b, column, values, rows, 1);
}

void bundle_put_stream(bundle *b, const results_column *column, const bundle_stream *stream,
                       size_t rows)
{
    assert(column && column->type != COLUMN_INTEGER && column->shape != COLUMN_SCALAR &&
           column->unit && column->summary);
    bundle_add_stream(b, column->path, column->unit, column->summary, stream, rows);
}

void bundle_put_integers(bundle *b, const results_column *column, const int64_t *values,
                         size_t rows)
{
    assert(column->shape == COLUMN_ROWS);
    put_integers(b, column, values, rows, 1);
}

void bundle_put_texts(bundle *b, const results_column *column, const char *const *values,
                      size_t rows)
{
    assert(column->shape == COLUMN_ROWS);
    put_texts(b, column, values, rows);
}

void bundle_put_real_matrix(bundle *b, const results_column *column, const double *values,
                            size_t rows, size_t columns)
{
    assert(column->shape == COLUMN_MATRIX);
    put_reals(b, column, values, rows, columns);
}

void bundle_put_integer_matrix(bundle *b, const results_column *column, const int64_t *values,
                               size_t rows, size_t columns)
{
    assert(column->shape == COLUMN_MATRIX);
    put_integers(b, column, values, rows, columns);
}

const bundle_column *bundle_get(const bundle *b, const results_column *column)
{
    column_member m;
    return bundle_find(b, path_of(column, &m));
}
