/* Text for people: the width of the terminal, line breaking, and escapes, so that text from outside
 * cannot control the terminal, or a shell that a command is copied to. */
#ifndef RESULTS_TERMINAL_H
#define RESULTS_TERMINAL_H

#include <stddef.h>
#include <stdio.h>

/* Columns of the terminal `out`, 80 if unknown; 0: not a terminal. */
size_t terminal_columns(FILE *out);

/* Words of `text`, of UTF-8, and a line's end, in lines of at most `width` characters (0: one line
 * of any length); lines after the first are indented by `indent` blanks. A longer word has a line
 * of its own. */
void print_wrapped(const char *text, size_t width, size_t indent, FILE *out);

/* The text, or a stream onto `out` for texts, in which control characters but line feeds and tabs,
 * characters that turn others, and bytes that are not UTF-8 are shown as escapes
 * (trama_show_character). fclose ends the stream and leaves `out` open; NULL without memory. */
void print_shown(const char *text, size_t size, FILE *out);
FILE *shown_stream(FILE *out);

/* The text as one word of a shell, quoted if needed. word_quote: the quote character, or NUL;
 * within ' each ' becomes '\''. */
char word_quote(const char *text);
void print_word(const char *text, FILE *out);

#endif
