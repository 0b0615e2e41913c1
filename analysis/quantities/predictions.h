/* Predicted time steps and the measured bracket: results of the task predict. */
#ifndef ANALYSIS_QUANTITIES_PREDICTIONS_H
#define ANALYSIS_QUANTITIES_PREDICTIONS_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"
#include "quantities/prediction.h"

/* A number of one of the predictions; NAN if the case has none. */
double predicted_number(const study_case *c, const results_column *column, size_t place);
const char *predicted_place(size_t place); /* "start", "worst", "end" */

/* The largest step by an estimate of the model's source, s; NAN if it gives none. */
double predicted_by_source(const study_case *c);

/* The predicted step of the worst state and of the start, s; and by how much, in per cent, the
 * prediction of what a run of its horizon can show is off what was measured: a weak instability
 * takes its time. */
double predicted_worst(const study_case *c);
double predicted_start(const study_case *c);
double predicted_off(const study_case *c);

/* The middle of the measured bracket, s; NAN if one end is missing. */
double predicted_measured(const study_case *c);

/* --- rows of tables --- */

/* A prediction of a case, from one of the three states. */
typedef struct predicted_row {
    const char *place;
    bool is_worst; /* from the worst state, which people see */
    double omega_max, z, dt;
    double start, worst, end, iteration; /* of the case: the predicted steps; iteration of the worst
                                            state */
    told_value ratio, in_horizon, along; /* over the measured step, "≠" if they differ from it */
    told_value grows;  /* "0.128 to 0.2, from 0.31": the ranges of steps that grow, in ms */
    told_value checks; /* of the measured limit, "†" if one fails */
} predicted_row;

extern const told_rows predicted_rows;

#endif
