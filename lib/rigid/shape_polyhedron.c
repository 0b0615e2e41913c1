/* Convex polyhedra: the support mapping climbs from corner to corner along edges. On a convex
 * polyhedron a corner none of whose neighbours is further is the furthest. */
#include "core/vec.h"
#include "rigid/polyhedron.h"

#include <math.h>
#include <string.h>

enum { SCAN = 12 }; /* corners up to which looking at all is quicker than climbing */

static uint32_t scan(const trama_polyhedron *p, const double d[3])
{
    uint32_t best = 0;
    double furthest = dot3(p->x[0], d);
    for (uint32_t i = 1; i < p->corners; i++) {
        const double height = dot3(p->x[i], d);
        if (height > furthest) {
            furthest = height;
            best = i;
        }
    }
    return best;
}

static uint32_t climb(const trama_polyhedron *p, const double d[3], uint32_t best)
{
    double furthest = dot3(p->x[best], d);
    for (uint32_t from = UINT32_MAX; from != best;) {
        from = best;
        for (uint32_t i = p->neighbour_begin[from]; i < p->neighbour_begin[from + 1]; i++) {
            const double height = dot3(p->x[p->neighbour[i]], d);
            if (height > furthest) {
                furthest = height;
                best = p->neighbour[i];
            }
        }
    }
    return best;
}

static void support(const trama_convex *shape, const double d[3], uint32_t *hint, double point[3])
{
    const trama_polyhedron *p = shape->polyhedron;
    const uint32_t start = hint && *hint < p->corners ? *hint : 0;
    const uint32_t best = p->corners <= SCAN ? scan(p, d) : climb(p, d, start);
    if (hint)
        *hint = best;
    memcpy(point, p->x[best], sizeof(double[3]));
}

/* Of the faces at the furthest corner, the one that looks most along d. */
static void face(const trama_convex *shape, const double d[3], trama_convex_face *face)
{
    const trama_polyhedron *p = shape->polyhedron;
    const uint32_t corner = p->corners <= SCAN ? scan(p, d) : climb(p, d, 0);
    uint32_t best = p->around[p->around_begin[corner]];
    for (uint32_t i = p->around_begin[corner]; i < p->around_begin[corner + 1]; i++)
        if (dot3(p->normal[p->around[i]], d) > dot3(p->normal[best], d))
            best = p->around[i];
    face->face = best;
    face->count = p->face_begin[best + 1] - p->face_begin[best];
    for (uint32_t i = 0; i < face->count; i++) {
        face->corner[i] = p->face_corner[p->face_begin[best] + i];
        memcpy(face->x[i], p->x[face->corner[i]], sizeof(double[3]));
    }
}

static double radius(const trama_convex *shape)
{
    double largest = 0.0;
    for (size_t i = 0; i < shape->polyhedron->corners; i++)
        largest = fmax(largest, sqrt(dot3(shape->polyhedron->x[i], shape->polyhedron->x[i])));
    return largest;
}

static trama_convex_outline outline_size(const trama_convex *shape, size_t segments)
{
    (void)segments;
    return (trama_convex_outline){shape->polyhedron->corners, shape->polyhedron->triangles};
}

static void outline(const trama_convex *shape, size_t segments, double (*x)[3],
                    uint32_t (*triangle)[3])
{
    (void)segments;
    const trama_polyhedron *p = shape->polyhedron;
    memcpy(x, p->x, p->corners * sizeof *x);
    memcpy(triangle, p->triangle, p->triangles * sizeof *triangle);
}

const trama_convex_type trama_convex_polyhedron = {
    .name = "polyhedron",
    .summary = "a convex polyhedron, of corners or of a closed mesh",
    .support = support,
    .face = face,
    .radius = radius,
    .outline_size = outline_size,
    .outline = outline,
};
