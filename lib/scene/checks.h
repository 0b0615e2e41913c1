/* Within scene/: checks and completes a copied spec. */
#ifndef TRAMA_SCENE_CHECKS_H
#define TRAMA_SCENE_CHECKS_H

#include "scene/scene.h"

/* Checks every part of the spec, normalises the grid's axes and counts negative node indices from
 * the end. TRAMA_BAD_INPUT with the path of the first fault. */
trama_status trama_scene_resolve(trama_scene_spec *spec, trama_error *error);

/* Checks that nodes attached to a point set from the start are at its points in the rest shape,
 * within a thousandth of the sheet's size. TRAMA_BAD_INPUT, TRAMA_NO_MEMORY. */
trama_status trama_scene_check_attachments(const trama_scene *scene, trama_error *error);

#endif
