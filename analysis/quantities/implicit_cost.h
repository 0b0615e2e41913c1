/* Cost of the steps of implicit methods by part: for a case, and for each time step of accuracy
 * cases. */
#ifndef ANALYSIS_QUANTITIES_IMPLICIT_COST_H
#define ANALYSIS_QUANTITIES_IMPLICIT_COST_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"

typedef struct implicit_row {
    double step, analyse, factorise, solve, assemble; /* s of one */
    double dt, error;                                 /* s; m, NAN: not an accuracy case */
} implicit_row;

bool implicit_is_measured(const study_case *c); /* a filter: it has a linear solver */
extern const told_rows implicit_rows;

#endif
