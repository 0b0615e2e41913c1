/* What the parts of the LaTeX writer share. */
#ifndef ANALYSIS_TABLE_LATEX_H
#define ANALYSIS_TABLE_LATEX_H

#include "analysis/table/document.h"

/* `bytes` of a text with LaTeX's own characters escaped. A character that no command is known for
 * is written as its number, [U+4E2D], so that it is missed by nobody. */
void latex_text(const char *text, size_t bytes, FILE *out);

/* Widths are in thousandths of the font's size (em), of letters as Computer Modern has them, none
 * too small. A line may be broken after a space, _, /, - or |. */
long latex_width(const char *text, size_t bytes);
/* Bytes of the next part of a text that no line is broken in; 0 at the end. */
size_t latex_part(const char *text);
/* Bytes of the next line that is at most so wide, or of one part. */
size_t latex_line(const char *text, long width);

/* A grid as one or more tables: floats of a column's width, or of the page's where it is wider; a
 * grid of more rows than a page has, or of more columns, is continued. `d` has the marks' meanings,
 * and the notes that follow block `index`. */
void latex_grid(const document *d, size_t index, FILE *out);

/* --- the columns of a grid (latex_columns.c) --- */

typedef enum latex_kind {
    LATEX_NUMBERS, /* aligned at the decimal point: S of siunitx */
    LATEX_TEXT,    /* on one line: l or r */
    LATEX_WRAPPED  /* in several lines: p */
} latex_kind;

typedef struct latex_column {
    latex_kind kind;
    long width, least; /* as set, and of the longest part */
    int before, after; /* digits around the decimal point */
    int exponent;      /* digits of it; 0: no number has one */
    bool sign, negative_exponent;
    char mark[16]; /* the widest that follows a number */
} latex_column;

/* A number as a cell has it: "-0.012", "1e-07 †", and where its mark stands; false: it is none. */
typedef struct latex_number {
    size_t bytes; /* of the number; the mark follows them */
    int before, after, exponent;
    bool sign, negative_exponent;
} latex_number;
bool latex_number_read(const char *cell, latex_number *n);

/* Measures every column of a grid into `column`, and sets `count` of them, `which`, to fit `most`
 * together; false if they stay wider. */
bool latex_columns_fit(const block *b, const size_t *which, size_t count, long most,
                       latex_column *column);
/* Of `count` columns with the gaps between them. */
long latex_columns_width(const latex_column *column, const size_t *which, size_t count);
/* Whether they can be set in `most` without many short lines: long texts take 9 em. */
bool latex_columns_suit(const latex_column *column, const size_t *which, size_t count, long most);

/* A header without the name of its group; its bytes are b->group[column]. */
const char *latex_head(const block *b, size_t column);

/* --- a part of a grid (latex_float.c) --- */

typedef struct latex_sheet {
    const document *d;
    size_t index; /* of the grid's block */
    const block *b;
    latex_column *column;
    size_t *chosen; /* the columns that are set, */
    size_t chosen_count;
    size_t *which; /* of them those of this part */
    size_t count;
    bool wide, continued, last;
    bool terse;      /* what is the same in every row is said in the caption */
    size_t floats;   /* written so far */
    size_t from, to; /* rows, the header being row 0 */
} latex_sheet;

/* A column without a single cell, such as sentences where none is quoted; one of text that says the
 * same in every row, such as the one method of all (latex_grid.c). */
bool latex_is_empty(const block *b, size_t column);
bool latex_is_constant(const block *b, size_t column);

/* The text of a cell as it is set: a long one that stands in the row above too is a ditto mark. */
const char *latex_cell(const latex_sheet *t, size_t row, size_t k);
void latex_float(const latex_sheet *t, FILE *out);

#endif
