/* Estimates the end of a run. A pending case takes the mean time of its experiment, or of all cases
 * while its experiment has none; as many run at a time as so far. The displayed end moves gradually
 * to each new estimate, so that it does not jump. */
#ifndef COMMAND_PROGRESS_ESTIMATE_H
#define COMMAND_PROGRESS_ESTIMATE_H

#include "engine/engine.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct progress_share progress_share;

typedef struct progress_estimate {
    progress_share *share; /* of each experiment; NULL without memory: no estimate */
    size_t shares;
    double end; /* s since the start; NaN: no estimate yet */
} progress_estimate;

void progress_estimate_begin(progress_estimate *e, const engine_job *jobs, size_t count);
/* `elapsed`: s since the start */
void progress_estimate_add(progress_estimate *e, const engine_end *end, double elapsed);
void progress_estimate_end(progress_estimate *e);

/* "about 6 min left", or "" without an estimate. */
void progress_estimate_text(const progress_estimate *e, double elapsed, char *text, size_t size);

#endif
