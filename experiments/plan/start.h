/* `start` of a scene: initial positions and velocities of its nodes, if they differ from the rest
 * shape. `place` and `velocity` are three expressions of the node's rest position (x, y, z), its
 * indices (k, l) and the values of the case; or a list of rows, one per node. */
#ifndef PLAN_START_H
#define PLAN_START_H

#include "config/config.h"
#include "scene/scene.h"

/* Reads it into scene->start; free its place and velocity in any case. `tree` is the case; the
 * scene's nodes must have been read. False and one line if it is wrong. */
bool start_read(const config_node *node, const config_node *tree, config_store *store,
                trama_scene_spec *scene, config_error *error);

#endif
