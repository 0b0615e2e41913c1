/* Meshes from Wavefront OBJ files. */
#ifndef PLAN_OBJ_H
#define PLAN_OBJ_H

#include "config/config.h"
#include "scene/scene.h"

/* Reads `mesh: {file: flag.obj, scale: 0.01, origin: [0, 0, 0]}`. The file's name is relative to
 * the configuration file; its text is kept among the store's files. Two statements of OBJ are read:
 * `v x y z`, and faces `f a b c ...` with indices from 1 or, negative, from the last vertex,
 * without what follows a slash. A face of more corners is cut into triangles (plan/polygon.h).
 * Texture, normals, points, lines, names, groups and materials are skipped. Free forms, invalid OBJ
 * and invalid meshes are errors, reported with the line of the OBJ file. The caller frees the
 * arrays of *mesh in any case. */
bool obj_read(const config_node *node, config_store *store, trama_mesh_spec *mesh,
              config_error *error);

#endif
