/* Series: columns of one group with equal numbers of rows, written as one CSV table. */
#ifndef ANALYSIS_EXPORT_SERIES_H
#define ANALYSIS_EXPORT_SERIES_H

#include <stdbool.h>
#include <stdio.h>

#include "results/bundle.h"

typedef struct series {
    const bundle_column **column;
    size_t count;
    char group[256]; /* path of the columns' group */
    size_t rows;
} series;

/* The series of the column `first` and later ones that belong to it; false without memory. Free
 * column. */
bool series_of(const bundle *b, size_t first, series *s);

/* True if no earlier column of the bundle belongs to this column's series. */
bool series_begins(const bundle *b, size_t column);

/* A header `name [unit]`, then one line per row; a column of k columns becomes name_0 to name_k-1.
 * Reals with enough digits to read back the same bits. */
void series_csv(const series *s, FILE *out);

/* The two parts of it, for a series read in pieces. */
void series_header(const series *s, FILE *out);
void series_rows(const series *s, FILE *out);

/* Value `i` of a column as text for a cell; `size` of at least 32. */
const char *series_value(const bundle_column *c, size_t i, char *text, size_t size);

#endif
