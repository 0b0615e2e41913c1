/* What the files of this room share. No other room includes it. */
#ifndef PROCESS_INTERNAL_H
#define PROCESS_INTERNAL_H

#include "process/process.h"

/* What the new process has of it, -1 what it has not: its streams, its line, and where it reports
 * why it could not become a program, as an errno. */
typedef struct process_ends {
    int stream[3], line, report;
} process_ends;

void process_close_ends(process_ends *its);

/* Reports an errno, and ends. */
_Noreturn void process_fail(const process_ends *its, int reason);

/* Becomes the program. */
_Noreturn void process_become(const process_plan *plan, process_ends *its);

/* In a process just forked: starts the program, and keeps it until its end or that of `parent`;
 * ends as the program did. */
_Noreturn void process_keep(const process_plan *plan, process_ends *its, pid_t parent);

/* Whether a child has ended; it is not reaped yet. */
bool process_is_over(pid_t child);
/* Kills a child with its group, and reaps it: its status. */
int process_end_group(pid_t child);

#endif
