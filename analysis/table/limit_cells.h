/* Cells of largest stable steps, which several tables show. */
#ifndef ANALYSIS_TABLE_LIMIT_CELLS_H
#define ANALYSIS_TABLE_LIMIT_CELLS_H

#include "analysis/table/column.h"

/* The largest stable step of the search: for people as they read it, "at least 0.05 (cap)", "no
 * limit", beside the published one ✓ or ≠; † where the longer check fails, ‡ where it holds by its
 * bounds alone, with a note each. */
table_value limit_cell_stable;

/* The detector that fired, "cap" where none did up to the search's cap, or how the case broke off;
 * the iteration at which it fired; and "yes" or "no", whether the published limit came out. */
table_value limit_cell_failure, limit_cell_iteration, limit_cell_reproduced;

/* From the largest stable to the smallest unstable step: of the search, and of the bisection, for
 * cell_range. */
#define LIMIT_SEARCH RANGE(column_dt_stable, column_dt_unstable)
#define LIMIT_BRACKET RANGE(column_bisected_stable, column_bisected_unstable)

#endif
