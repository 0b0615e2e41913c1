/* What the task predict finds, and its columns. */
#ifndef TASK_PREDICTION_H
#define TASK_PREDICTION_H

#include "measure/amplification.h"
#include "measure/spectrum.h"
#include "results/columns/columns.h"

/* The spectrum of a state of the run. */
typedef struct state_spectrum {
    long iteration;
    double time;
    trama_spectrum spectrum;
} state_spectrum;

/* What the spectrum of a state predicts. */
typedef struct prediction {
    const state_spectrum *state;
    trama_stability strict, horizon; /* without end, and over the horizon */
    double z;                        /* strict.limit, or tolerated at `growth` where that is 0 */
} prediction;

/* The states that are predicted from. */
enum { PREDICTION_START, PREDICTION_WORST, PREDICTION_END, PREDICTION_PLACES };

/* Adds /result/spectra/..., a row for each spectrum. */
void prediction_add_spectra(const state_spectrum *spectra, size_t count, bundle *results);

/* Adds the columns of the three predictions, a row each, beside the measured step (s). */
void prediction_add(const prediction made[PREDICTION_PLACES], double measured, bundle *results);

#endif
