/* The histories of a run, as quantities are made from them. */
#ifndef QUANTITIES_HISTORY_H
#define QUANTITIES_HISTORY_H

#include "quantities/measured.h"

/* Values in the order of samples; {NULL, 0}: there are none. Values that were streamed stay until
 * HISTORY_BUFFERS further histories have been asked for. */
typedef struct history {
    const double *value;
    size_t count;
} history;

/* Of a family of columns the member without a name, or else the only one. */
history history_of(const measured_case *m, const results_column *column);
/* What the only object or interaction that observes something of this name has observed; none if
 * none does, or several do. */
history history_observed(const measured_case *m, const char *name);
/* What observer number `which` of this name has observed. */
history history_observed_by(const measured_case *m, const char *name, size_t which);

/* The last value; of a run that came to its end, since one that broke has no last state to be
 * judged by; NAN. */
double history_last(const history *h);
double history_last_state(const measured_case *m, const history *h);
/* That of the member of a family of columns. */
double history_last_state_of(const measured_case *m, const results_column *family,
                             const char *member);
/* The largest and the least of all samples; NAN: there are none. */
double history_largest(const history *h);
double history_least(const history *h);

/* Room for streamed histories: a history is read into the buffer that was filled first. */
enum { HISTORY_BUFFERS = 3 };
struct history_buffers {
    double *value[HISTORY_BUFFERS];
    size_t next;
};
void history_buffers_free(history_buffers *buffers);

#endif
