/* One grid of a table that is a list of columns; for described.c. */
#ifndef ANALYSIS_TABLE_DESCRIBED_GRID_H
#define ANALYSIS_TABLE_DESCRIBED_GRID_H

#include "analysis/table/table.h"

/* A row, its grid, and its index among all rows. */
typedef struct laid_row {
    table_row of;
    size_t grid, place;
    int (*order)(const study_case *a, const study_case *b); /* of its table */
} laid_row;

typedef struct laid_grid {
    const study *s;
    const table_type *type;
    const laid_row *row;
    size_t rows;
    const table_column *column; /* of the table */
    size_t columns;
    const char *caption;
} laid_grid;

/* The experiment of a row. */
const char *laid_experiment(const laid_row *row);

/* Writes the grid; but if *divides and its experiments have different coordinates, writes nothing.
 * Sets *divides to whether this is so. False without memory. */
bool described_grid(const laid_grid *of, bool *divides, document *out);

#endif
