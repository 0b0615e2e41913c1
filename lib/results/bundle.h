/* A bundle: named columns of numbers and text in memory, as made by a case and stored in a results
 * file. A path is an HDF5 path; every column carries a unit. */
#ifndef RESULTS_BUNDLE_H
#define RESULTS_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum bundle_type { BUNDLE_REAL, BUNDLE_INTEGER, BUNDLE_TEXT } bundle_type;

/* Reals that are not in memory, but read a few rows at a time. */
typedef struct bundle_stream bundle_stream;
struct bundle_stream {
    /* Rows [first, first + rows) into `values`, row-major. False leaves errno. */
    bool (*read)(const bundle_stream *stream, size_t first, size_t rows, double *values);
    const void *source; /* outlives the column */
    size_t place[4];    /* place of the column's values in it, for `read` */
    size_t columns;     /* of the column */
};

typedef struct bundle_column {
    char *path, *unit, *summary;
    bundle_type type;
    bool single;          /* a single value, not a list of one */
    bool boolean;         /* integers 0 or 1, for no and yes */
    size_t rows, columns; /* columns 1: one-dimensional */
    double *real;         /* rows x columns, row-major; one of the three is set, */
    int64_t *integer;
    char **text;
    bundle_stream stream; /* or this one is, if `read` is not NULL */
} bundle_column;

/* A second source for columns that a bundle lacks: they are not among its `count`, and live as long
 * as the source. */
typedef struct bundle_source bundle_source;
struct bundle_source {
    const bundle_column *(*find)(const bundle_source *source, const char *path); /* or NULL */
    const char *(*path)(const bundle_source *source, size_t i); /* path of its i-th column; or
                                                                   NULL */
};

typedef struct bundle {
    bundle_column *column;
    size_t count, capacity;
    bool no_memory;              /* sticky: an addition failed */
    const bundle_source *source; /* NULL: none */
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
/* Single values: columns of one row that are not lists. */
void bundle_add_real(bundle *b, const char *path, const char *unit, const char *summary,
                     double value);
void bundle_add_integer(bundle *b, const char *path, const char *unit, const char *summary,
                        int64_t value);
void bundle_add_text(bundle *b, const char *path, const char *summary, const char *value);

/* Marks the last column as a single value, or as boolean. */
void bundle_mark_single(bundle *b);
void bundle_mark_boolean(bundle *b);

/* Its columns in order of path (by byte), for free(); NULL without memory. */
const bundle_column **bundle_in_order(const bundle *b);
/* The column at `path`, or NULL. */
const bundle_column *bundle_find(const bundle *b, const char *path);
/* The i-th path of its columns, then of its source's columns, or NULL. */
const char *bundle_path(const bundle *b, size_t i);
/* The first value of a column, or the fallback where there is no such column. */
double bundle_real(const bundle *b, const char *path, double fallback);
int64_t bundle_integer(const bundle *b, const char *path, int64_t fallback);
const char *bundle_text(const bundle *b, const char *path, const char *fallback);

void bundle_free(bundle *b); /* empties it; accepts an empty one */

/* True if `path` is absolute, without empty parts, and neither names a column of the bundle, nor
 * lies below one, nor has one below it. */
bool bundle_has_room(const bundle *b, const char *path);

/* The first value as text, for free(): a real as the shortest text that reads back as the same
 * number; empty if there is none. NULL without memory. */
char *bundle_first_text(const bundle_column *column);

#endif
