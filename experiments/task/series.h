/* A run's history, sampled during the run: columns below /result/series; those of a named object or
 * interaction below /result/series/NAME. */
#ifndef TASK_SERIES_H
#define TASK_SERIES_H

#include "measure/run.h"
#include "results/columns/columns.h"
#include "task/journal.h"
#include "task/reactions.h"

typedef struct series_column series_column; /* series.c */

/* Optional columns of a series. */
typedef struct task_series_more {
    bool forces;      /* of interactions and pins */
    trama_mark *body; /* body whose rotation is sampled; NULL: none */
} task_series_more;

typedef struct task_series {
    size_t columns, count;
    size_t capacity; /* samples in memory: all, or with a journal a block of them */
    series_column *column;
    double *value;         /* columns x capacity */
    long every;            /* iterations between samples */
    task_journal *journal; /* for full blocks; NULL: none */
    task_series_more more;
    double *room; /* nv, work space; NULL: no forces */
} task_series;

/* Bytes of the samples of `horizon` iterations: every `every`-th and the last. `more` may be
 * NULL. */
double task_series_bytes(const trama_system *system, const task_series_more *more, long horizon,
                         long every);

/* Allocates them, in memory or, if the journal (may be NULL) streams, in the journal. */
trama_status task_series_create(task_series *series, const trama_system *system,
                                const task_series_more *more, long horizon, long every,
                                task_journal *journal, trama_error *error);
/* The state for checkpoints: all that later samples depend on. */
void task_series_state(task_series *series, trama_archive *archive);
/* Writes the rest of the last block to the journal, if there is one. */
void task_series_finish(task_series *series);
/* Takes a sample if the iteration is one of them, or the run's last. */
void task_series_observe(task_series *series, const trama_view *view);
/* Takes a sample of the last state if the next step was refused (measure/run.h) and the state is
 * not sampled yet. */
void task_series_refused(task_series *series, const trama_view *view);
void task_series_add(const task_series *series, bundle *results);

/* The index of the column `name` ("strain") of object or interaction `owner` or, if that is "", of
 * the whole system or the only object; `columns`: there is none. The functions below: its value at
 * a view, its unit, whether it needs the energy budget or the impulses of contacts. */
size_t task_series_find(const task_series *series, const char *owner, const char *name);
double task_series_value(const task_series *series, size_t column, const trama_view *view);
const char *task_series_unit(const task_series *series, size_t column);
bool task_series_needs_budget(const task_series *series, size_t column);
bool task_series_needs_impulses(const task_series *series, size_t column);

/* Adds below /result/end the columns of a history that depend only on the system's state: its
 * shape, and the observables of models and interactions. */
trama_status task_state_add(const trama_system *system, bundle *results, trama_error *error);

void task_series_free(task_series *series);

#endif
