/* The columns of results files: path, type, unit, shape and summary of each are defined once, in
 * the files *.def of this folder. Writer, reader, docs and tests use these definitions:
 * `column_dt_stable` is the column /result/dt_stable. To add a column, write its line in the set of
 * its task. */
#ifndef RESULTS_COLUMNS_COLUMNS_H
#define RESULTS_COLUMNS_COLUMNS_H

#include "results/bundle.h"

typedef enum column_type {
    COLUMN_REAL = BUNDLE_REAL,
    COLUMN_INTEGER = BUNDLE_INTEGER,
    COLUMN_TEXT = BUNDLE_TEXT,
    COLUMN_BOOLEAN, /* integers in a bundle, 1 for yes and 0 for no */
    COLUMN_VARIES,  /* of swept paths: that of the field */
} column_type;

typedef enum column_shape {
    COLUMN_SCALAR, /* one row */
    COLUMN_ROWS,
    COLUMN_MATRIX, /* rows x columns */
} column_shape;

/* A column, or a family of columns: the path of a family has <...> in place of the member's
   name. */
typedef struct results_column {
    const char *path;
    column_type type;
    const char *unit, *summary; /* NULL: each value or member has its own */
    column_shape shape;
    bool optional; /* not every file of the set has it */
    bool family;
} results_column;

/* The columns of a task, of several tasks, or of every file. */
typedef struct column_set {
    const char *name, *title;
    const results_column *const *column; /* its own, and those named of other sets; ended by NULL */
    const char *const *shares; /* names of sets whose columns it includes; ended by NULL */
} column_set;

#define ENTRY(name, path, type, unit, shape, summary, kind)                                        \
    extern const results_column column_##name;
#include "results/columns/sets.def"

/* The path of each group: group_result is that of results. */
#define GROUP(name, path, summary) extern const char group_##name[];
#include "results/columns/groups.def"
#undef GROUP

/* What follows the group in a path below it: "dt_stable" in /result/dt_stable; NULL if the path is
 * not below it. */
const char *group_rest(const char *group, const char *path);

/* Every set; and the set of a name, or NULL. */
extern const column_set column_sets[];
extern const size_t column_set_count;
const column_set *column_set_find(const char *name);

/* The current path for one written by an earlier version of the schema; else the path itself. It is
 * stored in `text` if the group above the column has been renamed. */
typedef struct column_path {
    char text[640];
} column_path;
const char *column_current(const char *path, column_path *text);

/* A member of a family, with room for its path. */
typedef struct column_member {
    results_column column;
    char path[640];
} column_member;

/* The member of that name of a family, in *m; "" is the member without a name: /frames/x of
 * /frames/<object>/x. NULL if the path is too long. */
const results_column *column_named(const results_column *family, const char *name,
                                   column_member *m);

/* The same, with its own unit and summary. `family` may also be a single column. */
const results_column *column_described(const results_column *family, const char *name,
                                       const char *unit, const char *summary, column_member *m);

/* The member's name in a path of the family; false if the path is not that of a member, or the name
 * does not fit. A name at the end of the path may have a slash: "cloth/strain". */
bool column_takes(const results_column *family, const char *path, char *name, size_t size);

/* Number of characters of the path that belong to the column itself, not to a member's name; 0 if
 * the path is not that of the column or a member. */
size_t column_says(const results_column *column, const char *path);

/* The last part of the path: "dt_stable". */
const char *column_name(const results_column *column);

/* Adds a column with a copy of the values; of a family, the member without a name. Another type or
 * shape than the column's is a programmer's error; failures are sticky in b->no_memory. */
void bundle_put_real(bundle *b, const results_column *column, double value);
void bundle_put_integer(bundle *b, const results_column *column, int64_t value);
void bundle_put_text(bundle *b, const results_column *column, const char *value);
void bundle_put_reals(bundle *b, const results_column *column, const double *values, size_t rows);
void bundle_put_integers(bundle *b, const results_column *column, const int64_t *values,
                         size_t rows);
void bundle_put_texts(bundle *b, const results_column *column, const char *const *values,
                      size_t rows);
/* Matrices, row-major. */
void bundle_put_real_matrix(bundle *b, const results_column *column, const double *values,
                            size_t rows, size_t columns);
void bundle_put_integer_matrix(bundle *b, const results_column *column, const int64_t *values,
                               size_t rows, size_t columns);

/* Rows or a matrix that are read when the file is written. */
void bundle_put_stream(bundle *b, const results_column *column, const bundle_stream *stream,
                       size_t rows);

/* The column in the bundle, or NULL; of a family the member without a name. */
const bundle_column *bundle_get(const bundle *b, const results_column *column);

/* Its first value, if it has one row; else "" or NAN. A number may be an integer. */
const char *bundle_get_text(const bundle *b, const results_column *column);
double bundle_get_number(const bundle *b, const results_column *column);

/* Its values; NULL unless it is in memory, of that type, one-dimensional and has `rows` > 0
 * rows. */
const double *bundle_get_reals(const bundle *b, const results_column *column, size_t rows);
const int64_t *bundle_get_integers(const bundle *b, const results_column *column, size_t rows);
char *const *bundle_get_texts(const bundle *b, const results_column *column, size_t rows);
size_t bundle_get_rows(const bundle *b, const results_column *column); /* 0: no such column */

#endif
