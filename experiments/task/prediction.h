/* Results of the task predict, and its columns. */
#ifndef TASK_PREDICTION_H
#define TASK_PREDICTION_H

#include "measure/reduction.h"
#include "results/columns/columns.h"

/* A state of the run: its spectrum, and the largest step of the method with no more than the
 * tolerated growth there, with the mode that limits it. */
typedef struct state_spectrum {
    long iteration;
    double time;
    trama_spectrum spectrum;
    double step;           /* s; INFINITY: no limit; NAN: no tangent */
    double omega, damping; /* rad/s, 1/s: of the limiting mode; NAN: none limits */
    bool converged;        /* that mode */
} state_spectrum;

/* Prediction from a state. */
typedef struct prediction {
    const state_spectrum *state;
    double dt;         /* s: largest step without growth, for a run without end; of a method that
                          grows at every step, where `growth` is reached; INFINITY: no limit */
    double horizon_dt; /* s: largest step whose growth stays within bounds up to the horizon */
    double radius;     /* spectral radius of the step of the run that gives the states */
    trama_loss loss;   /* past dt */
} prediction;

/* The states used for predictions. */
enum { PREDICTION_START, PREDICTION_WORST, PREDICTION_END, PREDICTION_PLACES };

/* Adds /result/spectra/..., one row per spectrum. */
void prediction_add_spectra(const state_spectrum *spectra, size_t count, bundle *results);

/* Adds the columns of the three predictions, one row each, with the measured step (s). */
void prediction_add(const prediction made[PREDICTION_PLACES], double measured, bundle *results);

/* The ranges of steps (s) whose growth along the run exceeds its bounds. */
typedef struct prediction_ranges {
    trama_growth_range range[TRAMA_GROWTH_RANGES_MAX];
    size_t count;
    double end; /* s: end of the range that was searched */
    bool whole; /* all free coordinates were examined */
} prediction_ranges;

/* Beginning of the first range, s; INFINITY: none. */
double prediction_along(const prediction_ranges *ranges);

/* Adds /result/ranges/..., along_dt and along_ratio. */
void prediction_add_ranges(const prediction_ranges *ranges, double measured, bundle *results);

#endif
