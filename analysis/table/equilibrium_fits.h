/* Fit of criteria of equilibrium to published counts; for equilibrium.c. */
#ifndef ANALYSIS_TABLE_EQUILIBRIUM_FITS_H
#define ANALYSIS_TABLE_EQUILIBRIUM_FITS_H

#include "analysis/table/table.h"

/* The best criterion, one row per simulation; the factor of each threshold, one column per
 * simulation. */
extern const table_part equilibrium_best_criteria, equilibrium_factors;

#endif
