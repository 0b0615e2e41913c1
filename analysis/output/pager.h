/* Text for a terminal: a pager (PAGER, or less) where the text is longer than it. */
#ifndef ANALYSIS_OUTPUT_PAGER_H
#define ANALYSIS_OUTPUT_PAGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "results/text_buffer.h"

typedef struct pager {
    FILE *out;        /* where the text goes in the end */
    FILE *stream;     /* what to write to */
    text_buffer text; /* which may not be moved */
} pager;

/* Without a terminal, or without memory, the stream is `out` itself. */
void pager_open(pager *p, FILE *out);
/* True if all could be written; a reader who leaves early has read enough. */
bool pager_close(pager *p);

#endif
