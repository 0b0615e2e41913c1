/* Samples of time, a row each (columns/stopwatch.def). */
#ifndef QUANTITIES_SAMPLES_H
#define QUANTITIES_SAMPLES_H

#include "results/columns/columns.h"

/* Time of an iteration, s, a value a sample; NULL, and count 0, where there are none. */
const double *samples_of(const bundle *b, size_t *count);

/* Processor time of an iteration, in which waiting for a processor is no part; of files that do not
 * have it, the time by the clock. To be freed. */
double *samples_of_processor(const bundle *b, size_t *count);

/* Medians of the two; NAN. */
double samples_iteration_time(const bundle *b);
double samples_processor_time(const bundle *b);

#endif
