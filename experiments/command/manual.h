/* Help, man page and completion, all from one table of commands, so that they cannot differ. */
#ifndef COMMAND_MANUAL_H
#define COMMAND_MANUAL_H

#include "command/command.h"

#include <stdio.h>

void manual_help(const command *commands, int count, FILE *out);
/* The help of one command: its arguments, its options. */
void manual_help_of(const command *c, FILE *out);
/* A page for man, section 1 (roff). */
void manual_page(const command *commands, int count, const char *version, FILE *out);
/* Completion of commands, their options and files, for bash. */
void manual_completion(const command *commands, int count, FILE *out);

#endif
