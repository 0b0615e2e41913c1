/* Small strict CSV, as in reference/: lines that begin with # are comments, then a header, then
 * rows with the same number of fields. Fields may be in double quotes, with "" for a quote within
 * (RFC 4180). */
#ifndef RESULTS_CSV_H
#define RESULTS_CSV_H

#include <stdbool.h>
#include <stddef.h>

typedef struct csv {
    size_t columns, rows; /* rows without the header */
    char **cell;          /* (rows + 1) x columns, row-major, the header first */
    char *text;           /* storage of the cells */
} csv;

/* Reads `text`; false and one sentence ("line 3: ...") if it is invalid. */
bool csv_parse(const char *text, csv *table, char *message, size_t size);
void csv_free(csv *table); /* accepts an empty one */

const char *csv_name(const csv *table, size_t column);
long csv_column(const csv *table, const char *name); /* -1: none of that name */
const char *csv_cell(const csv *table, size_t row, size_t column);
/* The same of a named column: "" if there is none of that name, or no table. */
const char *csv_named(const csv *table, size_t row, const char *column);
/* The cell as a number; NAN if it is empty or anything but one number. */
double csv_number(const csv *table, size_t row, size_t column);

/* From the comment lines before the header of the file `text`: "# unit COLUMN UNIT", false if
 * missing; "# source TEXT", "" if missing. */
bool csv_unit(const char *text, const char *column, char *unit, size_t size);
void csv_source(const char *text, char *source, size_t size);

/* True if two rows have the same cells in all of the `keys` columns; and the first such pair. */
bool csv_repeats(const csv *table, const size_t *key, size_t keys, size_t *first, size_t *second);

#endif
