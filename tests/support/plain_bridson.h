/* Forces of Bridson's cloth as its formulas read, edge by edge, to compare the model's kernels
 * with.
 */
#ifndef SUPPORT_PLAIN_BRIDSON_H
#define SUPPORT_PLAIN_BRIDSON_H

#include "scene/mesh.h"
#include "scene/scene.h"

/* Springs along and across a square, N/m; bending elements: elastic N, damping N s, rest angle. */
typedef struct plain_bridson {
    double structural, shear, elastic, damping, rest;
} plain_bridson;

/* Forces (3 N), N, on a mesh whose rest lengths are those of `flat`; on a grid its diagonals are
 * shear springs, and a grid of no points has none. */
void plain_bridson_forces(const trama_mesh *mesh, const trama_grid *grid, const double *flat,
                          plain_bridson m, const double *q, const double *v, double *force);

#endif
