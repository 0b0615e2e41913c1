/* How well criteria of equilibrium fit published counts; for equilibrium.c. */
#ifndef ANALYSIS_TABLE_EQUILIBRIUM_FITS_H
#define ANALYSIS_TABLE_EQUILIBRIUM_FITS_H

#include "analysis/table/table.h"

/* The best criterion, a row a simulation; the factor of each threshold, a column a simulation. */
extern const table_part equilibrium_best_criteria, equilibrium_factors;

#endif
