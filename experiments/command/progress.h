/* Progress of a run: one line that renews itself on a terminal, there with a line for each case
 * that failed, or, if asked, for each that ended; otherwise a line a case. */
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
    bool verbose; /* a line a case on a terminal, too */
    size_t total, done;
    size_t running, names;
    const engine_job *named[PROGRESS_NAMED]; /* `names` of those that run, in order of start */
    size_t bad;                              /* crashed, timeout, failed, damaged */
    tally ended;                             /* how those that are done have ended */
    double start, shown;                     /* s of the clock: of the run; of the last renewal */
    progress_estimate estimate;
} progress;

/* `jobs` are those that are to be run; they outlive the progress. */
void progress_begin(progress *p, const engine_job *jobs, size_t total, bool quiet, bool verbose);
void progress_started(void *context, const engine_job *job);
void progress_left(void *context, const engine_job *job);
void progress_ended(void *context, const engine_end *end);
void progress_beat(void *context); /* some time has passed */
void progress_finish(progress *p);

#endif
