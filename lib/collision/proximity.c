/* proximity.h */
#include "collision/proximity.h"
#include "collision/closest.h"

static trama_proximity proximity(int corners, const trama_four *points)
{
    vec corner[PARALLELOGRAM];
    closest_corners(corners, points, corner);
    const closest best = closest_to_origin(corners, corner);
    trama_proximity found = {.squared = best.squared};
    closest_weights(corners, best.a, best.b, found.weight);
    return found;
}

trama_proximity trama_closest_vertex_face(const trama_four *points)
{
    return proximity(TRIANGLE, points);
}

trama_proximity trama_closest_edge_edge(const trama_four *points)
{
    return proximity(PARALLELOGRAM, points);
}
