/* Tables that are a list of columns. */
#ifndef ANALYSIS_TABLE_DESCRIBED_H
#define ANALYSIS_TABLE_DESCRIBED_H

#include "analysis/table/table.h"

/* A case's rows of the CSV. */
void described_rows(const study *s, const table_type *type, const study_case *c, data_table *out);

/* The rows of the CSV without a case. */
void described_unmeasured(const study *s, const table_type *type, data_table *out);

/* For people: grids, with rows named by the coordinates of their cases. */
void described_layout(const study *s, const table_type *type, const case_list *cases,
                      document *out);

#endif
