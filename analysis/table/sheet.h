/* A table for programs: named columns, rows of text cells, written as CSV (RFC 4180). */
#ifndef ANALYSIS_TABLE_SHEET_H
#define ANALYSIS_TABLE_SHEET_H

#include <stdbool.h>
#include <stdio.h>

typedef struct sheet {
    const char *const *column; /* NULL-terminated names */
    size_t columns, count, capacity;
    char **cell;    /* count of them, row-major */
    bool no_memory; /* sticky */
} sheet;

sheet sheet_of(const char *const *column);
void sheet_free(sheet *s);
size_t sheet_rows(const sheet *s);
const char *sheet_cell(const sheet *s, size_t row, size_t column);

/* Each adds the next cell, row by row. NAN and negative counts are empty cells: not there. */
void sheet_text(sheet *s, const char *text);
void sheet_real(sheet *s, double value); /* ten significant digits */
void sheet_count(sheet *s, double count);

void sheet_csv(const sheet *s, FILE *out);
/* The columns of `beside` follow those of `s`, row by row; it may have none. */
void sheet_csv_both(const sheet *s, const sheet *beside, FILE *out);
/* A text as one field of CSV, in quotes where it needs them; an apostrophe goes before what begins
 * with = + - @, a tab or a carriage return and is no number, which spreadsheets would compute. All
 * CSV is written by this. */
void sheet_csv_field(const char *text, FILE *out);

#endif
