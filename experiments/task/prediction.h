/* What the task predict finds, and its columns. */
#ifndef TASK_PREDICTION_H
#define TASK_PREDICTION_H

#include "measure/amplification.h"
#include "measure/spectrum.h"
#include "results/columns/columns.h"

/* One look at the run. */
typedef struct look {
    long iteration;
    double time;
    trama_spectrum spectrum;
} look;

/* What a look predicts. */
typedef struct prediction {
    const look *look;
    trama_stability strict, horizon; /* without end, and over the horizon */
    double z;                        /* strict.limit, or tolerated at `growth` where that is 0 */
} prediction;

/* The states that are predicted from. */
enum { PREDICTION_START, PREDICTION_WORST, PREDICTION_END, PREDICTION_PLACES };

/* Adds /result/looks/..., a row a look. */
void prediction_add_looks(const look *looks, size_t count, bundle *results);

/* Adds the columns of the three predictions, a row each, beside the measured step (s). */
void prediction_add(const prediction made[PREDICTION_PLACES], double measured, bundle *results);

#endif
