/* A polygon of a mesh file, cut into triangles. */
#ifndef PLAN_POLYGON_H
#define PLAN_POLYGON_H

#include "scene/mesh.h"

#include <stdbool.h>
#include <stddef.h>

/* Cuts a polygon of `count` >= 3 corners, vertices of `point` (3 each), into count - 2 triangles of
 * the same orientation. Ears are cut off in the order of the corners, so a convex polygon becomes
 * the fan around its first corner. `corner` is overwritten. False: the polygon is not simple, seen
 * along its mean normal. Cost: count^2 for a convex one, count^3 at worst.
 *
 * Source: G. H. Meisters, Polygons have ears, American Mathematical Monthly 82 (1975). */
bool polygon_cut(const double *point, size_t count, size_t *corner, trama_triangle *triangle);

#endif
