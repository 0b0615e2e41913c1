/* Aggregates of points of a matrix, and vectors that interpolation preserves, for multigrid.c. */
#ifndef TRAMA_LINEAR_AGGREGATES_H
#define TRAMA_LINEAR_AGGREGATES_H

#include "linear/compressed.h"
#include "linear/multigrid.h"

/* Joins strongly coupled points to aggregates, and makes an orthonormal basis from the modes on
 * each: the columns of `tentative`, each an unknown of the coarse level. The points of that level
 * are the aggregates; its modes (`coarse`) are the coefficients of the modes in the bases. False
 * without memory; free `tentative` and `coarse` in any case. */
bool trama_aggregates_make(const trama_compressed *a, const trama_multigrid_points *fine,
                           trama_compressed *tentative, trama_multigrid_points *coarse);
void trama_multigrid_points_free(trama_multigrid_points *points);

#endif
