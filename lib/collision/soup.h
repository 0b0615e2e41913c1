/* Several triangle meshes in one set of flat arrays, for collision detection. Each mesh is a group;
 * its vertices, triangles and edges are contiguous, in the order of the groups. Topology only:
 * positions are passed to each call, three doubles per vertex, one vertex after another (AoS,
 * m). */
#ifndef TRAMA_COLLISION_SOUP_H
#define TRAMA_COLLISION_SOUP_H

#include "core/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TRAMA_SOUP_NONE UINT32_MAX

/* One mesh. Triangles may have area 0, but each must have three different vertices. */
typedef struct trama_soup_part {
    size_t vertices, triangles;
    const size_t *triangle; /* 3 per triangle: vertices of this mesh, counter-clockwise */
} trama_soup_part;

/* Side c of a triangle runs from its vertex c to its vertex (c + 1) % 3. */
typedef struct trama_soup {
    size_t groups, vertices, triangles, edges;
    uint32_t (*triangle)[3];
    uint32_t (*edge)[2];          /* the smaller vertex first; sorted by vertices */
    uint32_t (*triangle_edge)[3]; /* the edge at each side */
    uint32_t (*edge_triangle)[2]; /* the first two triangles at an edge, NONE beyond the border */
    uint32_t *edge_triangles;     /* number of triangles at the edge: 1 or 2, more where the mesh is
                                     not a manifold */
    uint32_t *group_of_vertex, *group_of_triangle, *group_of_edge;
    size_t *vertex_begin, *triangle_begin, *edge_begin; /* of each group; groups + 1 */
    bool *meets; /* groups x groups, symmetric: true if the two are tested against each other, as
                    all are, also against themselves, until trama_soup_set_meets */
} trama_soup;

/* Copies the parts. TRAMA_BAD_INPUT with path "parts[i].triangle[j]" if a triangle names a missing
 * vertex or one vertex twice; with path "parts" if there are more than 2^32 - 2 of anything.
 * TRAMA_NO_MEMORY. */
trama_status trama_soup_create(const trama_soup_part *part, size_t parts, trama_soup **soup,
                               trama_error *error);
void trama_soup_destroy(trama_soup *soup); /* accepts NULL */

/* Sets whether groups `a` and `b` are tested against each other; a = b: against itself. Two meshes
 * whose motion is prescribed need no test. */
void trama_soup_set_meets(trama_soup *soup, size_t a, size_t b, bool meets);

/* The edge between two vertices, or NONE. */
uint32_t trama_soup_edge(const trama_soup *soup, uint32_t a, uint32_t b);

static inline bool trama_soup_meets(const trama_soup *soup, uint32_t a, uint32_t b)
{
    return soup->meets[a * soup->groups + b];
}

/* Pairs that touch by construction must not be reported: a triangle with a vertex of its own, and
 * edges with a common vertex. */
static inline bool trama_soup_has_vertex(const trama_soup *soup, uint32_t triangle, uint32_t vertex)
{
    const uint32_t *v = soup->triangle[triangle];
    return v[0] == vertex || v[1] == vertex || v[2] == vertex;
}
static inline bool trama_soup_edges_touch(const trama_soup *soup, uint32_t a, uint32_t b)
{
    const uint32_t *e = soup->edge[a], *f = soup->edge[b];
    return e[0] == f[0] || e[0] == f[1] || e[1] == f[0] || e[1] == f[1];
}

#ifdef __cplusplus
}
#endif

#endif
