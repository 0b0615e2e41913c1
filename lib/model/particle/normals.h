/* Unit normals at the nodes of a grid, and the drag of nodes. The normal is that of the
 * area-weighted sum of the four faces at a node: (r[k+1] - r[k-1]) x (r[l+1] - r[l-1]), where a
 * neighbour beyond an edge is the node itself. It is 0, and so is the fluid force, if the faces
 * cancel. */
#ifndef TRAMA_MODEL_PARTICLE_NORMALS_H
#define TRAMA_MODEL_PARTICLE_NORMALS_H

#include "scene/loads.h"

#include <math.h>
#include <stddef.h>

/* Normal of the edge vectors u along k and w along l, into n[0..2]. */
static inline void trama_normal_of(double ux, double uy, double uz, double wx, double wy, double wz,
                                   double *nx, double *ny, double *nz)
{
    const double x = uy * wz - uz * wy, y = uz * wx - ux * wz, z = ux * wy - uy * wx;
    const double square = x * x + y * y + z * z;
    const double inverse = square > 0.0 ? 1.0 / sqrt(square) : 0.0;
    *nx = x * inverse;
    *ny = y * inverse;
    *nz = z * inverse;
}

/* Normals of an m x n grid of nodes at q; both arrays of 3 m n. */
void trama_grid_normals(size_t m, size_t n, const double *q, double *normal);

/* dv = (1 + h D/m)^-1 dv for D = c + C_f n n^T at each node (Campos, 4.5): c the loads' damping,
 * C_f their drag. inverse_mass: 1/kg (nodes); normal, dv: 3 nodes; normal may be NULL if drag is 0.
 */
void trama_particle_solve_drag(size_t nodes, double h, const double *inverse_mass,
                               const double *normal, const trama_loads *loads, double *dv);

#endif
