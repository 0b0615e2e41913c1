/* The sentences of a source that a table's rows are of; for described.c. */
#ifndef ANALYSIS_TABLE_DESCRIBED_QUOTED_H
#define ANALYSIS_TABLE_DESCRIBED_QUOTED_H

#include "analysis/table/described_grid.h"

/* A grid of them, each once, in the order of the rows' places, in which the rows stand then.
 * Nothing where the table has none. False without memory. */
bool described_quoted(const table_type *type, laid_row *row, size_t rows, document *out);

#endif
