/* Stability of an integrator on the oscillator, from its own steps. */
#ifndef ANALYSIS_QUANTITIES_STABILITY_H
#define ANALYSIS_QUANTITIES_STABILITY_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"

/* A limit that the search did not reach is a bound: "at least 64"; its loss is "none up to 64", for
 * people "none". */
typedef struct stability_row {
    told_value z, loss, z_damped, loss_damped;
    double evaluations, efficiency; /* z per evaluation, NAN if z is a bound */
} stability_row;

extern const told_rows stability_rows;

/* A paragraph on the columns, and the damping. */
told_paragraph stability_words;

#endif
