/* A table for programs: named columns, rows of text cells, written as CSV (RFC 4180). */
#ifndef ANALYSIS_TABLE_DATA_TABLE_H
#define ANALYSIS_TABLE_DATA_TABLE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct data_table {
    const char *const *column; /* NULL-terminated names */
    size_t columns, count, capacity;
    char **cell;    /* count of them, row-major */
    bool no_memory; /* sticky */
} data_table;

data_table data_of(const char *const *column);
void data_free(data_table *s);
size_t data_rows(const data_table *s);

/* Each adds the next cell, row by row. NAN and negative counts give empty cells. */
void data_text(data_table *s, const char *text);
void data_real(data_table *s, double value); /* ten significant digits */
void data_count(data_table *s, double count);

void data_csv(const data_table *s, FILE *out);
/* Writes the columns of `s`, then those of `beside`, row by row; `beside` may have none. */
void data_csv_both(const data_table *s, const data_table *beside, FILE *out);
/* A text as one field of CSV, quoted if needed. An apostrophe precedes a text that begins with = +
 * - @, a tab or a carriage return and is not a number, since spreadsheets would evaluate it. All
 * CSV is written by this. */
void data_csv_field(const char *text, FILE *out);

#endif
