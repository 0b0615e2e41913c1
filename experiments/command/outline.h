/* A text whose lines are indented below what they belong to. */
#ifndef COMMAND_OUTLINE_H
#define COMMAND_OUTLINE_H

#include <stdbool.h>
#include <stdio.h>

/* Prints every line that has the word, in letters of either case, below the lines that it belongs
 * to. False if no line has it, or it is empty. */
bool outline_search(const char *text, const char *word, FILE *out);

#endif
