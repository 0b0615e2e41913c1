/* The tangent of the fluid's force on the nodes of a grid, whose normals are those of normals.h. */
#ifndef TRAMA_MODEL_PARTICLE_DRAG_TANGENT_H
#define TRAMA_MODEL_PARTICLE_DRAG_TANGENT_H

#include "model/particle/elements.h"
#include "scene/loads.h"

typedef struct trama_grid_drag {
    size_t m, n;        /* nodes along each direction */
    double drag;        /* C_f, N s/m; of all nodes */
    const double *wind; /* 3, m/s */
} trama_grid_drag;

/* One element per node: the node and its neighbours along k and l, or itself if one is missing. */
trama_elements trama_grid_drag_elements(const trama_grid_drag *grid);

#endif
