/* Columns that several tables have alike, each a group that they name: `{.group =
 * &columns_subject}` (column.h). */
#ifndef ANALYSIS_TABLE_COLUMN_GROUPS_H
#define ANALYSIS_TABLE_COLUMN_GROUPS_H

#include "analysis/table/column.h"

extern const column_group columns_subject; /* a case's simulation and method, for programs */
extern const column_group columns_late;    /* what the longer check of a limit found */
extern const column_group columns_scan;    /* how many steps above and below a limit belie it */
/* Published, by the search and by its bisection, with their checks. */
extern const column_group columns_measured_limit;
/* Of a predicted_row: what limits the step, and what the prediction left out and cost. */
extern const column_group columns_limited;
extern const column_group columns_timing_detail; /* of a timing_detail: spread, and the machine */

#endif
