/* The geometry of nodes: displacement in an iteration, strain, area, volume, saw-tooth. Arrays
 * are pointwise states of stride N (scene/scene.h). Sums are taken in fixed order. */
#ifndef TRAMA_MEASURE_GEOMETRY_H
#define TRAMA_MEASURE_GEOMETRY_H

#include "scene/scene.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A largest value and its node. */
typedef struct trama_peak {
    double value;
    size_t node;
} trama_peak;

/* Largest displacement |q - before| of any node, m. NAN, with the first such node, if any
 * coordinate of q is not finite. `components` is 3 for pointwise states of nq = 3 N, 1 for others.
 */
trama_peak trama_displacement(const double *q, const double *before, size_t nq, size_t components);

/* True if the scene has edges; if it has cells or triangles. A lattice one layer thick has
 * neither. */
bool trama_scene_has_edges(const trama_scene *scene);
bool trama_scene_has_area(const trama_scene *scene);

/* Largest |l / l0 - 1| over the edges of a grid (l0 the spacing) or of a mesh; NAN if a length is
 * not a number, or there are no edges. */
trama_peak trama_edge_strain(const trama_scene *scene, const double *q);

/* Area divided by rest area: of a grid with |d1 x d2| of the forward edges for each cell (thesis:
 * sum of sqrt(a)), of a mesh with the areas of its triangles. NAN without either. */
double trama_area_ratio(const trama_scene *scene, const double *q);

/* Volume that a closed mesh encloses, m^3: the sum of the tetrahedra from a node to the triangles,
 * positive where normals point outward. NAN for a grid, and for a mesh with a border. */
double trama_volume(const trama_scene *scene, const double *q);

/* Distance from the highest to the lowest node along gravity, m. NAN without gravity. */
double trama_drop(const trama_scene *scene, const double *q);

/* Amplitude of the shortest wave of the grid in this iteration's displacement u, root mean square
 * over the inner nodes: the fourth difference u[i-2] - 4 u[i-1] + 6 u[i] - 4 u[i+1] + u[i+2], over
 * 16, along rows and columns; split by the local normal into the part in the surface and the part
 * out of it, m. Figure 3.16 of the thesis: instability begins as a saw-tooth in the plane. NAN for
 * a mesh, and for a grid without inner nodes. */
typedef struct trama_sawtooth {
    double in_plane, out_of_plane;
} trama_sawtooth;
trama_sawtooth trama_sawtooth_of(const trama_scene *scene, const double *q, const double *before);

#ifdef __cplusplus
}
#endif

#endif
