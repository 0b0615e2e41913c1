/* The point of a closed body nearest to a vertex of a cloth, with the sign of its distance: the
 * one place where an air layer looks for it. */
#ifndef TRAMA_INTERACTION_AIR_FOOT_H
#define TRAMA_INTERACTION_AIR_FOOT_H

#include "surface/surface.h"

/* Finds the foot of x (m) on the body at (t, q): distance (m) below 0 inside, normal (unit) out of
 * the body. All triangles are tested. The distance is not a number where x is none. */
void trama_air_foot(const trama_surface *body, double t, const double *q, const double x[3],
                    trama_foot *foot);

/* Why the surface has no inside at (t, q), or NULL: it is closed. */
const char *trama_air_foot_missing(const trama_surface *body);
/* Volume within a body of triangles that has nodes, m^3; negative: it is turned inside out. */
double trama_air_foot_volume(const trama_surface *body, const double *q);

#endif
