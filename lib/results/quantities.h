/* What a published value can be compared with: every number below /result that stands alone (a
 * column of one row, with a unit), and the quantities of quantities.def. */
#ifndef RESULTS_QUANTITIES_H
#define RESULTS_QUANTITIES_H

#include "results/columns/columns.h"

enum { QUANTITIES_MAX = 256 };

/* A quantity is a column of a case, or is said as one. Its name is the path below /result:
 * "dt_stable", "push/after". */
const results_column *quantity_find(const char *name); /* NULL: there is none of that name */
const char *quantity_name(const results_column *quantity);

/* All names; how many. */
size_t quantity_names(const char *name[QUANTITIES_MAX]);

/* By what a number in `from` is multiplied to be one in `to`: 1e-3 from ms to s. The units are the
 * same, or differ by a prefix (n, u or µ, m, c, k, M); NAN otherwise. */
double unit_factor(const char *from, const char *to);

#endif
