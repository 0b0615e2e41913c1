/* Within scene/: test whether a node has reached a stop. */
#ifndef TRAMA_SCENE_STOP_H
#define TRAMA_SCENE_STOP_H

#include "scene/scene.h"

/* True if a position (m) has reached the stop's plane or box; `place` is then the nearest point of
 * the plane or of the box's faces. */
bool trama_stop_reaches(const trama_stop *stop, const double position[3], double place[3]);

#endif
