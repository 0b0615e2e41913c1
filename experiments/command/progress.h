/* Progress of a run. On a terminal: one line that is updated, and a line for each failed case, or
 * with `verbose` for each case. Otherwise: one line per case. */
#ifndef COMMAND_PROGRESS_H
#define COMMAND_PROGRESS_H

#include "command/progress_estimate.h"
#include "command/tally.h"
#include "engine/engine.h"

#include <stdbool.h>
#include <stddef.h>

enum { PROGRESS_NAMED = 64 };

typedef struct progress {
    bool quiet, terminal;
    bool verbose; /* one line per case on a terminal, too */
    size_t total, done;
    size_t running, names;
    const engine_job *named[PROGRESS_NAMED]; /* `names` of those that run, in order of start */
    size_t bad;                              /* crashed, timeout, failed, damaged */
    tally ended;                             /* endings of the cases that are done */
    double start, shown;                     /* s of the clock: start of the run; last update */
    progress_estimate estimate;
} progress;

/* `jobs` are the cases to run; they must outlive the progress. */
void progress_begin(progress *p, const engine_job *jobs, size_t total, bool quiet, bool verbose);
void progress_started(void *context, const engine_job *job);
void progress_left(void *context, const engine_job *job);
void progress_ended(void *context, const engine_end *end);
void progress_beat(void *context); /* called from time to time */
void progress_finish(progress *p);

#endif
