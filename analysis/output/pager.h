/* Text for a terminal: a pager (PAGER, or less) if the text is longer than the terminal. */
#ifndef ANALYSIS_OUTPUT_PAGER_H
#define ANALYSIS_OUTPUT_PAGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "results/text_buffer.h"

typedef struct pager {
    FILE *out;        /* final destination */
    FILE *stream;     /* what to write to */
    text_buffer text; /* must not be moved */
} pager;

/* Without a terminal, or without memory, the stream is `out` itself. */
void pager_open(pager *p, FILE *out);
/* True if all could be written, or the reader has quit the pager. */
bool pager_close(pager *p);

#endif
