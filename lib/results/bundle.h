/* A bundle: named columns of numbers and text in memory, as a case makes them and a results file
 * holds them. A path is an HDF5 path; every column carries a unit. */
#ifndef RESULTS_BUNDLE_H
#define RESULTS_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum bundle_type { BUNDLE_REAL, BUNDLE_INTEGER, BUNDLE_TEXT } bundle_type;

/* Reals that are not in memory, and are read a few rows at a time. */
typedef struct bundle_stream bundle_stream;
struct bundle_stream {
    /* Rows [first, first + rows) into `values`, row-major. False leaves errno. */
    bool (*read)(const bundle_stream *stream, size_t first, size_t rows, double *values);
    const void *source; /* outlives the column */
    size_t place[4];    /* where the column's values lie in it, as `read` understands it */
    size_t columns;     /* of the column */
};

typedef struct bundle_column {
    char *path, *unit, *summary;
    bundle_type type;
    bool single;          /* one value that stands alone, and no list of one */
    bool boolean;         /* integers that are 0 or 1, for no and yes */
    size_t rows, columns; /* columns 1: one-dimensional */
    double *real;         /* rows x columns, row-major; one of the three is set, */
    int64_t *integer;
    char **text;
    bundle_stream stream; /* or this one is, if `read` is not NULL */
} bundle_column;

/* Where columns are looked for that a bundle has not: they are not among its `count`, and live as
 * long as their source. */
typedef struct bundle_source bundle_source;
struct bundle_source {
    const bundle_column *(*find)(const bundle_source *source, const char *path); /* or NULL */
    const char *(*path)(const bundle_source *source, size_t i); /* of those it has; or NULL */
};

typedef struct bundle {
    bundle_column *column;
    size_t count, capacity;
    bool no_memory;              /* sticky: an addition failed */
    const bundle_source *source; /* NULL: it has all its columns */
} bundle;

/* Each adds a column with a copy of the values (a path that exists already is a programmer's
 * error); failures are sticky in no_memory. `unit` as in SI, "1" for pure numbers, "" for text. */
void bundle_add_reals(bundle *b, const char *path, const char *unit, const char *summary,
                      const double *values, size_t rows, size_t columns);
void bundle_add_integers(bundle *b, const char *path, const char *unit, const char *summary,
                         const int64_t *values, size_t rows, size_t columns);
void bundle_add_texts(bundle *b, const char *path, const char *summary, const char *const *values,
                      size_t rows);
/* A column of reals that are not copied, but read when the file is written. */
void bundle_add_stream(bundle *b, const char *path, const char *unit, const char *summary,
                       const bundle_stream *stream, size_t rows);
/* Single values: columns of one row that are no lists. */
void bundle_add_real(bundle *b, const char *path, const char *unit, const char *summary,
                     double value);
void bundle_add_integer(bundle *b, const char *path, const char *unit, const char *summary,
                        int64_t value);
void bundle_add_text(bundle *b, const char *path, const char *summary, const char *value);

/* Says of the last column that it is a single value, or that its integers are no and yes. */
void bundle_mark_single(bundle *b);
void bundle_mark_boolean(bundle *b);

/* Its columns in order of path (by byte), to be freed; NULL if there is no memory. */
const bundle_column **bundle_in_order(const bundle *b);
/* The column at `path`, or NULL. */
const bundle_column *bundle_find(const bundle *b, const char *path);
/* The paths of its columns, and then of those that its source has: the i-th, or NULL. */
const char *bundle_path(const bundle *b, size_t i);
/* The first value of a column, or the fallback where there is no such column. */
double bundle_real(const bundle *b, const char *path, double fallback);
int64_t bundle_integer(const bundle *b, const char *path, int64_t fallback);
const char *bundle_text(const bundle *b, const char *path, const char *fallback);

void bundle_free(bundle *b); /* empties it; accepts an empty one */

/* True if `path` is absolute, without empty parts, and neither names a column of the bundle, nor
 * lies below one, nor has one below it. */
bool bundle_has_room(const bundle *b, const char *path);

/* The first value as text, to be freed: of a real the shortest that reads back as the same number;
 * empty if there is none. NULL if there is no memory. */
char *bundle_first_text(const bundle_column *column);

#endif
