/* Shared by the files of this folder only. */
#ifndef PROCESS_INTERNAL_H
#define PROCESS_INTERNAL_H

#include "process/process.h"

/* Descriptors of the new process, -1 if absent: its streams, its line, and the one on which it
 * reports, as an errno, why it could not become a program. */
typedef struct process_ends {
    int stream[3], line, report;
} process_ends;

void process_close_ends(process_ends *its);

/* Reports an errno, and ends. */
_Noreturn void process_fail(const process_ends *its, int reason);

/* Becomes the program. */
_Noreturn void process_become(const process_plan *plan, process_ends *its);

/* In a process just forked: starts the program, and waits for its end or that of `parent`; ends as
 * the program did. */
_Noreturn void process_keep(const process_plan *plan, process_ends *its, pid_t parent);

/* True if a child has ended; does not reap it. */
bool process_is_over(pid_t child);
/* Kills a child with its group, and reaps it; returns its status. */
int process_end_group(pid_t child);

#endif
