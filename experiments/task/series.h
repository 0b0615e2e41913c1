/* A run's history, sampled while it goes: columns below /result/series, those of an object or an
 * interaction with a name below /result/series/NAME. */
#ifndef TASK_SERIES_H
#define TASK_SERIES_H

#include "measure/run.h"
#include "results/columns/columns.h"
#include "task/journal.h"
#include "task/reactions.h"

typedef struct series_column series_column; /* series.c */

/* What a series has beside what each run has. */
typedef struct task_series_more {
    bool forces;      /* of interactions and pins */
    trama_mark *body; /* how it turns; NULL: none */
} task_series_more;

typedef struct task_series {
    size_t columns, count;
    size_t capacity; /* samples that have room: all, or with a journal a block of them */
    series_column *column;
    double *value;         /* columns x capacity */
    long every;            /* iterations between samples */
    task_journal *journal; /* that full blocks go to; NULL: none */
    task_series_more more;
    double *room; /* nv; NULL: there are no forces */
} task_series;

/* `more` may be NULL. Bytes of the samples of `horizon` iterations, one every `every`, and of the
 * last. */
double task_series_bytes(const trama_system *system, const task_series_more *more, long horizon,
                         long every);

/* Room for them, in memory or, if there is a journal (which may be NULL) and it streams, in that.
 */
trama_status task_series_create(task_series *series, const trama_system *system,
                                const task_series_more *more, long horizon, long every,
                                task_journal *journal, trama_error *error);
/* All that later samples depend on. */
void task_series_state(task_series *series, trama_archive *archive);
/* Puts what is left of the last block into the journal, if there is one. */
void task_series_finish(task_series *series);
/* Takes a sample if the iteration is one of them, or the run's last. */
void task_series_observe(task_series *series, const trama_view *view);
/* Of the state at which the run ends since the next step was refused (measure/run.h), if it is not
 * sampled yet. */
void task_series_refused(task_series *series, const trama_view *view);
void task_series_add(const task_series *series, bundle *results);

/* The column of that name ("strain"), of that object or interaction or, where the name is "", of
 * the whole or the only object; `columns`: there is none. Its value at a view; its unit; whether it
 * needs the energy budget, or the impulses of contacts. */
size_t task_series_find(const task_series *series, const char *owner, const char *name);
double task_series_value(const task_series *series, size_t column, const trama_view *view);
const char *task_series_unit(const task_series *series, size_t column);
bool task_series_needs_budget(const task_series *series, size_t column);
bool task_series_needs_impulses(const task_series *series, size_t column);

/* Adds below /result/end the columns of a history that depend on the system's state alone: its
 * shape, and the observables of models and interactions. */
trama_status task_state_add(const trama_system *system, bundle *results, trama_error *error);

void task_series_free(task_series *series);

#endif
