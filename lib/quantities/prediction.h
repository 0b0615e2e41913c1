/* Predicted time steps and the measured bracket: results of the task predict. */
#ifndef QUANTITIES_PREDICTION_H
#define QUANTITIES_PREDICTION_H

#include "results/columns/columns.h"

/* The states used for predictions, in the order of the task's columns. */
enum { PREDICTED_START, PREDICTED_WORST, PREDICTED_END, PREDICTED };

/* A number for one of them; NAN if the case has none. */
double prediction_number(const bundle *b, const results_column *column, size_t place);

/* The largest step by an estimate of the model's source, s; NAN if it gives none. */
double prediction_by_source(const bundle *b);

/* The middle of the measured bracket, s; NAN if one end is missing. */
double prediction_measured(const bundle *b);

#endif
