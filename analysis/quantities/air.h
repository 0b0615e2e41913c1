/* What a layer of air did below a cloth. */
#ifndef ANALYSIS_QUANTITIES_AIR_H
#define ANALYSIS_QUANTITIES_AIR_H

#include "analysis/read/study.h"

/* The value of a quantity of air (results/quantities.def). NAN where the case has none; false if
 * the name is of no such quantity. */
bool air_quantity(const study_case *c, const char *name, double *value);

/* A filter: a layer of air is part of the case. */
bool air_is_part(const study_case *c);

#endif
