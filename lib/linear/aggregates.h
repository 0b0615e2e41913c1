/* Aggregates of points of a matrix, and the vectors that an interpolation from them keeps: for
 * multigrid.c. */
#ifndef TRAMA_LINEAR_AGGREGATES_H
#define TRAMA_LINEAR_AGGREGATES_H

#include "linear/compressed.h"
#include "linear/multigrid.h"

/* Gathers points that are strongly coupled into aggregates, and makes from the modes on each an
 * orthonormal basis: the columns of `tentative`, one an unknown of the coarse level, whose points
 * are the aggregates and whose modes (`coarse`) are the coefficients of the modes in the bases.
 * False without memory; free `tentative` and `coarse` in any case. */
bool trama_aggregates_make(const trama_compressed *a, const trama_multigrid_points *fine,
                           trama_compressed *tentative, trama_multigrid_points *coarse);
void trama_multigrid_points_free(trama_multigrid_points *points);

#endif
