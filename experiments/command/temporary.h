/* A temporary folder of a command. */
#ifndef COMMAND_TEMPORARY_H
#define COMMAND_TEMPORARY_H

#include <stdbool.h>
#include <stddef.h>

/* Makes one below $TMPDIR, or /tmp, and puts its name into `folder`. False after a line on stderr.
 */
bool temporary_make(const char *command, char *folder, size_t size);
/* Removes it with its contents. */
void temporary_remove(const char *folder);

#endif
