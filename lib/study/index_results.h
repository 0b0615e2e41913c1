/* The results of an index: each column below /result that is a single value, a row a case. */
#ifndef STUDY_INDEX_RESULTS_H
#define STUDY_INDEX_RESULTS_H

#include "results/record.h"
#include "results/swept.h"

/* Reads them from a case's file, with units and summaries, into an empty bundle. */
record_status index_results_read(const char *path, bundle *b, record_error *error);

/* Whether the table has a column for each of the results in `b`. */
bool index_results_known(const swept_table *t, const bundle *b);

/* Puts those in `b` into a row. The unit and the summary of a column are those that it first has.
 */
void index_results_put(swept_table *t, size_t row, const bundle *b);

/* Adds the columns, of `rows` rows: row i is the table's row from[i], or absent where that is no
 * row of it. The table is of no further use. */
void index_results_columns(swept_table *t, const size_t *from, size_t rows, bundle *b);

#endif
