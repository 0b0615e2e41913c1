#include "rigid/mass.h"

#include "core/vec.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Principal axes. */

/* One rotation of Jacobi's method in the plane of p and q: a[p][q] becomes 0. */
static void rotate(double a[3][3], double axes[3][3], int p, int q)
{
    const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    const double t = copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 3; k++) { /* columns of a, and of the axes */
        const double ap = a[k][p], aq = a[k][q], vp = axes[k][p], vq = axes[k][q];
        a[k][p] = c * ap - s * aq;
        a[k][q] = s * ap + c * aq;
        axes[k][p] = c * vp - s * vq;
        axes[k][q] = s * vp + c * vq;
    }
    for (int k = 0; k < 3; k++) { /* rows of a */
        const double ap = a[p][k], aq = a[q][k];
        a[p][k] = c * ap - s * aq;
        a[q][k] = s * ap + c * aq;
    }
}

void trama_principal_axes(const double inertia[9], double moment[3], double axes[9])
{
    double a[3][3], v[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    memcpy(a, inertia, sizeof a);
    const double rounding = 8.0 * DBL_EPSILON * (a[0][0] + a[1][1] + a[2][2]);
    for (int sweep = 0; sweep < 32; sweep++) /* converges quadratically; 5 or 6 are enough */
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++)
                if (fabs(a[p][q]) > rounding)
                    rotate(a, v, p, q);
    for (int i = 0; i < 3; i++)
        moment[i] = a[i][i];
    memcpy(axes, v, sizeof v);
}

/* ---- Closed meshes. */

/* An edge of a triangle, from its first to its second vertex. */
typedef struct edge {
    uint32_t from, to;
} edge;

static int by_ends(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

static trama_status check_indices(size_t vertices, const uint32_t *triangle, size_t triangles,
                                  trama_error *error)
{
    for (size_t i = 0; i < 3 * triangles; i++)
        if (triangle[i] >= vertices)
            return trama_fail(error, TRAMA_BAD_INPUT, "",
                              "triangle %zu has vertex %u; allowed: below %zu", i / 3,
                              (unsigned)triangle[i], vertices);
    return TRAMA_OK;
}

/* Every edge has its opposite, once. */
static trama_status check_edges(const edge *edges, size_t count, trama_error *error)
{
    for (size_t e = 0; e < count; e++) {
        const edge opposite = {edges[e].to, edges[e].from};
        if (e > 0 && by_ends(&edges[e - 1], &edges[e]) == 0)
            return trama_fail(error, TRAMA_BAD_INPUT, "",
                              "two triangles have the edge from vertex %u to %u in the same sense; "
                              "allowed: a closed mesh whose triangles all face outwards",
                              (unsigned)edges[e].from, (unsigned)edges[e].to);
        if (!bsearch(&opposite, edges, count, sizeof *edges, by_ends))
            return trama_fail(error, TRAMA_BAD_INPUT, "",
                              "the mesh is open at the edge of the vertices %u and %u; allowed: a "
                              "closed mesh",
                              (unsigned)edges[e].from, (unsigned)edges[e].to);
    }
    return TRAMA_OK;
}

static trama_status check_closed(const uint32_t *triangle, size_t triangles, trama_error *error)
{
    edge *edges = calloc(3 * triangles + 1, sizeof *edges);
    if (!edges)
        return trama_fail_memory(error);
    for (size_t e = 0; e < 3 * triangles; e++)
        edges[e] = (edge){triangle[e], triangle[e / 3 * 3 + (e + 1) % 3]};
    qsort(edges, 3 * triangles, sizeof *edges, by_ends);
    const trama_status status = check_edges(edges, 3 * triangles, error);
    free(edges);
    return status;
}

/* Volume, and its first and second moments about the reference point. */
typedef struct integrals {
    double volume, first[3], second[3][3];
} integrals;

/* Of the tetrahedron of the reference point 0 and a, b, c: with s = a + b + c,
 *   V = a . (b x c) / 6,  int x = V s / 4,  int x x^T = V (a a^T + b b^T + c c^T + s s^T) / 20. */
static void add_tetrahedron(const double a[3], const double b[3], const double c[3], integrals *sum)
{
    double normal[3];
    cross3(b, c, normal);
    const double volume = dot3(a, normal) / 6.0;
    sum->volume += volume;
    for (int i = 0; i < 3; i++) {
        const double si = a[i] + b[i] + c[i];
        sum->first[i] += volume * si / 4.0;
        for (int j = 0; j < 3; j++) {
            const double sj = a[j] + b[j] + c[j];
            sum->second[i][j] +=
                volume * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + si * sj) / 20.0;
        }
    }
}

