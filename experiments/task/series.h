/* A run's history, sampled while it goes: columns below /result/series. */
#ifndef TASK_SERIES_H
#define TASK_SERIES_H

#include "measure/run.h"
#include "record/bundle.h"

typedef struct task_series {
    size_t columns, count, capacity;
    double *value; /* columns x capacity */
    long every;    /* iterations between samples */
} task_series;

/* Room for the samples of `horizon` iterations, one every `every`. */
trama_status task_series_create(task_series *series, const trama_system *system, long horizon,
                                long every, trama_error *error);
/* Takes a sample if the iteration is one of them. */
void task_series_observe(task_series *series, const trama_view *view);
void task_series_add(const task_series *series, const trama_system *system, bundle *results);

/* Adds below `prefix` what a history tells of the system's state alone: its shape, and what the
 * model observes of itself. Nothing for a model that has neither. */
void task_state_add(const trama_system *system, const char *prefix, bundle *results);

void task_series_free(task_series *series);

#endif
