/* Which criterion of equilibrium fits published counts of iterations, for people. */
#ifndef ANALYSIS_TABLE_EQUILIBRIUM_FITS_H
#define ANALYSIS_TABLE_EQUILIBRIUM_FITS_H

#include "analysis/quantities/equilibrium.h"
#include "analysis/table/column.h"

/* "1e-06 m"; "none" if no criterion stands. */
void equilibrium_cell_criterion(const equilibrium_choice *choice, table_cell *cell);

/* Two grids: of each simulation the best criterion; and the factor of each threshold. */
void equilibrium_fits_layout(const case_list *cases, document *out);

#endif
