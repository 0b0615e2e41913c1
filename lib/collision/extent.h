/* Boxes along the axes (AABB). */
#ifndef TRAMA_COLLISION_EXTENT_H
#define TRAMA_COLLISION_EXTENT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_extent {
    double low[3], high[3]; /* m */
} trama_extent;

/* True if the boxes are at most `reach` apart along every axis. Rounding keeps the order of
 * differences, so boxes that are near in exact arithmetic are near here, and boxes around two near
 * boxes are near. */
static inline bool trama_extent_near(const trama_extent *a, const trama_extent *b, double reach)
{
    return a->low[0] - b->high[0] <= reach && b->low[0] - a->high[0] <= reach &&
           a->low[1] - b->high[1] <= reach && b->low[1] - a->high[1] <= reach &&
           a->low[2] - b->high[2] <= reach && b->low[2] - a->high[2] <= reach;
}

/* The smallest box around both. */
static inline trama_extent trama_extent_join(const trama_extent *a, const trama_extent *b)
{
    trama_extent both;
    for (int axis = 0; axis < 3; axis++) {
        both.low[axis] = a->low[axis] < b->low[axis] ? a->low[axis] : b->low[axis];
        both.high[axis] = a->high[axis] > b->high[axis] ? a->high[axis] : b->high[axis];
    }
    return both;
}

/* The box of a point that moves in a straight line from x0 to x1. */
static inline trama_extent trama_extent_of_path(const double x0[3], const double x1[3])
{
    trama_extent path;
    for (int axis = 0; axis < 3; axis++) {
        path.low[axis] = x0[axis] < x1[axis] ? x0[axis] : x1[axis];
        path.high[axis] = x0[axis] < x1[axis] ? x1[axis] : x0[axis];
    }
    return path;
}

#ifdef __cplusplus
}
#endif

#endif
