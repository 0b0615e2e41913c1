/* A case for quantities: its columns, and the end of its run. */
#ifndef QUANTITIES_MEASURED_H
#define QUANTITIES_MEASURED_H

#include "results/columns/columns.h"

/* Buffers for series that are streamed from a journal. */
typedef struct history_buffers history_buffers;

typedef struct measured_case {
    const bundle *data;
    bool exploded; /* its file calls the run completed, but its last state has exploded */
    history_buffers *buffers; /* NULL: streams are not read */
} measured_case;

/* The case of a bundle, without reading streams. */
measured_case measured_of(const bundle *data);

/* The end of a case: its status, the outcome of its run, and the detector that fired, as in its
 * file unless it has exploded; "" if there is none. */
const char *measured_status(const measured_case *m);
const char *measured_outcome(const measured_case *m);
const char *measured_failure(const measured_case *m);

/* False if the case has no result: timeout, crashed, failed, missing, damaged. */
bool measured_has_ended(const measured_case *m);

/* True if its run was recorded and went to its end. */
bool measured_is_complete(const measured_case *m);

/* How a case ended, in a word: the outcome of its run; its status if it broke off or made none. */
const char *measured_end(const measured_case *m);

/* Why a case has no value of a quantity: "timeout" or another way to break off, "unstable", or
 * "none stable" if the quantity is the largest stable step and no step of its search is stable;
 * NULL if its end is no reason. */
const char *measured_why_not(const measured_case *m, const char *quantity);

#endif
