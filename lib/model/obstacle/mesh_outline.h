/* A mesh as pictures show it. Within obstacle/. */
#ifndef TRAMA_MODEL_OBSTACLE_MESH_OUTLINE_H
#define TRAMA_MODEL_OBSTACLE_MESH_OUTLINE_H

#include "model/outline.h"
#include "scene/mesh.h"

#include <stdbool.h>

/* Fills the outline with the mesh, if it has room, or with as much of it as it has room for: the
 * vertices in each cube of a grid become one of them, and triangles that lose a corner go
 * (Rossignac and Borrel 1993). False: no memory. */
bool trama_outline_of_mesh(const trama_mesh_spec *mesh, trama_outline *outline);

#endif
