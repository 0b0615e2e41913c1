/* The program on a pseudo-terminal, for what it does only there. */
#ifndef SUPPORT_TERMINAL_H
#define SUPPORT_TERMINAL_H

#include <stddef.h>

/* Runs the program with `arguments` (NULL-terminated, without its name) and its outputs on a
 * terminal of so many columns and rows; `text` is all that it wrote there. Returns its exit code,
 * or -1. */
int terminal_run(int columns, int rows, const char *const *arguments, char *text, size_t size);

#endif
