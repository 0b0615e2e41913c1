/* What the task predict finds, and its columns. */
#ifndef TASK_PREDICTION_H
#define TASK_PREDICTION_H

#include "measure/reduction.h"
#include "results/columns/columns.h"

/* A state of the run: its spectrum, and the largest step of the method looked for that grows there
 * by no more than was asked for, with the mode that limits it. */
typedef struct state_spectrum {
    long iteration;
    double time;
    trama_spectrum spectrum;
    double step;           /* s; INFINITY: no limit; NAN: no tangent */
    double omega, damping; /* rad/s, 1/s: of the limiting mode; NAN: none limits */
    bool converged;        /* that mode */
} state_spectrum;

/* What a state predicts. */
typedef struct prediction {
    const state_spectrum *state;
    double dt;         /* s: largest step without growth, for a run without end; of a method that
                          grows at every step, where `growth` is reached; INFINITY: no limit */
    double horizon_dt; /* s: whose growth the horizon outlives */
    double radius;     /* spectral radius of the step of the run whose states are taken */
    trama_loss loss;   /* past dt */
} prediction;

/* The states that are predicted from. */
enum { PREDICTION_START, PREDICTION_WORST, PREDICTION_END, PREDICTION_PLACES };

/* Adds /result/spectra/..., a row for each spectrum. */
void prediction_add_spectra(const state_spectrum *spectra, size_t count, bundle *results);

/* Adds the columns of the three predictions, a row each, beside the measured step (s). */
void prediction_add(const prediction made[PREDICTION_PLACES], double measured, bundle *results);

/* The ranges of steps (s) that grow along the run by more than it outlives. */
typedef struct prediction_ranges {
    trama_growth_range range[TRAMA_GROWTH_RANGES_MAX];
    size_t count;
    double end; /* s: of what was looked through */
    bool whole; /* all free coordinates were looked at */
} prediction_ranges;

/* Where the first begins, s; INFINITY: there is none. */
double prediction_along(const prediction_ranges *ranges);

/* Adds /result/ranges/..., along_dt and along_ratio. */
void prediction_add_ranges(const prediction_ranges *ranges, double measured, bundle *results);

#endif
