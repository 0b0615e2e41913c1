/* Within scene/: whether a node has reached a stop. */
#ifndef TRAMA_SCENE_STOP_H
#define TRAMA_SCENE_STOP_H

#include "scene/scene.h"

/* Whether a position has reached the stop's plane or box; if so, `place` is the nearest point of
 * the plane or of the box's faces. m. */
bool trama_stop_reaches(const trama_stop *stop, const double position[3], double place[3]);

#endif
