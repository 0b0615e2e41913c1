/* A stopwatch that also records the circumstances. It keeps every sample with its turn, its
 * processor time, the use of the machine by others, and the speed of the clock before and after it.
 * The reader judges whether a sample can be trusted: none is dropped. */
#ifndef TASK_STOPWATCH_H
#define TASK_STOPWATCH_H

#include "task/task.h"

/* What is timed: `iterations` of something. Ends early at a step that is not made, and returns what
 * that step said. */
typedef trama_step_status (*stopwatch_work)(const task_bench *bench, void *context,
                                            long iterations);

typedef struct stopwatch_job {
    const char *part; /* which of a task's parts; "": it has only one */
    stopwatch_work work;
    void *context;
    long warmup, iterations; /* before, and in, each sample */
} stopwatch_job;

typedef struct stopwatch stopwatch;

/* Room for `samples` samples; the first turn ends with the next call of task_next_turn. */
trama_status stopwatch_create(const task_bench *bench, size_t samples, stopwatch **watch,
                              trama_error *error);
void stopwatch_destroy(stopwatch *watch); /* accepts NULL */

/* Does the warm-up, then takes a sample; room for it is a precondition. `turn` is what
 * task_next_turn gave. Work that ended early is no sample: returns what it said. */
trama_step_status stopwatch_take(stopwatch *watch, const stopwatch_job *job, long turn);

/* Mean of the samples of a part so far, s an iteration. */
double stopwatch_mean(const stopwatch *watch, const char *part);
/* Median of the processor time that they took, s an iteration: waiting for the processor is no part
 * of it. NAN without a sample. */
double stopwatch_processor_median(const stopwatch *watch, const char *part);

/* Adds the columns below /timing, a row a sample. */
void stopwatch_add(const stopwatch *watch, bundle *results);

#endif
