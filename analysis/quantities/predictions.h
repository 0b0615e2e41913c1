/* Predicted time steps and the measured bracket: what the task predict leaves. */
#ifndef ANALYSIS_QUANTITIES_PREDICTIONS_H
#define ANALYSIS_QUANTITIES_PREDICTIONS_H

#include "analysis/read/study.h"
#include "quantities/prediction.h"

/* A number of one of them; NAN where the case has none. */
double predicted_number(const study_case *c, const results_column *column, size_t place);
const char *predicted_place(size_t place); /* "start", "worst", "end" */

/* The largest step by an estimate of the model's source, s; NAN if it gives none. */
double predicted_by_source(const study_case *c);

/* The middle of the measured bracket, s; NAN if one end is missing. */
double predicted_measured(const study_case *c);

#endif