static void mean_of(const double *vertex, size_t vertices, double mean[3])
{
    mean[0] = mean[1] = mean[2] = 0.0;
    for (size_t i = 0; i < vertices; i++)
        for (size_t axis = 0; axis < 3; axis++)
            mean[axis] += (vertex[3 * i + axis] - vertex[axis]) / (double)vertices;
    for (size_t axis = 0; axis < 3; axis++)
        mean[axis] += vertex[axis];
}

/* The largest distance of a vertex from the mean along an axis, m. */
static double extent_of(const double *vertex, size_t vertices, const double mean[3])
{
    double extent = 0.0;
    for (size_t i = 0; i < vertices; i++)
        for (size_t axis = 0; axis < 3; axis++)
            extent = fmax(extent, fabs(vertex[3 * i + axis] - mean[axis]));
    return extent;
}

static trama_status integrate(const double *vertex, const uint32_t *triangle, size_t triangles,
                              const double mean[3], double extent, integrals *sum,
                              trama_error *error)
{
    *sum = (integrals){0};
    for (size_t t = 0; t < triangles; t++) {
        double corner[3][3], one[3], other[3], normal[3];
        for (size_t c = 0; c < 3; c++)
            for (size_t axis = 0; axis < 3; axis++)
                corner[c][axis] = vertex[3 * triangle[3 * t + c] + axis] - mean[axis];
        for (size_t axis = 0; axis < 3; axis++) {
            one[axis] = corner[1][axis] - corner[0][axis];
            other[axis] = corner[2][axis] - corner[0][axis];
        }
        cross3(one, other, normal);
        if (!(dot3(normal, normal) > 0.0))
            return trama_fail(error, TRAMA_BAD_INPUT, "",
                              "triangle %zu has no area; allowed: none that is degenerate", t);
        add_tetrahedron(corner[0], corner[1], corner[2], sum);
    }
    if (!(fabs(sum->volume) > 1e-12 * extent * extent * extent))
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "the mesh encloses no volume (%.3g m^3); allowed: a solid", sum->volume);
    if (sum->volume < 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "the triangles face inwards (volume %.3g m^3); allowed: counterclockwise "
                          "as seen from outside",
                          sum->volume);
    return TRAMA_OK;
}

/* Inertia about the centre: rho (tr(S) 1 - S), S the second moments about it. */
static void fill_mass(const integrals *sum, const double mean[3], double density, trama_mass *mass)
{
    double shift[3], second[3][3], inertia[9];
    for (int i = 0; i < 3; i++)
        shift[i] = sum->first[i] / sum->volume;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            second[i][j] = sum->second[i][j] - sum->volume * shift[i] * shift[j];
    const double trace = second[0][0] + second[1][1] + second[2][2];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            inertia[3 * i + j] = density * ((i == j ? trace : 0.0) - second[i][j]);
    mass->mass = density * sum->volume;
    for (int i = 0; i < 3; i++)
        mass->centre[i] = mean[i] + shift[i];
    trama_principal_axes(inertia, mass->moment, mass->axes);
}

trama_status trama_mass_of_mesh(const double *vertex, size_t vertices, const uint32_t *triangle,
                                size_t triangles, double density, trama_mass *mass,
                                trama_error *error)
{
    integrals sum;
    double mean[3];
    if (vertices < 4 || triangles < 4)
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "%zu vertices and %zu triangles; allowed: a closed mesh, of at least 4",
                          vertices, triangles);
    trama_status status = check_indices(vertices, triangle, triangles, error);
    if (status == TRAMA_OK)
        status = check_closed(triangle, triangles, error);
    if (status != TRAMA_OK)
        return status;
    mean_of(vertex, vertices, mean);
    status = integrate(vertex, triangle, triangles, mean, extent_of(vertex, vertices, mean), &sum,
                       error);
    if (status == TRAMA_OK)
        fill_mass(&sum, mean, density, mass);
    return status;
}
