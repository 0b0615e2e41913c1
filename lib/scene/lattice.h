/* A lattice: a box of nodes along x, y and z, with a triangle mesh as its outside. Node [a, b, c]
 * is (a points[1] + b) points[2] + c. A single node is a ball of size 0. */
#ifndef TRAMA_SCENE_LATTICE_H
#define TRAMA_SCENE_LATTICE_H

#include "core/status.h"
#include "scene/mesh.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_lattice {
    long points[3];   /* nodes along x, y, z; 0: the scene has no lattice */
    double side[3];   /* m; 0 where there is one node */
    double origin[3]; /* position of node [0, 0, 0], m */
} trama_lattice;

/* TRAMA_BAD_INPUT with a path below "lattice": a side without length, a side with one node that has
 * a length, or too many nodes. */
trama_status trama_lattice_check(const trama_lattice *lattice, trama_error *error);
size_t trama_lattice_nodes(const trama_lattice *lattice);
/* Positions at rest, 3 N, SoA. */
void trama_lattice_place(const trama_lattice *lattice, double *q);
/* The outside, normals outwards; without triangles if the lattice has a single node along some
 * axis. TRAMA_NO_MEMORY. */
trama_status trama_mesh_of_lattice(const trama_lattice *lattice, trama_mesh **mesh,
                                   trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
