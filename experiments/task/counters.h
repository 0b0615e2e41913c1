/* The processor's event counters for this process, from Linux (perf_event). Counters that are not
 * permitted or not available are recorded as absent, with the reason. */
#ifndef TASK_COUNTERS_H
#define TASK_COUNTERS_H

#include "results/columns/columns.h"

enum { COUNTERS = 5 };

typedef struct counters {
    int file[COUNTERS];  /* -1: absent */
    int error[COUNTERS]; /* errno of an absent one */
} counters;

void counters_open(counters *c);
void counters_close(counters *c);

/* Sets them to 0 and starts them; stops them. */
void counters_start(const counters *c);
void counters_stop(const counters *c);

/* Events between start and stop, outside the kernel; scaled up if the processor multiplexed the
 * counter. NAN for an absent one. */
void counters_read(const counters *c, double event[COUNTERS]);

/* Adds /timing/counters/name and state, and /timing/counters/<name> for those that count:
 * `event[i]` has a value for each of `samples` samples. */
void counters_add(const counters *c, double *const event[COUNTERS], size_t samples,
                  bundle *results);

#endif
