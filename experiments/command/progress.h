/* Progress of a run: one line that renews itself on a terminal, a line a case otherwise. */
#ifndef COMMAND_PROGRESS_H
#define COMMAND_PROGRESS_H

#include "command/tally.h"
#include "engine/engine.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct progress {
    bool quiet, terminal;
    size_t total, done, running;
    size_t bad;  /* crashed, timeout, failed, damaged */
    tally ended; /* how those that are done have ended */
    double start;
} progress;

void progress_begin(progress *p, size_t total, bool quiet);
void progress_started(void *context, const engine_job *job);
void progress_left(void *context, const engine_job *job);
void progress_ended(void *context, const engine_end *end);
void progress_finish(progress *p);

#endif
