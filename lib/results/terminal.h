/* Text for a terminal: how wide it is, and words in lines that fit. */
#ifndef RESULTS_TERMINAL_H
#define RESULTS_TERMINAL_H

#include <stddef.h>
#include <stdio.h>

/* Columns of the terminal that `out` is, 80 of one that does not tell; 0: it is none. */
size_t terminal_columns(FILE *out);

/* Words of `text`, of UTF-8, and a line's end, in lines of at most `width` characters (0: one line
 * of any length); each line after the first is behind `indent` blanks. A word that is longer has a
 * line of its own. */
void print_wrapped(const char *text, size_t width, size_t indent, FILE *out);

#endif
