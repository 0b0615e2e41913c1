/* passes.h */
#include "exact/passes.h"
#include "exact/meets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two features whose projections on one of these do not meet, do not meet. */
enum { DIRECTIONS = 13 };
static const double direction[DIRECTIONS][3] = {
    {1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {1, -1, 0}, {1, 0, 1},   {1, 0, -1},
    {0, 1, 1}, {0, 1, -1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1},
};

/* A vertex, an edge or a triangle of a system; its projections. */
typedef struct feature {
    size_t count, vertex[3]; /* numbers in the system */
    double x0[3][3], x1[3][3], low[DIRECTIONS], high[DIRECTIONS];
} feature;

/* Rounding of the sum is within 2^-52 of the sum of magnitudes; along an axis there is none. */
static void project(const double x[3], feature *f)
{
    for (size_t k = 0; k < DIRECTIONS; k++) {
        const double *d = direction[k];
        const double sum = d[0] * x[0] + d[1] * x[1] + d[2] * x[2],
                     slack = k < 3 ? 0.0 : 4e-16 * (fabs(x[0]) + fabs(x[1]) + fabs(x[2]));
        f->low[k] = fmin(f->low[k], sum - slack);
        f->high[k] = fmax(f->high[k], sum + slack);
    }
}

static feature feature_of(const trama_surface *s, const size_t *node, size_t count,
                          const double *q0, const double *q1)
{
    feature f = {.count = count};
    for (size_t k = 0; k < DIRECTIONS; k++) {
        f.low[k] = TRAMA_INFINITY;
        f.high[k] = -TRAMA_INFINITY;
    }
    for (size_t i = 0; i < count; i++) {
        f.vertex[i] = s->q_begin + node[i];
        for (size_t axis = 0; axis < 3; axis++) {
            const size_t at = s->q_begin + axis * s->vertices + node[i];
            f.x0[i][axis] = q0[at];
            f.x1[i][axis] = q1[at];
        }
        project(f.x0[i], &f);
        project(f.x1[i], &f);
    }
    return f;
}

static bool are_near(const feature *a, const feature *b)
{
    for (size_t k = 0; k < DIRECTIONS; k++)
        if (a->low[k] > b->high[k] || b->low[k] > a->high[k])
            return false;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            if (a->vertex[i] == b->vertex[j])
                return false;
    return true;
}

static void look(const feature *a, const feature *b, exact_passes *passes)
{
    if (!are_near(a, b))
        return;
    trama_four x0, x1;
    memcpy(x0.x, a->x0, a->count * sizeof *x0.x);
    memcpy(x1.x, a->x1, a->count * sizeof *x1.x);
    memcpy(x0.x + a->count, b->x0, b->count * sizeof *x0.x);
    memcpy(x1.x + a->count, b->x1, b->count * sizeof *x1.x);
    passes->near++;
    passes->meet +=
        exact_meets(a->count == 1 ? EXACT_VERTEX_FACE : EXACT_EDGE_EDGE, &x0, &x1, 0.0, 0.0, 1.0);
}

/* All features of `count` vertices. The caller frees them. */
static feature *features(const trama_system *system, size_t count, const double *q0,
                         const double *q1, size_t *found)
{
    feature *all = NULL;
    *found = 0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_surface *s = &system->object[o].surface;
        if (!s->mesh)
            continue;
        const size_t more = count == 1   ? s->vertices
                            : count == 2 ? s->mesh->edge_count
                                         : s->mesh->triangle_count;
        all = realloc(all, (*found + more + 1) * sizeof *all);
        for (size_t i = 0; all && i < more; i++)
            all[(*found)++] = feature_of(s,
                                         count == 1   ? &i
                                         : count == 2 ? s->mesh->edge[i].node
                                                      : s->mesh->triangle[i].node,
                                         count, q0, q1);
    }
    return all;
}

exact_passes exact_passes_of(const trama_system *system, const double *q0, const double *q1)
{
    exact_passes passes = {0};
    size_t vertices, edges, triangles;
    feature *vertex = features(system, 1, q0, q1, &vertices),
            *edge = features(system, 2, q0, q1, &edges),
            *triangle = features(system, 3, q0, q1, &triangles);
    for (size_t i = 0; i < vertices; i++)
        for (size_t j = 0; j < triangles; j++)
            look(&vertex[i], &triangle[j], &passes);
    for (size_t i = 0; i < edges; i++)
        for (size_t j = 0; j < i; j++)
            look(&edge[i], &edge[j], &passes);
    free(vertex);
    free(edge);
    free(triangle);
    return passes;
}
