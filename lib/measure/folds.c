#include "measure/folds.h"
#include "core/numbers.h"
#include "core/vec.h"

#include <math.h>
#include <string.h>

/* --- the plane of least squares --- */

typedef struct plane {
    double point[3], normal[3]; /* unit */
} plane;

/* One turn of Jacobi's method in the plane of axes i and j: s[i][j] becomes 0. */
static void rotate(double s[3][3], double axes[3][3], int i, int j)
{
    if (s[i][j] == 0.0)
        return;
    const double angle = 0.5 * atan2(2.0 * s[i][j], s[j][j] - s[i][i]);
    const double c = cos(angle), sine = sin(angle);
    for (int k = 0; k < 3; k++) {
        const double ki = s[k][i], kj = s[k][j], ai = axes[k][i], aj = axes[k][j];
        s[k][i] = c * ki - sine * kj;
        s[k][j] = sine * ki + c * kj;
        axes[k][i] = c * ai - sine * aj;
        axes[k][j] = sine * ai + c * aj;
    }
    for (int k = 0; k < 3; k++) {
        const double ik = s[i][k], jk = s[j][k];
        s[i][k] = c * ik - sine * jk;
        s[j][k] = sine * ik + c * jk;
    }
}

/* The eigenvector of symmetric s with the smallest eigenvalue; s is used up. */
static void smallest(double s[3][3], double vector[3])
{
    enum { SWEEPS = 12 }; /* it converges quadratically: 6 reach rounding */
    double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int i = 0; i < 2; i++)
            for (int j = i + 1; j < 3; j++)
                rotate(s, axes, i, j);
    int least = 0;
    for (int i = 1; i < 3; i++)
        if (s[i][i] < s[least][least])
            least = i;
    for (int k = 0; k < 3; k++)
        vector[k] = axes[k][least];
}

static plane fitted(size_t nodes, const double *q)
{
    plane p = {{0, 0, 0}, {0, 0, 0}};
    double spread[3][3] = {{0}};
    for (size_t axis = 0; axis < 3; axis++) {
        for (size_t i = 0; i < nodes; i++)
            p.point[axis] += q[axis * nodes + i];
        p.point[axis] /= (double)nodes;
    }
    for (size_t a = 0; a < 3; a++)
        for (size_t b = a; b < 3; b++) {
            for (size_t i = 0; i < nodes; i++)
                spread[a][b] += (q[a * nodes + i] - p.point[a]) * (q[b * nodes + i] - p.point[b]);
            spread[b][a] = spread[a][b];
        }
    smallest(spread, p.normal);
    return p;
}

static double height(const plane *p, size_t nodes, const double *q, size_t i)
{
    const double d[3] = {q[i] - p->point[0], q[nodes + i] - p->point[1],
                         q[2 * nodes + i] - p->point[2]};
    return dot3(d, p->normal);
}

static double root_mean_square(const plane *p, size_t nodes, const double *q)
{
    double sum = 0.0;
    for (size_t i = 0; i < nodes; i++) {
        const double h = height(p, nodes, q, i);
        sum += h * h;
    }
    return sqrt(sum / (double)nodes);
}

/* --- area and its projection --- */

