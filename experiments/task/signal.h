/* A signal: a number or a vector of three at every iteration of a run, and how one answer is
 * computed from it (measure/reading.h). */
#ifndef TASK_SIGNAL_H
#define TASK_SIGNAL_H

#include "measure/mark.h"
#include "measure/reading.h"
#include "task/series.h"

typedef struct task_signal_spec {
    trama_name signal; /* "place", "velocity", "spin" of the mark, or a column of the history */
    double along[3];   /* of a vector: the component along this; NAN: the whole vector */
    int read;          /* trama_reading_kind */
    long number;
    double level;
    trama_mark_spec mark;
} task_signal_spec;
extern const trama_fields task_signal_fields;

typedef struct task_signal {
    const task_signal_spec *spec;
    const struct task_vector *vector; /* NULL: the signal is a number */
    double direction[3];              /* unit, or NAN */
    trama_mark mark;
    task_series series; /* whose column is the signal, if it is one */
    size_t column;
} task_signal;

/* Finds the signal; free it with task_signal_free in any case. TRAMA_BAD_INPUT with the path of a
 * field. */
trama_status task_signal_find(const task_signal_spec *spec, const trama_system *system,
                              task_signal *signal, trama_error *error);
void task_signal_free(task_signal *signal);

/* Components of the signal, 1 or 3; numbers in the answer. */
size_t task_signal_components(const task_signal *signal);
size_t task_signal_width(const task_signal *signal);
/* The unit of the answer. */
const char *task_signal_unit(const task_signal *signal);
/* Whether the signal needs the energy budget. */
bool task_signal_needs_budget(const task_signal *signal);
/* Whether it needs the impulses of contacts (trama_integrator_keep_impulses). */
bool task_signal_needs_impulses(const task_signal *signal);

void task_signal_value(const task_signal *signal, const trama_view *view, double *value);

#endif
