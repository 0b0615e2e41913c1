/* Closed meshes that are held to be convex. */
#include "core/vec.h"
#include "rigid/hull.h"
#include "rigid/polyhedron.h"

#include <math.h>
#include <stdlib.h>

typedef struct mesh {
    const double (*x)[3];
    size_t vertices;
    const uint32_t (*triangle)[3];
    size_t triangles;
    double extent;
} mesh;

typedef struct side {
    uint32_t from, to;
} side;

static int by_ends(const void *a, const void *b)
{
    const side *p = a, *q = b;
    if (p->from != q->from)
        return p->from < q->from ? -1 : 1;
    return p->to < q->to ? -1 : p->to > q->to;
}

static trama_status check_indices(const mesh *m, unsigned char *has, trama_error *error)
{
    for (size_t t = 0; t < m->triangles; t++) {
        const uint32_t *c = m->triangle[t];
        for (int i = 0; i < 3; i++) {
            if (c[i] >= m->vertices)
                return trama_fail(error, TRAMA_BAD_INPUT, "faces",
                                  "triangle %zu names vertex %u; there are %zu", t, c[i],
                                  m->vertices);
            has[c[i]] = 1;
        }
        if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0])
            return trama_fail(error, TRAMA_BAD_INPUT, "faces", "triangle %zu names a vertex twice",
                              t);
    }
    for (size_t i = 0; i < m->vertices; i++)
        if (!has[i])
            return trama_fail(error, TRAMA_BAD_INPUT, "vertices", "vertex %zu is in no triangle",
                              i);
    return TRAMA_OK;
}

/* Every edge is run along once in each sense. */
static trama_status check_closed(const mesh *m, side *sides, trama_error *error)
{
    const size_t count = 3 * m->triangles;
    for (size_t i = 0; i < count; i++)
        sides[i] = (side){m->triangle[i / 3][i % 3], m->triangle[i / 3][(i + 1) % 3]};
    qsort(sides, count, sizeof *sides, by_ends);
    for (size_t i = 0; i < count; i++) {
        const side back = {sides[i].to, sides[i].from};
        if (i > 0 && by_ends(&sides[i], &sides[i - 1]) == 0)
            return trama_fail(error, TRAMA_BAD_INPUT, "faces",
                              "two triangles run along the edge from vertex %u to %u the same way",
                              sides[i].from, sides[i].to);
        if (!bsearch(&back, sides, count, sizeof back, by_ends))
            return trama_fail(error, TRAMA_BAD_INPUT, "faces",
                              "the mesh is open: one triangle alone has the edge from vertex %u to "
                              "%u",
                              sides[i].from, sides[i].to);
    }
    return TRAMA_OK;
}

static double volume(const mesh *m)
{
    double sum = 0.0, product[3], arm[3][3];
    for (size_t t = 0; t < m->triangles; t++) {
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3; i++)
                arm[k][i] = m->x[m->triangle[t][k]][i] - m->x[0][i];
        cross3(arm[1], arm[2], product);
        sum += dot3(arm[0], product) / 6.0;
    }
    return sum;
}

static trama_status check_convex(const mesh *m, trama_error *error)
{
    for (size_t t = 0; t < m->triangles; t++) {
        const uint32_t *c = m->triangle[t];
        const trama_hull_face plane = trama_hull_face_of(m->x, c[0], c[1], c[2]);
        if (dot3(plane.normal, plane.normal) == 0.0)
            return trama_fail(error, TRAMA_BAD_INPUT, "faces", "triangle %zu has no area", t);
        for (size_t i = 0; i < m->vertices; i++) {
            const double above = dot3(plane.normal, m->x[i]) - plane.offset;
            if (above > 1e-9 * m->extent)
                return trama_fail(error, TRAMA_BAD_INPUT, "faces",
                                  "the mesh is not convex: vertex %zu is %g m above triangle %zu",
                                  i, above, t);
        }
    }
    return TRAMA_OK;
}

static trama_status check(mesh *m, unsigned char *has, side *sides, trama_error *error)
{
    trama_status status = check_indices(m, has, error);
    if (status == TRAMA_OK)
        status = check_closed(m, sides, error);
    for (size_t i = 0; i < m->vertices; i++)
        for (int k = 0; k < 3; k++)
            m->extent = fmax(m->extent, fabs(m->x[i][k] - m->x[0][k]));
    if (status == TRAMA_OK && !(volume(m) > 0.0))
        status = trama_fail(error, TRAMA_BAD_INPUT, "faces",
                            "the mesh is inside out: its volume is %g m^3; triangles must be "
                            "counter-clockwise as seen from outside",
                            volume(m));
    return status == TRAMA_OK ? check_convex(m, error) : status;
}

trama_status trama_polyhedron_of_mesh(trama_polyhedron *polyhedron, const double *x,
                                      size_t vertices, const uint32_t *triangle, size_t triangles,
                                      trama_error *error)
{
    *polyhedron = (trama_polyhedron){0};
    if (vertices < 4 || triangles < 4)
        return trama_fail(error, TRAMA_BAD_INPUT, "faces",
                          "%zu vertices and %zu triangles; a closed mesh has at least 4 of each",
                          vertices, triangles);
    mesh m = {(const double(*)[3])x, vertices, (const uint32_t(*)[3])triangle, triangles, 0.0};
    unsigned char *has = calloc(vertices, 1);
    side *sides = calloc(3 * triangles, sizeof *sides);
    trama_status status = has && sides ? check(&m, has, sides, error) : trama_fail_memory(error);
    free(has);
    free(sides);
    if (status == TRAMA_OK)
        status = trama_polyhedron_of_points(polyhedron, x, vertices, NULL, error);
    return status;
}
