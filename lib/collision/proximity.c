/* proximity.h */
#include "collision/proximity.h"
#include "collision/nearest.h"

static trama_proximity closest(int corners, const trama_four *points)
{
    vec corner[PARALLELOGRAM];
    nearest_corners(corners, points, corner);
    const nearest best = nearest_origin(corners, corner);
    trama_proximity found = {.squared = best.squared};
    nearest_weights(corners, best.a, best.b, found.weight);
    return found;
}

trama_proximity trama_closest_vertex_face(const trama_four *points)
{
    return closest(TRIANGLE, points);
}

trama_proximity trama_closest_edge_edge(const trama_four *points)
{
    return closest(PARALLELOGRAM, points);
}
