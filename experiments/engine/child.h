/* The process of a case: its memory, its signals, its processor, its turns. workers.c limits its
 * time.
 */
#ifndef ENGINE_CHILD_H
#define ENGINE_CHILD_H

#include "engine/engine.h"

#include <sys/types.h>

/* What a child's exit code says of the file of the case that it was at. */
enum { CHILD_NO_MORE = 0, CHILD_IO = 4, CHILD_NO_MEMORY = 5 };

typedef struct child_work {
    const engine_job *jobs;     /* cases come as their numbers in it, over the channel, */
    const engine_job *in_turns; /* or (not NULL) it is this one, pinned, in its turns alone */
    int channel;                /* engine/channel.h */
} child_work;

/* Runs cases, writes their files and says so over the channel, until that ends, in a process just
 * forked by `parent`; it ends with its parent, however that ends. */
_Noreturn void child_run(child_work work, pid_t parent);

#endif
