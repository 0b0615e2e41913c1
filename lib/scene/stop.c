#include "scene/stop.h"

#include <math.h>

/* The foot of the perpendicular, if the position is on or beyond the plane. */
static bool reaches_plane(const trama_stop *stop, const double position[3], double place[3])
{
    double height = 0.0;
    for (int axis = 0; axis < 3; axis++)
        height += stop->normal[axis] * (position[axis] - stop->point[axis]);
    for (int axis = 0; axis < 3; axis++)
        place[axis] = position[axis] - height * stop->normal[axis];
    return height <= 0.0;
}

/* The nearest point of the box's faces, if the position is on or within it. */
static bool reaches_box(const trama_stop *stop, const double position[3], double place[3])
{
    double nearest = TRAMA_INFINITY, face = 0.0;
    int across = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double above = position[axis] - stop->low[axis];
        const double below = stop->high[axis] - position[axis];
        place[axis] = position[axis];
        if (!(above >= 0.0 && below >= 0.0))
            return false;
        if (fmin(above, below) < nearest) {
            nearest = fmin(above, below);
            across = axis;
            face = above < below ? stop->low[axis] : stop->high[axis];
        }
    }
    place[across] = face;
    return true;
}

bool trama_stop_reaches(const trama_stop *stop, const double position[3], double place[3])
{
    return (isnan(stop->point[0]) ? reaches_box : reaches_plane)(stop, position, place);
}
