/* The unknowns of each node of a linearisation, and the motions of low energy, as multigrid needs
 * them (linear/multigrid.h). */
#ifndef TRAMA_INTEGRATOR_IMPLICIT_POINTS_H
#define TRAMA_INTEGRATOR_IMPLICIT_POINTS_H

#include "linear/multigrid.h"
#include "system_tangent.h"

/* For nodes: the three translations, and the three rotations about their centre at q divided by the
 * r.m.s. distance from it; a coordinate of no node is a point of its own. Pass a zeroed struct to
 * the first call. Returns false without memory. */
bool trama_implicit_points(const trama_system *system, const trama_linearisation *linear,
                           const double *q, trama_multigrid_points *points);
void trama_implicit_points_free(trama_multigrid_points *points);

#endif
