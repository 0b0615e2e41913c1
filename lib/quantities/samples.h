/* Samples of time, one per row (columns/stopwatch.def). */
#ifndef QUANTITIES_SAMPLES_H
#define QUANTITIES_SAMPLES_H

#include "results/columns/columns.h"

/* Time of an iteration, s, one value per sample; NULL, and count 0, if there are none. */
const double *samples_of(const bundle *b, size_t *count);

/* Processor time of an iteration, which excludes waiting for a processor; wall time for files
 * without it. Free with free(). */
double *samples_of_processor(const bundle *b, size_t *count);

/* Medians of the two; NAN without samples. */
double samples_iteration_time(const bundle *b);
double samples_processor_time(const bundle *b);

#endif
