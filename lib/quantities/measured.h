/* A case as quantities see it: its columns, and how its run ended. */
#ifndef QUANTITIES_MEASURED_H
#define QUANTITIES_MEASURED_H

#include "results/columns/columns.h"

/* Series that are not in memory but streamed from a journal, as they are read. */
typedef struct history_buffers history_buffers;

typedef struct measured_case {
    const bundle *data;
    bool exploded; /* its file calls the run completed, and its last state says it is not */
    history_buffers *buffers; /* NULL: streams are not read */
} measured_case;

/* The case of a bundle, whose streams are not read. */
measured_case measured_of(const bundle *data);

/* How the case ended: its status, the outcome of its run, and the detector that fired, as its file
 * has them, unless it has exploded; "" where there is none. */
const char *measured_status(const measured_case *m);
const char *measured_outcome(const measured_case *m);
const char *measured_failure(const measured_case *m);

/* False if the case has no result: timeout, crashed, failed, missing, damaged. */
bool measured_has_ended(const measured_case *m);

/* Whether its run was recorded and went to its end. */
bool measured_is_complete(const measured_case *m);

#endif
