/* The quantities that published values are compared with (quantities/quantities.def), of a case. */
#ifndef ANALYSIS_QUANTITIES_QUANTITY_H
#define ANALYSIS_QUANTITIES_QUANTITY_H

#include "analysis/read/study.h"

/* In the unit of the list; NAN if the case has none. */
double quantity_of(const study *s, const study_case *c, const char *name);

/* Whether the value is a lower bound: the limit of stability of a method that is stable in the
 * whole range of the search. */
bool quantity_is_at_least(const study_case *c, const char *name);

/* The word for a value of a yes-or-no quantity: "unstable", "stable". NULL for any other quantity
 * or value. */
const char *quantity_word(const char *name, double value);

/* A quantity's name for people: "critical load" of critical_load. */
void quantity_title(const char *name, char *text, size_t size);

#endif
