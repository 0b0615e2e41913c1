/* A mesh as shown in pictures. For obstacle/ only. */
#ifndef TRAMA_MODEL_OBSTACLE_MESH_OUTLINE_H
#define TRAMA_MODEL_OBSTACLE_MESH_OUTLINE_H

#include "model/outline.h"
#include "scene/mesh.h"

#include <stdbool.h>

/* Fills the outline with the mesh, simplified if there is not enough room: the vertices in each
 * cube of a grid are merged into one of them, and degenerate triangles are removed (Rossignac and
 * Borrel 1993). Returns false without memory. */
bool trama_outline_of_mesh(const trama_mesh_spec *mesh, trama_outline *outline);

#endif
