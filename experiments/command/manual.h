/* Help, man page and completion, all generated from one table of commands. */
#ifndef COMMAND_MANUAL_H
#define COMMAND_MANUAL_H

#include "command/command.h"

#include <stdio.h>

/* An option of a command, or another entry of a page; a list ends with NULL. */
typedef struct manual_option {
    const char *option, *text;
} manual_option;

/* Eight lines for new users: the program, the first commands, where to find help. */
void manual_first(FILE *out);
void manual_help(const command *commands, int count, FILE *out);
/* The help of one command: its arguments, its options. */
void manual_help_of(const command *c, FILE *out);
/* A page for man, section 1 (roff). */
void manual_page(const command *commands, int count, const char *version, FILE *out);
/* The options of a command, or of "every command", in the manual. NULL: its arguments describe them
 * fully. */
const manual_option *manual_options(const char *name);
/* Completion of commands, their options and files, for bash. */
void manual_completion(const command *commands, int count, FILE *out);

#endif
