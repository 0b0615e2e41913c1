/* A run: iterations until the horizon, instability or equilibrium. Every measurement consists of
 * runs. */
#ifndef TRAMA_MEASURE_RUN_H
#define TRAMA_MEASURE_RUN_H

#include "integrator/integrator.h"
#include "measure/detector.h"
#include "measure/equilibrium.h"

/* What an observer sees after each iteration (and once before the first, with iteration 0). */
typedef struct trama_view {
    const trama_system *system;
    const double *before;       /* positions before the iteration */
    double displacement;        /* m, largest of any node; 0 before the first iteration */
    const trama_budget *budget; /* or NULL */
} trama_view;

typedef struct trama_run_spec {
    double h;     /* time step, s */
    long horizon; /* iterations at most */
    trama_bounds bounds;
    trama_equilibrium *equilibrium; /* or NULL; the run ends when all criteria are reached */
    bool keep_going;                /* to the horizon, though equilibrium is reached */
    bool budget;                    /* keep the energy budget though no bound asks for it */
    void (*observe)(void *context, const trama_view *view); /* or NULL */
    void *context;
} trama_run_spec;

typedef enum trama_ending { TRAMA_COMPLETED, TRAMA_UNSTABLE, TRAMA_AT_EQUILIBRIUM } trama_ending;

typedef struct trama_outcome {
    trama_ending ending;
    long iteration;                 /* iterations made */
    const trama_detector *detector; /* that fired, if unstable; else NULL */
    trama_finding finding;
    long evaluations; /* force evaluations of the method in this run */
    double growth; /* largest unexplained growth of energy (trama_budget_growth); NAN: no budget */
    double excess; /* J, of the budget at the end; NAN: no budget */
} trama_outcome;

/* "completed", "unstable", "equilibrium". */
const char *trama_ending_name(trama_ending ending);

/* Resets the system and runs. Errors: TRAMA_NO_MEMORY, TRAMA_BAD_INPUT (a bound on strain or
 * area without a grid, on energy without energies); instability is no error. */
trama_status trama_run(trama_system *system, trama_integrator *integrator,
                       const trama_run_spec *spec, trama_outcome *outcome, trama_error *error);

#endif
