/* What the parts of the LaTeX writer share. */
#ifndef ANALYSIS_TABLE_LATEX_H
#define ANALYSIS_TABLE_LATEX_H

#include "analysis/table/document.h"

/* `bytes` of a text with LaTeX's own characters escaped. A character that no command is known for
 * is written as its number, [U+4E2D], so that it is missed by nobody. */
void latex_text(const char *text, size_t bytes, FILE *out);

/* A grid as floats of at most 50 lines. `d` has the marks' meanings, and the notes that follow
 * block `index`. */
void latex_grid(const document *d, size_t index, FILE *out);

/* A number as a cell has it: "-0.012", "1e-07 †", and where its mark stands; false: it is none. */
typedef struct latex_number {
    size_t bytes; /* of the number; the mark follows them */
    int before, after, exponent;
    bool sign, negative_exponent;
} latex_number;
bool latex_number_read(const char *cell, latex_number *n);

#endif
