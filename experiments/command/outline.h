/* A text whose lines are indented below their parents. */
#ifndef COMMAND_OUTLINE_H
#define COMMAND_OUTLINE_H

#include <stdbool.h>
#include <stdio.h>

/* Prints every line that contains the word, ignoring case, below its parents. False if no line has
 * it, or it is empty. */
bool outline_search(const char *text, const char *word, FILE *out);

#endif
