/* The quantities that published values are compared with (quantities/quantities.def), of a case. */
#ifndef ANALYSIS_QUANTITIES_QUANTITY_H
#define ANALYSIS_QUANTITIES_QUANTITY_H

#include "analysis/read/study.h"

/* In the unit that the list gives; NAN where the case has none. */
double quantity_of(const study *s, const study_case *c, const char *name);

/* Whether the value is a bound: the limit of stability of a method that loses it nowhere up to
 * where it was sought. */
bool quantity_is_at_least(const study_case *c, const char *name);

/* The word for a value of a quantity that is a yes or no: "unstable", "stable". NULL of any other
 * quantity or value. */
const char *quantity_word(const char *name, double value);

/* A quantity's name for people: "critical load" of critical_load. */
void quantity_title(const char *name, char *text, size_t size);

#endif
