/* The histories of a run, for quantities. */
#ifndef QUANTITIES_HISTORY_H
#define QUANTITIES_HISTORY_H

#include "quantities/measured.h"

/* Values in the order of samples; {NULL, 0}: there are none. Streamed values are valid until
 * HISTORY_BUFFERS further histories have been read. */
typedef struct history {
    const double *value;
    size_t count;
} history;

/* For a family of columns: the member without a name, or else the only one. */
history history_of(const measured_case *m, const results_column *column);
/* The history of this name observed by the only object or interaction that has it; none if none or
 * several have it. */
history history_observed(const measured_case *m, const char *name);
/* The history observed by observer number `which` of this name. */
history history_observed_by(const measured_case *m, const char *name, size_t which);

/* The last value of a run that came to its end; else NAN. */
double history_last(const history *h);
double history_last_state(const measured_case *m, const history *h);
/* The same for a member of a family of columns. */
double history_last_state_of(const measured_case *m, const results_column *family,
                             const char *member);
/* The largest and the smallest of all samples; NAN if there are none. */
double history_largest(const history *h);
double history_least(const history *h);

/* Buffers of streamed histories: a history is read into the oldest one. */
enum { HISTORY_BUFFERS = 3 };
struct history_buffers {
    double *value[HISTORY_BUFFERS];
    size_t next;
};
void history_buffers_free(history_buffers *buffers);

#endif
