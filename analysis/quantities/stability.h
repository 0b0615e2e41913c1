/* Stability of an integrator on the oscillator: what its own steps have. */
#ifndef ANALYSIS_QUANTITIES_STABILITY_H
#define ANALYSIS_QUANTITIES_STABILITY_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"

/* A limit that the search did not reach is a bound: "at least 64", and its loss "none up to 64", of
 * which people see "none". */
typedef struct stability_row {
    told_value z, loss, z_damped, loss_damped;
    double evaluations, efficiency; /* z of an evaluation, NAN where z is a bound */
} stability_row;

extern const told_rows stability_rows;

/* What the columns are, and at which damping. */
told_paragraph stability_words;

#endif
