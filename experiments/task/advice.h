/* State of the task advice, file by file; advice.c has the order. */
#ifndef TASK_ADVICE_H
#define TASK_ADVICE_H

#include "measure/accuracy.h"
#include "measure/mode.h"
#include "task/looks.h"

/* Methods whose predicted step is bracketed by runs. */
enum { ADVICE_CHECK_NONE, ADVICE_CHECK_RECOMMENDED, ADVICE_CHECK_ALL };

typedef struct advice_parameters {
    double duration;   /* s of simulated time; 0: `iterations` at half the predicted step */
    double compare;    /* s of simulated time; 0: a tenth of the run */
    double share;      /* recommended fraction of the predicted step */
    double accuracy;   /* error relative to the displacement of the nodes, and to their speed */
    double growth;     /* per step, that counts as none, for a method that grows at every step */
    double solve_work; /* steps times unknowns^1.8 of a run of an implicit method, at most */
    long iterations, looks, samples, steps;
    int check;
    trama_spectrum_spec spectrum;
} advice_parameters;

/* How a method's step is limited. */
typedef enum advice_limit {
    ADVICE_LIMIT,   /* by stability */
    ADVICE_NONE,    /* not by stability: accuracy decides */
    ADVICE_GROWS,   /* it grows at every step; `dt` is the step from which growth counts */
    ADVICE_REFUSED, /* the method cannot step this system */
    ADVICE_LIMITS
} advice_limit;

/* A method: a row of the results. */
typedef struct advice_method {
    const trama_integrator_type *type;
    const void *parameters; /* the case's own, or the defaults */
    void *defaults;
    trama_integrator *integrator; /* NULL: refused */
    advice_limit limit;
    char note[160];      /* why it is refused, or not compared */
    double z_start, z;   /* at the start, and at the worst state */
    double dt_start, dt; /* s, predicted; INFINITY: no limit */
    trama_loss loss;
    double step;                         /* s: advised step */
    double error_limit, error;           /* m, r.m.s.: at `share` of dt, and at `step` */
    double error_max;                    /* m, at `step` */
    double velocity_error;               /* m/s, r.m.s., at `step` */
    long runs;                           /* made to find `step` */
    bool refused;                        /* a step, while it was timed */
    bool stuck;                          /* half the step made the error no smaller */
    bool accurate;                       /* the error is within `accuracy` */
    double evaluations;                  /* per step, measured; NAN: not compared */
    double estimate;                     /* s per step, from the comparison; NAN: not compared */
    double cost, cost_second;            /* s per step; s per second of simulated time */
    double check_stable, check_unstable; /* s; NAN: not checked */
} advice_method;

/* A mode at the worst state so far, and its contributions. */
typedef struct advice_mode {
    double *q, *u; /* nq, nv */
    trama_mode_part *part;
    size_t parts;
} advice_mode;

typedef struct advice {
    const task_bench *bench;
    const advice_parameters *p;
    size_t count, own, recommended; /* indices of methods; `count`: none */
    advice_method *method;

    /* the run */
    task_looks looks;
    double h;      /* s, of the run */
    long horizon;  /* iterations of it */
    long halvings; /* of h, because it was unstable */
    trama_outcome outcome;

    advice_mode mode;    /* that limits symplectic Euler's step at the worst state */
    bool damped;         /* more by its damping than by its stiffness */
    trama_archive worst; /* the worst state */

    /* the comparison */
    double end;            /* s */
    double *reference;     /* nq */
    double *velocity;      /* nv: of the reference */
    double reference_dt;   /* s */
    trama_deviation doubt; /* of the reference */
    double way;            /* m, r.m.s. displacement of the nodes */
    trama_deviation velocity_doubt;
    double speed; /* m/s, r.m.s. of the nodes at the end; at least displacement over time */
} advice;

/* advice_methods.c: every registered method, made for the system. Free in any case. */
trama_status advice_methods_create(advice *a, trama_error *error);
void advice_methods_free(advice *a);
/* Predicts their steps at the start and at the worst state, in which it leaves the system. */
trama_status advice_methods_predict(advice *a, trama_error *error);

/* advice_run.c: the short run, with looks, and the worst modes. Free in any case. */
trama_status advice_run_create(advice *a, trama_error *error);
trama_status advice_run_make(advice *a, trama_error *error);
void advice_run_free(advice *a);

/* advice_compare.c: finds the errors of all methods, and the largest steps within the accuracy. */
trama_status advice_compare(advice *a, trama_error *error);

/* advice_cost.c: measures times in turns; chooses the recommended method; brackets its step. */
trama_status advice_measure_cost(advice *a, bundle *results, trama_error *error);
void advice_recommend(advice *a);
trama_status advice_check(advice *a, trama_error *error);

/* advice_results.c: adds the columns. */
trama_status advice_add(const advice *a, bundle *results, trama_error *error);

extern const task_type task_advice;

#endif
