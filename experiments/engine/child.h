/* The process of a case: its processor and its turns. workers.c limits its time. */
#ifndef ENGINE_CHILD_H
#define ENGINE_CHILD_H

#include "engine/engine.h"

#include <sys/types.h>

/* A child's exit code: the state of the file of its last case. */
enum { CHILD_NO_MORE = 0, CHILD_IO = 4, CHILD_NO_MEMORY = 5 };

typedef struct child_work {
    const engine_job *jobs;     /* cases come as their numbers in it, over the channel, */
    const engine_job *in_turns; /* or (not NULL) it is this one, pinned, in its turns alone */
    pid_t parent;               /* the run */
} child_work;

/* Runs cases in a process of its own, writes their files and reports them over the channel
 * (engine/channel.h), until the channel ends. */
void child_run(const child_work *work, int channel);

#endif