static void edge(size_t nodes, const double *q, size_t from, size_t to, double d[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        d[axis] = q[axis * nodes + to] - q[axis * nodes + from];
}

static void add_area(const double vector[3], const plane *p, double area[2])
{
    area[0] += sqrt(dot3(vector, vector));
    area[1] += fabs(dot3(vector, p->normal));
}

/* Area over projected area: of the triangles, or of the grid's cells by their diagonals. */
static double projection(const trama_scene *scene, const double *q, const plane *p)
{
    const trama_mesh *mesh = trama_scene_mesh(scene);
    double area[2] = {0.0, 0.0}, vector[3];
    if (mesh) {
        for (size_t t = 0; t < mesh->triangle_count; t++) {
            trama_mesh_area_vector(mesh, t, q, vector);
            add_area(vector, p, area);
        }
        return area[0] / area[1];
    }
    const trama_grid *grid = trama_scene_grid(scene);
    const size_t m = (size_t)grid->points[0], n = (size_t)grid->points[1];
    for (size_t k = 0; k + 1 < m; k++)
        for (size_t l = 0; l + 1 < n; l++) {
            double d1[3], d2[3];
            edge(m * n, q, k * n + l, (k + 1) * n + l + 1, d1);
            edge(m * n, q, k * n + l + 1, (k + 1) * n + l, d2);
            cross3(d1, d2, vector);
            add_area(vector, p, area);
        }
    return area[0] / area[1];
}

/* --- fold lines --- */

/* Bend about node i along `stride`, towards normal n: the change of direction of the chord, rad. */
static double bend(size_t nodes, const double *q, size_t i, size_t stride, const double n[3])
{
    double to[3], from[3], change[3];
    edge(nodes, q, i, i + stride, to);
    edge(nodes, q, i - stride, i, from);
    const double lengths = sqrt(dot3(to, to)) + sqrt(dot3(from, from));
    for (int c = 0; c < 3; c++)
        change[c] = to[c] - from[c];
    return 2.0 * dot3(change, n) / lengths;
}

/* Mean curvature about an inner node as a bend: half the sum of those along both directions. */
static double mean_bend(size_t nodes, const double *q, size_t i, size_t n)
{
    double d1[3], d2[3], normal[3];
    edge(nodes, q, i - n, i + n, d1);
    edge(nodes, q, i - 1, i + 1, d2);
    cross3(d1, d2, normal);
    const double square = dot3(normal, normal), scale = square > 0.0 ? 1.0 / sqrt(square) : 0.0;
    for (int c = 0; c < 3; c++)
        normal[c] *= scale;
    return 0.5 * (bend(nodes, q, i, n, normal) + bend(nodes, q, i, 1, normal));
}

/* Changes of sign among `count` inner nodes from `first`, `stride` apart. */
static size_t sign_changes(size_t nodes, const double *q, size_t n, size_t first, size_t stride,
                           size_t count)
{
    size_t changes = 0;
    double last = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double b = mean_bend(nodes, q, first + i * stride, n);
        if (!(fabs(b) > TRAMA_FOLD_NOISE))
            continue;
        changes += b * last < 0.0;
        last = b;
    }
    return changes;
}

static void count_lines(const trama_grid *grid, const double *q, double lines[2])
{
    const size_t m = (size_t)grid->points[0], n = (size_t)grid->points[1];
    lines[0] = lines[1] = 0.0;
    if (m < 3 || n < 3) {
        lines[0] = lines[1] = TRAMA_NAN;
        return;
    }
    for (size_t l = 1; l + 1 < n; l++)
        lines[0] += (double)sign_changes(m * n, q, n, n + l, n, m - 2);
    for (size_t k = 1; k + 1 < m; k++)
        lines[1] += (double)sign_changes(m * n, q, n, k * n + 1, 1, n - 2);
    lines[0] /= (double)(n - 2);
    lines[1] /= (double)(m - 2);
}

static bool all_finite(size_t count, const double *q)
{
    double poison = 0.0;
    for (size_t i = 0; i < count; i++)
        poison += q[i] * 0.0;
    return poison == 0.0;
}

trama_folds trama_folds_of(const trama_scene *scene, const double *q)
{
    const size_t nodes = trama_scene_nodes(scene);
    if (!all_finite(3 * nodes, q))
        return (trama_folds){TRAMA_NAN, TRAMA_NAN, {TRAMA_NAN, TRAMA_NAN}};
    const plane p = fitted(nodes, q);
    trama_folds folds = {.out_of_plane = root_mean_square(&p, nodes, q),
                         .projection = projection(scene, q, &p),
                         .lines = {TRAMA_NAN, TRAMA_NAN}};
    if (!trama_scene_mesh(scene))
        count_lines(trama_scene_grid(scene), q, folds.lines);
    return folds;
}

void trama_fold_spectrum(const trama_scene *scene, const double *q, int direction, double *power)
{
    static const double pi = 3.14159265358979323846;
    const trama_grid *grid = trama_scene_grid(scene);
    const size_t count = (size_t)grid->points[direction],
                 rows = (size_t)grid->points[1 - direction];
    const size_t n = (size_t)grid->points[1], nodes = count * rows;
    const size_t along = direction == 0 ? n : 1, across = direction == 0 ? 1 : n;
    const plane base = fitted(nodes, q);
    for (size_t p = 1; p < count; p++) {
        power[p - 1] = 0.0;
        for (size_t row = 0; row < rows; row++) {
            double amplitude = 0.0;
            for (size_t i = 0; i < count; i++)
                amplitude += height(&base, nodes, q, row * across + i * along) *
                             cos(pi * (double)p * ((double)i + 0.5) / (double)count);
            amplitude *= 2.0 / (double)count;
            power[p - 1] += amplitude * amplitude / (double)rows;
        }
    }
}
