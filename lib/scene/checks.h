/* Within scene/: makes a copied spec valid, or says what is wrong with it. */
#ifndef TRAMA_SCENE_CHECKS_H
#define TRAMA_SCENE_CHECKS_H

#include "scene/scene.h"

/* Checks every part of the spec, normalises the grid's axes and counts negative node indices from
 * the end. TRAMA_BAD_INPUT with the path of the first fault. */
trama_status trama_scene_resolve(trama_scene_spec *spec, trama_error *error);

/* Nodes that are attached to a point set from the start lie at its points, within a thousandth of
 * the sheet's size, at rest. TRAMA_BAD_INPUT, TRAMA_NO_MEMORY. */
trama_status trama_scene_check_attachments(const trama_scene *scene, trama_error *error);

#endif
