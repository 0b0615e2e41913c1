/* Shared by the parts of the LaTeX writer. */
#ifndef ANALYSIS_TABLE_LATEX_H
#define ANALYSIS_TABLE_LATEX_H

#include "analysis/table/document.h"

/* `bytes` of a text with LaTeX's own characters escaped. A character without a known command is
 * written as its number, [U+4E2D], so that nobody misses it. */
void latex_text(const char *text, size_t bytes, FILE *out);

/* A grid as floats of at most 50 lines. `d` has the marks' meanings, and the notes that follow
 * block `index`. */
void latex_grid(const document *d, size_t index, FILE *out);

/* Recognises a number in a cell, "-0.012", "1e-07 †", and the place of its mark; false: not a
 * number. */
typedef struct latex_number {
    size_t bytes; /* of the number; the mark follows them */
    int before, after, exponent;
    bool sign, negative_exponent;
} latex_number;
bool latex_number_read(const char *cell, latex_number *n);

#endif
