/* Looks at the largest frequency along a run, and at the damped mode that limits a step if that is
 * asked for: at its start, at states at regular intervals, at its end. */
#ifndef TASK_LOOKS_H
#define TASK_LOOKS_H

#include "measure/spectrum.h"
#include "task/common.h"
#include "task/prediction.h"

enum { TASK_LOOKS_MAX = 4096 };

/* What is looked at; the kinds of mode that may limit a step. */
typedef enum task_look { TASK_LOOK_FREQUENCY, TASK_LOOK_DAMPING, TASK_LOOK_KINDS } task_look;

typedef struct task_looks task_looks;
struct task_looks {
    const trama_spectrum_spec *spec;
    long every;             /* iterations between looks */
    trama_tangent *tangent; /* the spectrum's workspace */
    state_spectrum *spectra;
    bool damped;             /* ask for the damped modes too */
    state_spectrum *damping; /* a row as in `spectra`: trama_spectrum_damped */
    size_t count, capacity;
    double seconds; /* spent on spectra */
    /* Called at a state whose frequency, or damping, is above all before; NULL: not. */
    trama_status (*worse)(void *context, task_look kind, trama_system *system, trama_error *error);
    void *context;
    trama_status status;
    trama_error *error;
};

/* Room for the looks of a run of `horizon` iterations. Free in any case. */
trama_status task_looks_create(task_looks *looks, const trama_system *system,
                               const trama_spectrum_spec *spec, long horizon, long every,
                               trama_error *error);
void task_looks_free(task_looks *looks);

/* Runs from the start, and looks; what an earlier run saw is forgotten. */
trama_status task_looks_run(task_looks *looks, trama_system *system, trama_integrator *integrator,
                            const trama_run_spec *spec, trama_outcome *outcome, trama_error *error);

/* The spectrum with the largest frequency; the first if no state has a tangent. */
const state_spectrum *task_looks_worst(const task_looks *looks);
/* That whose damped mode has the least step; NULL if they were not asked for. */
const state_spectrum *task_looks_worst_damped(const task_looks *looks);

/* Tangent products of all looks. */
int64_t task_looks_products(const task_looks *looks);

/* Adds /result/without: what corrects a state after the force has moved it (limits of strain,
 * contacts), which no linear operator shows, by name. */
trama_status task_add_without(trama_system *system, double h, bundle *results, trama_error *error);

#endif
