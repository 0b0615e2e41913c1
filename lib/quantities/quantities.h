/* The quantities of a case: every number below /result that stands alone (a column of one row, with
 * a unit), and those of quantities.def, which are derived from several columns. A published value
 * can be compared with any of them. */
#ifndef QUANTITIES_QUANTITIES_H
#define QUANTITIES_QUANTITIES_H

#include "quantities/measured.h"

/* Version of the list and of how each is computed: raise it with every change of either. */
enum { QUANTITIES_VERSION = 9, QUANTITIES_MAX = 256 };

/* A quantity is a column of a case, or is said as one. Its name is the path below /result, or below
 * /quantity if it is derived: "dt_stable", "push/after", "fall". */
const results_column *quantity_find(const char *name); /* NULL: there is none of that name */
const char *quantity_name(const results_column *quantity);

/* Whether the name is that of a number that other programs wrote, "imported/sag": no list has it,
 * and its unit stands in the cases. */
bool quantity_is_imported(const char *name);
/* All names; how many. */
size_t quantity_names(const char *name[QUANTITIES_MAX]);

/* By what a number in `from` is multiplied to be one in `to`: 1e-3 from ms to s. The units are the
 * same, or differ by a prefix (n, u or µ, m, c, k, M); NAN otherwise. */
double unit_factor(const char *from, const char *to);

/* The value of a case, in its unit; NAN where it has none, or where that needs other cases too. A
 * derived one is taken from below /quantity if the case was recorded with this version of the list,
 * and else computed. */
double quantity_of_case(const measured_case *m, const char *name);

/* Whether it needs other cases: no case has it by itself. */
bool quantity_needs_others(const char *name);

/* Whether the value is a bound: the limit of stability of a method that loses it nowhere up to
 * where it was sought. */
bool quantity_is_bound(const measured_case *m, const char *name);

/* Computes all derived quantities of a case that is to be recorded, and adds those that it has, and
 * the version of the list. Histories may be streams; failures are sticky in results->no_memory. */
void quantities_put(bundle *results);

#endif
