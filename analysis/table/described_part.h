/* Grids of a table with rows of their own; for described.c. */
#ifndef ANALYSIS_TABLE_DESCRIBED_PART_H
#define ANALYSIS_TABLE_DESCRIBED_PART_H

#include "analysis/table/table.h"

/* NULL-terminated; NULL: none. */
void described_parts(const study *s, const table_part *const *part, const case_list *cases,
                     document *out);

#endif
