#include "support/penetration.h"

#include <math.h>
#include <stdlib.h>

/* All vertices with triangles and edges of all surfaces. */
typedef struct flat {
    size_t vertices, triangles, edges;
    long double (*x0)[3], (*x1)[3];
    size_t (*triangle)[3], (*edge)[2];
} flat;

static void add_surface(flat *f, const trama_surface *s, double t0, const double *q0, double t1,
                        const double *q1)
{
    const trama_mesh *mesh = s->mesh;
    for (size_t t = 0; t < mesh->triangle_count; t++, f->triangles++)
        for (size_t i = 0; i < 3; i++)
            f->triangle[f->triangles][i] = f->vertices + mesh->triangle[t].node[i];
    for (size_t e = 0; e < mesh->edge_count; e++, f->edges++)
        for (size_t i = 0; i < 2; i++)
            f->edge[f->edges][i] = f->vertices + mesh->edge[e].node[i];
    double *x = malloc(6 * s->vertices * sizeof *x), *y = x + 3 * s->vertices;
    trama_surface_positions(s, t0, q0, x);
    trama_surface_positions(s, t1, q1, y);
    for (size_t i = 0; i < s->vertices; i++, f->vertices++)
        for (size_t axis = 0; axis < 3; axis++) {
            f->x0[f->vertices][axis] = (long double)x[3 * i + axis];
            f->x1[f->vertices][axis] = (long double)y[3 * i + axis];
        }
    free(x);
}

static flat flat_of(const trama_system *system, double t0, const double *q0, double t1,
                    const double *q1)
{
    flat f = {0};
    size_t vertices = 0, triangles = 0, edges = 0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_mesh *mesh = system->object[o].surface.mesh;
        vertices += mesh ? mesh->nodes : 0;
        triangles += mesh ? mesh->triangle_count : 0;
        edges += mesh ? mesh->edge_count : 0;
    }
    f.x0 = malloc((vertices + 1) * sizeof *f.x0);
    f.x1 = malloc((vertices + 1) * sizeof *f.x1);
    f.triangle = malloc((triangles + 1) * sizeof *f.triangle);
    f.edge = malloc((edges + 1) * sizeof *f.edge);
    for (size_t o = 0; o < system->object_count; o++)
        if (system->object[o].surface.mesh)
            add_surface(&f, &system->object[o].surface, t0, q0, t1, q1);
    return f;
}

static void end(flat *f)
{
    free(f->x0);
    free(f->x1);
    free(f->triangle);
    free(f->edge);
}

static void at(const flat *f, size_t vertex, long double t, long double x[3])
{
    for (int axis = 0; axis < 3; axis++)
        x[axis] = f->x0[vertex][axis] + t * (f->x1[vertex][axis] - f->x0[vertex][axis]);
}

/* det of b - a, c - a, d - a at t: six times the volume of the four. */
static long double volume(const flat *f, const size_t v[4], long double t)
{
    long double x[4][3], e[3][3];
    for (int i = 0; i < 4; i++)
        at(f, v[i], t, x[i]);
    for (int i = 0; i < 3; i++)
        for (int axis = 0; axis < 3; axis++)
            e[i][axis] = x[i + 1][axis] - x[0][axis];
    return e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
           e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
           e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
}

/* ---- Crossings. */

static bool same(long double a, long double b, long double c)
{
    return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
}

/* Whether the boxes of an edge and a triangle meet at the start. */
static bool boxes_meet(const flat *f, const size_t e[2], const size_t t[3])
{
    for (int axis = 0; axis < 3; axis++) {
        const long double a = f->x0[e[0]][axis], b = f->x0[e[1]][axis], c = f->x0[t[0]][axis],
                          d = f->x0[t[1]][axis], g = f->x0[t[2]][axis];
        if ((a < c && a < d && a < g && b < c && b < d && b < g) ||
            (a > c && a > d && a > g && b > c && b > d && b > g))
            return false;
    }
    return true;
}

static bool crosses(const flat *f, const size_t e[2], const size_t t[3])
{
    for (int i = 0; i < 3; i++)
        if (t[i] == e[0] || t[i] == e[1])
            return false;
    if (!boxes_meet(f, e, t))
        return false;
    const long double p = volume(f, (size_t[]){t[0], t[1], t[2], e[0]}, 0),
                      q = volume(f, (size_t[]){t[0], t[1], t[2], e[1]}, 0);
    return ((p > 0 && q < 0) || (p < 0 && q > 0)) &&
           same(volume(f, (size_t[]){e[0], e[1], t[0], t[1]}, 0),
                volume(f, (size_t[]){e[0], e[1], t[1], t[2]}, 0),
                volume(f, (size_t[]){e[0], e[1], t[2], t[0]}, 0));
}

size_t penetration_crossings(const trama_system *system)
{
    flat f = flat_of(system, system->t, system->q, system->t, system->q);
    size_t count = 0;
    for (size_t e = 0; e < f.edges; e++)
        for (size_t t = 0; t < f.triangles; t++)
            count += crosses(&f, f.edge[e], f.triangle[t]);
    end(&f);
    return count;
}

size_t penetration_sampled(const trama_system *system, size_t triangles, trama_random *random)
{
    flat f = flat_of(system, system->t, system->q, system->t, system->q);
    size_t count = 0;
    for (size_t i = 0; i < triangles; i++) {
        const size_t *t = f.triangle[trama_random_bits(random) % f.triangles];
        for (size_t e = 0; e < f.edges; e++)
            count += crosses(&f, f.edge[e], t);
    }
    end(&f);
    return count;
}

/* ---- Passes. */

static const long double margin = 1e-6L; /* of a weight: what passes outside of it is no matter */

