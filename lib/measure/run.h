/* A run: iterations until the horizon, instability or equilibrium. Every measurement consists of
 * runs. */
#ifndef TRAMA_MEASURE_RUN_H
#define TRAMA_MEASURE_RUN_H

#include "integrator/integrator.h"
#include "measure/detector.h"
#include "measure/equilibrium.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Passed to the observer after each iteration (and once before the first, with iteration 0). */
typedef struct trama_view {
    const trama_system *system;
    const double *before;               /* positions before the iteration */
    double displacement;                /* m, largest of any node; 0 before the first iteration */
    bool last;                          /* the run ends at this state */
    const trama_budget *budget;         /* or NULL */
    const trama_integrator *integrator; /* that made the iteration; NULL: none did */
} trama_view;

/* How an interrupted run is resumed. */
typedef struct trama_checkpoints {
    /* True if a checkpoint is due. Called after an iteration has been observed. */
    bool (*due)(void *context, long iteration);
    /* Stores a checkpoint: everything that the rest of the run depends on. Anything but TRAMA_OK,
     * with the error set, ends the run. */
    trama_status (*keep)(void *context, const trama_archive *state, trama_error *error);
    void *context;
    /* NULL, or a checkpoint of the same run, which then continues there with the same bits; earlier
     * iterations are not observed again. It is read, not changed. */
    trama_archive *from;
} trama_checkpoints;

typedef struct trama_run_spec {
    double h;     /* time step, s */
    double vary;  /* steps vary in pairs, one above and one below h by the same random amount (from
                     a seed), at most this part of h; 0: every step is h */
    long horizon; /* iterations at most */
    trama_bounds bounds;
    trama_equilibrium *equilibrium; /* or NULL; the run ends when all criteria are reached */
    bool keep_going;                /* run to the horizon even if equilibrium is reached */
    bool budget;                    /* keep the energy budget even if no bound needs it */
    void (*observe)(void *context, const trama_view *view); /* or NULL */
    /* Called once if the run ends because the next step is refused; or NULL. The state has already
     * been observed, but not with `last`; `before` is NULL and the displacement NAN. */
    void (*refused)(void *context, const trama_view *view);
    void *context;                        /* of both */
    const trama_checkpoints *checkpoints; /* or NULL */
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
    long grown;    /* iterations whose growth was above TRAMA_GROWTH_TOLD; 0: no budget */
} trama_outcome;

/* Growth of energy above which a run within its bounds is reported: the default of late_growth. */
#define TRAMA_GROWTH_TOLD 0.1

/* "completed", "unstable", "equilibrium". */
const char *trama_ending_name(trama_ending ending);

/* Archives an outcome. A detector is stored as its index in trama_detector_registry, so a copy is
 * valid only for the build that made it. */
void trama_outcome_state(trama_outcome *outcome, trama_archive *archive);

/* Resets the system and runs. Errors: TRAMA_NO_MEMORY, TRAMA_BAD_INPUT (a bound on strain or area
 * without a grid, on energy without energies, a checkpoint of another run), and those of
 * checkpoints; instability is not an error. */
trama_status trama_run(trama_system *system, trama_integrator *integrator,
                       const trama_run_spec *spec, trama_outcome *outcome, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
