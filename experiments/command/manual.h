/* Help, man page and completion, all from one table of commands, so that they cannot differ. */
#ifndef COMMAND_MANUAL_H
#define COMMAND_MANUAL_H

#include "command/command.h"

#include <stdio.h>

/* An option of a command, or another thing that a page has an entry of; a list ends with NULL. */
typedef struct manual_option {
    const char *option, *text;
} manual_option;

/* Eight lines for who begins: what the program is, the first commands, where help is. */
void manual_first(FILE *out);
void manual_help(const command *commands, int count, FILE *out);
/* The help of one command: its arguments, its options. */
void manual_help_of(const command *c, FILE *out);
/* A page for man, section 1 (roff). */
void manual_page(const command *commands, int count, const char *version, FILE *out);
/* The options of a command, or of "every command", that the manual describes. NULL: all that there
 * is to say of them is in its arguments. */
const manual_option *manual_options(const char *name);
/* Completion of commands, their options and files, for bash. */
void manual_completion(const command *commands, int count, FILE *out);

#endif
