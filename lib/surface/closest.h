/* Closest points of simple shapes. */
#ifndef TRAMA_SURFACE_CLOSEST_H
#define TRAMA_SURFACE_CLOSEST_H

#include "core/vec.h"

/* The point of the triangle a, b, c nearest to x, and its barycentric weights: by the Voronoi
 * regions of vertices, edges and face (Ericson, Real-Time Collision Detection, 2005, section
 * 5.1.5). */
vec trama_closest_on_triangle(vec x, vec a, vec b, vec c, double weight[3]);

#endif
