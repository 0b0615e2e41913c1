/* Triangle meshes of simple shapes, for obstacles. Within obstacle/. Each function fills *spec,
 * which trama_mesh_spec_free frees, with triangles that are counter-clockwise as seen from outside,
 * and returns false without memory. */
#ifndef TRAMA_MODEL_OBSTACLE_MESH_SHAPES_H
#define TRAMA_MODEL_OBSTACLE_MESH_SHAPES_H

#include "scene/mesh.h"

#include <stdbool.h>

/* A block of `cells` squares along its three edges (m), with a corner at `origin`; edge[0] x
 * edge[1] points along edge[2]. If `open`, only the face at the end of edge[2], which then may be
 * 0. */
typedef struct trama_block {
    double origin[3], edge[3][3];
    size_t cells[3];
    bool open;
    bool round; /* the square of the first two edges becomes the ellipse within it, ring by ring
                   (Shirley and Chiu 1997) */
} trama_block;
bool trama_mesh_of_block(const trama_block *block, trama_mesh_spec *spec);

/* A ball: `rings` from pole to pole, whose poles are on the y axis, and `around` parts of each. */
bool trama_mesh_of_ball(const double centre[3], double radius, size_t rings, size_t around,
                        trama_mesh_spec *spec);

void trama_mesh_spec_free(trama_mesh_spec *spec);

/* The largest divisor of `cells` that is at most `most`, at least 1: a coarser grid of the same
 * points. */
size_t trama_coarser(size_t cells, size_t most);

#endif
