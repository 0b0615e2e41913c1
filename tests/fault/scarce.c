/* Linked to the program itself, with scarcity.c: its N-th allocation fails. By environment
 * variables:
 *
 *   SCARCE_AT   N, from 1; a process that is forked goes on counting where it began
 *   SCARCE_ALL  if it is set: all allocations after it fail too
 *   SCARCE_LOG  file in which the first process, when it exits, writes how many there were
 */
#include "support/scarcity.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static pid_t first;

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("SCARCE_AT");
    first = getpid();
    scarcity_begin(at ? strtol(at, NULL, 10) : 0, getenv("SCARCE_ALL") != NULL);
}

__attribute__((destructor)) static void end(void)
{
    const char *log = getenv("SCARCE_LOG");
    const long made = scarcity_end();
    FILE *file = log && getpid() == first ? fopen(log, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%ld\n", made);
    fclose(file);
}
