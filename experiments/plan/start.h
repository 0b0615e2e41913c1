/* `start` of a scene: where its nodes are and how they move at the start, apart from the shape at
 * rest. `place` and `velocity` are three expressions, of the node's place at rest (x, y, z), its
 * indices (k, l) and the values of the case; or a list of rows, one a node. */
#ifndef PLAN_START_H
#define PLAN_START_H

#include "config/config.h"
#include "scene/scene.h"

/* Reads it into scene->start, of which free place and velocity in any case. `tree` is the case, and
 * the scene's nodes are read already. False and one line if it is wrong. */
bool start_read(const config_node *node, const config_node *tree, config_store *store,
                trama_scene_spec *scene, config_error *error);

#endif
