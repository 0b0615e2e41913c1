/* Distribution of a cloth's mass over the nodes of its grid, and the stiffness derived from it.
 * Source: Campos, UFCG 2006, section 4.1, after Bridson et al. 2003. */
#ifndef TRAMA_MODEL_PARTICLE_MASSES_H
#define TRAMA_MODEL_PARTICLE_MASSES_H

#include "scene/scene.h"

typedef enum trama_distribution {
    TRAMA_DISTRIBUTION_TRIANGLES, /* a third of each adjacent triangle of the herringbone mesh: each
                                     square has one diagonal, which ends where k + l is even */
    TRAMA_DISTRIBUTION_CELLS,     /* a quarter of each adjacent cell */
    TRAMA_DISTRIBUTION_UNIFORM,   /* the same for every node */
} trama_distribution;
extern const char *const trama_distribution_names[]; /* NULL-terminated */

/* Masses of the grid's nodes, kg (N), which sum to `total` (kg) up to rounding. */
void trama_grid_masses(const trama_grid *grid, trama_distribution distribution, double total,
                       double *mass);

/* Masses of the nodes of a mesh, kg (N): each triangle gives a third of its mass to each corner
 * (Campos, 4.1), by areas at the rest positions q (3 N), whose sum is `area` (m^2). `total` in
 * kg. */
void trama_mesh_masses(const trama_mesh *mesh, const double *q, double total, double area,
                       double *mass);

/* K = m / l0, N/m, for springs of length l0 (m) and the largest mass m (kg) of a node: "with the
 * purpose of making the wave's speed independent of the mesh" (4.1). As printed; it takes a factor
 * of 1 m/s^2. */
double trama_stiffness_of_mass(double largest, double rest);

#endif
