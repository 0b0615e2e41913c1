/* A stopwatch that also records the conditions. It keeps every sample with its turn, its processor
 * time, the use of the machine by others, and the clock speed before and after it. No sample is
 * dropped: the reader decides which to trust. */
#ifndef TASK_STOPWATCH_H
#define TASK_STOPWATCH_H

#include "task/task.h"

/* The timed work: `iterations` of something. Ends early at a failed step, and returns its
 * status. */
typedef trama_step_status (*stopwatch_work)(const task_bench *bench, void *context,
                                            long iterations);

typedef struct stopwatch_job {
    const char *part; /* of a task; "": it has only one */
    stopwatch_work work;
    void *context;
    long warmup, iterations; /* before each sample; in each sample */
} stopwatch_job;

typedef struct stopwatch stopwatch;

/* Allocates `samples` samples; the first turn ends with the next call of task_next_turn. */
trama_status stopwatch_create(const task_bench *bench, size_t samples, stopwatch **watch,
                              trama_error *error);
void stopwatch_destroy(stopwatch *watch); /* accepts NULL */

/* Does the warm-up, then takes a sample; room for it is a precondition. `turn` is from
 * task_next_turn. Work that ended early is no sample; returns its status. */
trama_step_status stopwatch_take(stopwatch *watch, const stopwatch_job *job, long turn);

/* Mean of the samples of a part so far, s per iteration. */
double stopwatch_mean(const stopwatch *watch, const char *part);
/* Median of their processor time, s per iteration, without time spent waiting for the processor.
 * NAN without a sample. */
double stopwatch_processor_median(const stopwatch *watch, const char *part);

/* Adds the columns below /timing, one row per sample. */
void stopwatch_add(const stopwatch *watch, bundle *results);

#endif
