/* What a response to collisions did, and what it took. */
#ifndef ANALYSIS_QUANTITIES_CONTACT_H
#define ANALYSIS_QUANTITIES_CONTACT_H

#include "analysis/read/study.h"

/* The value of a quantity of contact (results/quantities.def), also of a run that broke: what there
 * was until then. NAN where the case has none; false if the name is of no such quantity. */
bool contact_quantity(const study_case *c, const char *name, double *value);

#endif
