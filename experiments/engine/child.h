/* The process of one case: its limits, its signals, its processor, its turns. */
#ifndef ENGINE_CHILD_H
#define ENGINE_CHILD_H

#include "engine/engine.h"

#include <signal.h>
#include <sys/types.h>

/* What a child's exit code says of its case's file. */
enum { CHILD_WROTE = 0, CHILD_IO = 4, CHILD_NO_MEMORY = 5 };

/* Runs the case and writes its file, in a process just forked by `parent`, with the signal mask
 * `outside`; it ends with its parent, however that ends. With
 * a line (engine/line.h; -1: none) it is pinned and works in its turns alone; the limit of time is
 * then one of its own turns. */
_Noreturn void child_run(const engine_job *job, pid_t parent, const sigset_t *outside, int line);

#endif
