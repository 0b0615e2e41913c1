/* Values of many cases as typed columns: /swept/<path> of a case, and one row for each case in
 * index.h5 and study.h5; in index.h5 also /result/<path>, the single results. A swept path is one
 * of the configuration ("model.zeta"), with [i] at its end for an element of an array. */
#ifndef RESULTS_SWEPT_H
#define RESULTS_SWEPT_H

#include "results/columns/columns.h"

/* The value of one path in one case. */
typedef struct swept_value {
    const char *path, *unit, *summary;
    bundle_type type; /* which of the members is set */
    double real;
    int64_t integer;
    const char *text;
} swept_value;

/* Values of many cases, one row per case; a case may lack some paths. */
typedef struct swept_table {
    const results_column *family; /* of its columns, such as column_factor; NULL: column_swept */
    size_t rows, count;
    struct swept_column *column; /* in the order in which their paths were first put */
    bool no_memory;              /* sticky: a value could not be put */
} swept_table;

/* Adds the column of one row to a case's bundle. */
void swept_add(bundle *b, const swept_value *value);

/* The value in row `row` of a column below /swept; false if it is absent: NaN, or an empty text. It
 * points into the column. */
bool swept_of(const bundle_column *column, size_t row, swept_value *value);
/* The same for a column below /factors. */
bool swept_factor_of(const bundle_column *column, size_t row, swept_value *value);

/* Short names for people: "zeta" of model.zeta, "model" of model.name, "pins[0].k" of
 * scene.pins[0].k; and "10.5". */
void swept_name(const char *path, char *text, size_t size);
void swept_text(const swept_value *value, char *text, size_t size);
/* The shortest text that reads back as the same value. */
void swept_exact_text(const swept_value *value, char *text, size_t size);

/* A table of `rows` rows, all absent: `*t = (swept_table){.rows = rows}`. Puts a copy. */
void swept_put(swept_table *t, size_t row, const swept_value *value);

/* True if it has a column of that path. */
bool swept_has(const swept_table *t, const char *path);
/* Removes the columns whose path is not wanted. */
void swept_keep(swept_table *t, bool (*wanted)(const char *path));
/* Changes the path of column `i`. */
void swept_rename(swept_table *t, size_t i, const char *path);
/* Rearranges the table to `rows` rows: row i is the earlier row from[i], or empty if there was
 * none. Every earlier row with values must occur in `from` once. */
void swept_arrange(swept_table *t, const size_t *from, size_t rows);

/* The path of column `i`. */
const char *swept_path(const swept_table *t, size_t i);

/* Adds the table's columns. A column is of integers or reals if all its values are. If a value is
 * absent, the column is one of reals, with NaN there. If one value is a text, it is a column of
 * texts, with "" for absent ones. A path below that of an earlier column is left out. */
void swept_columns(const swept_table *t, bundle *b);

void swept_free(swept_table *t);

#endif
