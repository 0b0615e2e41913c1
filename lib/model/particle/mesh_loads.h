/* The tangent of the loads on the nodes of a mesh: damping, and drag along the normals of
 * trama_mesh_normals. */
#ifndef TRAMA_MODEL_PARTICLE_MESH_LOADS_H
#define TRAMA_MODEL_PARTICLE_MESH_LOADS_H

#include "linear/sparse.h"
#include "scene/loads.h"
#include "scene/mesh.h"

/* Adds (cq dF/dq + cv dF/dv) u to y (3 N), F the force of damping and drag at (q, v).
 * `inverse_mass` is of the nodes, 1/kg (N); `area` is workspace of 3 N numbers. */
void trama_mesh_loads_product(const trama_mesh *mesh, const double *inverse_mass, double *area,
                              const double *q, const double *v, const trama_loads *loads, double cq,
                              double cv, const double *u, double *y);
/* Adds -dF/dq to k and -dF/dv to d. */
void trama_mesh_loads_assemble(const trama_mesh *mesh, const double *inverse_mass, double *area,
                               const double *q, const double *v, const trama_loads *loads,
                               trama_triplets *k, trama_triplets *d);

#endif
