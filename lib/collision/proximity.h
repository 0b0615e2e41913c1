/* Closest points of a vertex and a triangle, and of two edges. Degenerate features (a triangle of
 * no area, an edge of no length, parallel edges) are allowed. */
#ifndef TRAMA_COLLISION_PROXIMITY_H
#define TRAMA_COLLISION_PROXIMITY_H

#ifdef __cplusplus
extern "C" {
#endif

/* Four points, m: 0 a vertex and 1-3 its triangle, or 0-1 an edge and 2-3 the other. */
typedef struct trama_four {
    double x[4][3];
} trama_four;

typedef struct trama_proximity {
    double squared;   /* of the distance, m^2 */
    double weight[4]; /* sum weight[i] x_i is the vector between the closest points, from the
                         triangle to the vertex, or from the edge 2-3 to the edge 0-1. The weights
                         are 1 and the negative barycentric coordinates, or 1 - a, a, b - 1, -b.
                         Those of each feature sum to 1 or -1 up to rounding. */
} trama_proximity;

/* Coordinates must be finite, and their differences between 1e-100 and 1e100 m, or 0. The weights
 * are those of points on the features. The root of `squared` is the distance, with an error of some
 * 1e-15 of the largest difference of coordinates. If several pairs of points are closest, as on
 * parallel edges, one of them is returned. Source: Ericson, Real-Time Collision Detection (2005),
 * 5.1; here each side of the feature is a candidate, so that no test of a region decides. */
trama_proximity trama_closest_vertex_face(const trama_four *points);
trama_proximity trama_closest_edge_edge(const trama_four *points);

#ifdef __cplusplus
}
#endif

#endif
