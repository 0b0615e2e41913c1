/* Examines the linearised step of a method along a run: at its start, at regular intervals, at its
 * end. */
#ifndef TASK_LOOKS_H
#define TASK_LOOKS_H

#include "measure/spectrum.h"
#include "task/common.h"
#include "task/prediction.h"

enum { TASK_LOOKS_MAX = 4096 };

typedef struct task_looks task_looks;
struct task_looks {
    const trama_spectrum_spec *spec;
    const trama_integrator_type *type; /* whose step is examined */
    const void *parameters;
    double tolerance;       /* growth per step that counts as none */
    long every;             /* iterations between looks */
    trama_tangent *tangent; /* the spectrum's workspace */
    trama_reducer *reducer;
    state_spectrum *spectra;
    size_t count, capacity, worst;
    trama_reduction *reduction; /* of each */
    double seconds;             /* spent on all */
    /* Called at a state that is worse than all before. May be NULL. */
    trama_status (*worse)(void *context, trama_system *system, trama_error *error);
    void *context;
    trama_status status;
    trama_error *error;
};

/* Allocates the looks of a run of `horizon` iterations at the step of a method. Free in any
 * case. */
trama_status task_looks_create(task_looks *looks, const trama_system *system,
                               const trama_spectrum_spec *spec, long horizon, long every,
                               trama_error *error);
void task_looks_free(task_looks *looks);

/* Runs from the start, and looks; discards the looks of an earlier run. */
trama_status task_looks_run(task_looks *looks, trama_system *system, trama_integrator *integrator,
                            const trama_run_spec *spec, trama_outcome *outcome, trama_error *error);

/* The state with the smallest step; if no step is limited, that with the largest frequency; the
 * first if no state has a tangent. */
const state_spectrum *task_looks_worst(const task_looks *looks);

/* Tangent products of all looks. */
int64_t task_looks_products(const task_looks *looks);

/* Adds /result/without: the names of corrections of a state after the force has moved it (limits of
 * strain, contacts), which no linear operator includes. */
trama_status task_add_without(trama_system *system, double h, bundle *results, trama_error *error);

#endif
