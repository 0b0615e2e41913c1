/* The quantities of a case: every single number below /result (a column of one row, with a unit),
 * and those of quantities.def, which are derived from several columns. A published value can be
 * compared with any of them. */
#ifndef QUANTITIES_QUANTITIES_H
#define QUANTITIES_QUANTITIES_H

#include "quantities/measured.h"

/* Version of the list and of how each is computed: raise it with every change of either. */
enum { QUANTITIES_VERSION = 9, QUANTITIES_MAX = 256 };

/* A quantity is a column of a case, or described as one. Its name is the path below /result, or
 * below /quantity if it is derived: "dt_stable", "push/after", "fall". */
const results_column *quantity_find(const char *name); /* NULL: there is none of that name */
const char *quantity_name(const results_column *quantity);

/* True for the name of a number written by another program, "imported/sag": it is in no list, and
 * its unit is in the cases. */
bool quantity_is_imported(const char *name);
/* All names; returns their number. */
size_t quantity_names(const char *name[QUANTITIES_MAX]);

/* The factor from unit `from` to unit `to`: 1e-3 from ms to s. The units must be equal, or differ
 * by a prefix (n, u or µ, m, c, k, M); NAN otherwise. */
double unit_factor(const char *from, const char *to);

/* The value of a case, in its unit; NAN if it has none, or if that also needs other cases. A
 * derived one is read from /quantity if the case was recorded with this version of the list, else
 * computed. */
double quantity_of_case(const measured_case *m, const char *name);

/* True if it depends on other cases. */
bool quantity_needs_others(const char *name);

/* True if the value is only a lower bound: the limit of a method that is stable up to the end of
 * the search. */
bool quantity_is_bound(const measured_case *m, const char *name);

/* Computes the derived quantities of a case before it is recorded, and adds them and the version of
 * the list. Histories may be streams; failures are sticky in results->no_memory. */
void quantities_put(bundle *results);

#endif
