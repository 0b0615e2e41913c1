/* A run's history, sampled while it goes: columns below /result/series, those of an object or an
 * interaction with a name below /result/series/NAME. */
#ifndef TASK_SERIES_H
#define TASK_SERIES_H

#include "measure/run.h"
#include "results/columns/columns.h"

typedef struct series_column series_column; /* series.c */

typedef struct task_series {
    size_t columns, count, capacity;
    series_column *column;
    double *value; /* columns x capacity */
    long every;    /* iterations between samples */
} task_series;

/* Room for the samples of `horizon` iterations, one every `every`. */
trama_status task_series_create(task_series *series, const trama_system *system, long horizon,
                                long every, trama_error *error);
/* Takes a sample if the iteration is one of them. */
void task_series_observe(task_series *series, const trama_view *view);
void task_series_add(const task_series *series, bundle *results);

/* Adds below /result/end the columns of a history that depend on the system's state alone: its
 * shape, and the observables of models and interactions. */
trama_status task_state_add(const trama_system *system, bundle *results, trama_error *error);

void task_series_free(task_series *series);

#endif