/* Whether the vertex is inside of the triangle where all four are in one plane. */
static bool is_inside(const flat *f, const size_t v[4], long double t)
{
    long double x[4][3], a[3], b[3], p[3], aa = 0, ab = 0, bb = 0, ap = 0, bp = 0;
    for (int i = 0; i < 4; i++)
        at(f, v[i], t, x[i]);
    for (int i = 0; i < 3; i++) {
        a[i] = x[2][i] - x[1][i];
        b[i] = x[3][i] - x[1][i];
        p[i] = x[0][i] - x[1][i];
        aa += a[i] * a[i], ab += a[i] * b[i], bb += b[i] * b[i];
        ap += a[i] * p[i], bp += b[i] * p[i];
    }
    const long double det = aa * bb - ab * ab;
    const long double u = (bb * ap - ab * bp) / det, w = (aa * bp - ab * ap) / det;
    return det > 0 && u > margin && w > margin && u + w < 1 - margin;
}

/* Whether two edges in one plane pass through each other. */
static bool edges_meet(const flat *f, const size_t v[4], long double t)
{
    long double x[4][3], a[3], b[3], p[3], aa = 0, ab = 0, bb = 0, ap = 0, bp = 0;
    for (int i = 0; i < 4; i++)
        at(f, v[i], t, x[i]);
    for (int i = 0; i < 3; i++) {
        a[i] = x[1][i] - x[0][i];
        b[i] = x[3][i] - x[2][i];
        p[i] = x[2][i] - x[0][i];
        aa += a[i] * a[i], ab += a[i] * b[i], bb += b[i] * b[i];
        ap += a[i] * p[i], bp += b[i] * p[i];
    }
    const long double det = aa * bb - ab * ab;
    if (!(det > 1e-12L * aa * bb)) /* parallel */
        return false;
    const long double s = (bb * ap - ab * bp) / det, u = (ab * ap - aa * bp) / det;
    return s > margin && s < 1 - margin && u > margin && u < 1 - margin;
}

static long double root(const flat *f, const size_t v[4], long double low, long double high)
{
    const bool up = volume(f, v, low) < 0;
    for (int i = 0; i < 80; i++) {
        const long double middle = (low + high) / 2;
        if ((volume(f, v, middle) < 0) == up)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

typedef bool meeting(const flat *f, const size_t v[4], long double t);

/* The volume is a cubic in t; between its extrema a change of sign is one root. */
static bool pass(const flat *f, const size_t v[4], meeting *meet)
{
    const long double y0 = volume(f, v, 0), y1 = volume(f, v, 1.0L / 3),
                      y2 = volume(f, v, 2.0L / 3), y3 = volume(f, v, 1);
    const long double c1 = (-11 * y0 + 18 * y1 - 9 * y2 + 2 * y3) / 2,
                      c2 = (18 * y0 - 45 * y1 + 36 * y2 - 9 * y3) / 2,
                      c3 = (-9 * y0 + 27 * y1 - 27 * y2 + 9 * y3) / 2;
    long double knot[4] = {0, 1, 1, 1};
    int knots = 1;
    const long double d = c2 * c2 - 3 * c3 * c1;
    if (d > 0) {
        const long double big = -(c2 + copysignl(sqrtl(d), c2));
        long double e[2] = {c3 != 0 ? big / (3 * c3) : -1, big != 0 ? c1 / big : -1};
        if (e[0] > e[1]) {
            const long double swap = e[0];
            e[0] = e[1];
            e[1] = swap;
        }
        for (int i = 0; i < 2; i++)
            if (e[i] > 0 && e[i] < 1)
                knot[knots++] = e[i];
    }
    knot[knots] = 1;
    for (int i = 0; i < knots; i++)
        if ((volume(f, v, knot[i]) < 0) != (volume(f, v, knot[i + 1]) < 0) &&
            meet(f, v, root(f, v, knot[i], knot[i + 1])))
            return true;
    return false;
}

/* Whether the boxes of v[0 ... split) and of the rest meet over the step. */
static bool are_near(const flat *f, const size_t v[4], int split)
{
    for (int axis = 0; axis < 3; axis++) {
        const long double far = (long double)INFINITY;
        long double low[2] = {far, far}, high[2] = {-far, -far};
        for (int i = 0; i < 4; i++) {
            const int side = i >= split;
            low[side] = fminl(low[side], fminl(f->x0[v[i]][axis], f->x1[v[i]][axis]));
            high[side] = fmaxl(high[side], fmaxl(f->x0[v[i]][axis], f->x1[v[i]][axis]));
        }
        if (low[0] > high[1] || low[1] > high[0])
            return false;
    }
    return true;
}

size_t penetration_passes(const trama_system *system, double t0, const double *q0, double t1,
                          const double *q1)
{
    flat f = flat_of(system, t0, q0, t1, q1);
    size_t count = 0;
    for (size_t i = 0; i < f.vertices; i++)
        for (size_t t = 0; t < f.triangles; t++) {
            const size_t v[4] = {i, f.triangle[t][0], f.triangle[t][1], f.triangle[t][2]};
            if (i != v[1] && i != v[2] && i != v[3] && are_near(&f, v, 1))
                count += pass(&f, v, is_inside);
        }
    for (size_t a = 0; a < f.edges; a++)
        for (size_t b = 0; b < a; b++) {
            const size_t v[4] = {f.edge[a][0], f.edge[a][1], f.edge[b][0], f.edge[b][1]};
            if (v[0] != v[2] && v[0] != v[3] && v[1] != v[2] && v[1] != v[3] && are_near(&f, v, 2))
                count += pass(&f, v, edges_meet);
        }
    end(&f);
    return count;
}
