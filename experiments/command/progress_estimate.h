/* When a run will end. A case that is to come takes the mean of those of its experiment, or of all
 * while its experiment has none; as many run at a time as have so far. The end that is told moves
 * a part of the way to each new estimate, so that it does not jump. */
#ifndef COMMAND_PROGRESS_ESTIMATE_H
#define COMMAND_PROGRESS_ESTIMATE_H

#include "engine/engine.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct progress_share progress_share;

typedef struct progress_estimate {
    progress_share *share; /* of each experiment; NULL without memory: nothing is told */
    size_t shares;
    double end; /* s since the start; NaN while there is nothing to go by */
} progress_estimate;

void progress_estimate_begin(progress_estimate *e, const engine_job *jobs, size_t count);
/* `elapsed`: s since the start */
void progress_estimate_add(progress_estimate *e, const engine_end *end, double elapsed);
void progress_estimate_end(progress_estimate *e);

/* "about 6 min left", or "" if nothing can be said. */
void progress_estimate_text(const progress_estimate *e, double elapsed, char *text, size_t size);

#endif
