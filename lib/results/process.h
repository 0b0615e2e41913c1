/* Another program that is run to its end, for its files: started without a shell, heard, bound in
 * time, reaped. Nothing of it outlives the call, or this process. */
#ifndef RESULTS_PROCESS_H
#define RESULTS_PROCESS_H

#include "results/text_buffer.h"

typedef struct process {
    const char *const *argument; /* NULL-terminated; the first is the program, looked for in PATH */
    const char *folder;          /* that it works in */
    const char *const *variable; /* name, value, ... of its environment, NULL-terminated */
    double seconds;              /* it may take; then it is killed with all that it has started */
    /* Removes what the program leaves behind, if this process is killed while the program runs.
     * Called in a process of its own, after the program was killed too. NULL: nothing to remove. */
    void (*abandoned)(const void *context);
    const void *context;
} process;

typedef enum process_ending {
    PROCESS_EXITED,
    PROCESS_NOT_FOUND,
    PROCESS_NOT_STARTED,
    PROCESS_SIGNALLED, /* something has killed it */
    PROCESS_LATE,      /* it took longer, and was killed */
} process_ending;

/* Runs it with nothing to read and its standard output to nowhere. What it writes to its standard
 * error, up to 64 KiB, is added to the stream of `said`. *code: its exit code, or the number of the
 * signal. It is of a process group of its own, which is killed when it ends. */
process_ending process_run(const process *p, text_buffer *said, int *code);

#endif
