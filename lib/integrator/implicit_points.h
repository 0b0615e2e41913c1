/* Which unknowns of a linearisation are of one node, and the motions that cost little energy: what
 * multigrid (linear/multigrid.h) asks for. */
#ifndef TRAMA_INTEGRATOR_IMPLICIT_POINTS_H
#define TRAMA_INTEGRATOR_IMPLICIT_POINTS_H

#include "linear/multigrid.h"
#include "system_tangent.h"

/* Of nodes the three translations and the three rotations about their middle at q, over the r.m.s.
 * distance from it; a coordinate that is of no node is a point of its own. Zeroed before the first
 * call. False without memory. */
bool trama_implicit_points(const trama_system *system, const trama_linearisation *linear,
                           const double *q, trama_multigrid_points *points);
void trama_implicit_points_free(trama_multigrid_points *points);

#endif
