/* What a published value can be compared with: the quantities of quantities.def. */
#ifndef RESULTS_QUANTITIES_H
#define RESULTS_QUANTITIES_H

#include "results/columns/columns.h"

/* A quantity is a column of a case, or is said as one: its name is column_name of it. */
size_t quantity_count(void);
const results_column *quantity_at(size_t index);
const results_column *quantity_find(const char *name); /* NULL: there is none of that name */

/* By what a number in `from` is multiplied to be one in `to`: 1e-3 from ms to s. The units are the
 * same, or differ by a prefix (n, u, m, c, k, M); NAN otherwise. */
double unit_factor(const char *from, const char *to);

#endif
