/* Text for people: how wide a terminal is, words in lines that fit, and what may come from
 * elsewhere shown so that it does nothing to the terminal, nor to a shell that a command is copied
 * to. */
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

/* The text, or a stream onto `out` for texts, in which control characters but line feeds and tabs,
 * characters that turn others, and bytes that are not UTF-8 are shown as escapes
 * (trama_show_character). fclose ends the stream and leaves `out` open; NULL without memory. */
void print_shown(const char *text, size_t size, FILE *out);
FILE *shown_stream(FILE *out);

/* The text as one word of a shell: as it is, or in quotes. word_quote: in which, or NUL; within '
 * each ' is '\'' instead. */
char word_quote(const char *text);
void print_word(const char *text, FILE *out);

#endif
