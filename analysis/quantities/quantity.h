/* The quantities that published values are compared with (results/quantities.def), of a case. */
#ifndef ANALYSIS_QUANTITIES_QUANTITY_H
#define ANALYSIS_QUANTITIES_QUANTITY_H

#include "analysis/read/study.h"

/* In the unit that quantities.def gives; NAN where the case has none. */
double quantity_of(const study *s, const study_case *c, const char *name);

#endif
