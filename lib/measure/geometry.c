#include "measure/geometry.h"
#include "core/numbers.h"
#include "core/vec.h"

#include <math.h>

/* Largest values are sought in blocks by vectors; the place is then looked for in the one block
 * that holds it. */
enum { BLOCK = 256 };

/* Squared displacements of `count` nodes from `first`; the largest, and 0 or NAN in *poison. */
static double moved_most(const double *q, const double *before, size_t nodes, size_t components,
                         size_t first, size_t count, double *square, double *poison)
{
    double largest = 0.0, sum = 0.0;
    for (size_t i = 0; i < count; i++)
        square[i] = 0.0;
    for (size_t c = 0; c < components; c++) {
        const double *x = q + c * nodes + first, *y = before + c * nodes + first;
#pragma omp simd
        for (size_t i = 0; i < count; i++)
            square[i] += (x[i] - y[i]) * (x[i] - y[i]);
    }
#pragma omp simd reduction(max : largest) reduction(+ : sum)
    for (size_t i = 0; i < count; i++) {
        largest = square[i] > largest ? square[i] : largest;
        sum += square[i] * 0.0;
    }
    *poison = sum;
    return largest;
}

static size_t first_not_finite(const double *square, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (square[i] * 0.0 != 0.0)
            return i;
    return 0;
}

static size_t first_equal(const double *square, size_t count, double value)
{
    for (size_t i = 0; i < count; i++)
        if (square[i] == value)
            return i;
    return 0;
}

trama_peak trama_displacement(const double *q, const double *before, size_t nq, size_t components)
{
    const size_t nodes = nq / components;
    double square[BLOCK], largest = 0.0, poison;
    size_t node = 0;
    for (size_t first = 0; first < nodes; first += BLOCK) {
        const size_t count = nodes - first < BLOCK ? nodes - first : BLOCK;
        const double most = moved_most(q, before, nodes, components, first, count, square, &poison);
        if (poison != 0.0)
            return (trama_peak){TRAMA_NAN, first + first_not_finite(square, count)};
        if (most > largest) {
            largest = most;
            node = first + first_equal(square, count, most);
        }
    }
    return (trama_peak){sqrt(largest), node};
}

/* Smallest and largest squared length of the edges i -> i + stride, and where. */
typedef struct extremes {
    double least, most;
    size_t least_node, most_node;
    bool finite;
} extremes;

/* The edges that begin at `count` nodes from `first`. */
static void edge_block(const double *q, size_t nodes, size_t first, size_t count, size_t stride,
                       extremes *e)
{
    double square[BLOCK], least = e->least, most = e->most, poison = 0.0;
    const double *x = q + first, *y = x + nodes, *z = y + nodes;
#pragma omp simd reduction(min : least) reduction(max : most) reduction(+ : poison)
    for (size_t i = 0; i < count; i++) {
        const double dx = x[i + stride] - x[i], dy = y[i + stride] - y[i];
        const double dz = z[i + stride] - z[i];
        square[i] = dx * dx + dy * dy + dz * dz;
        least = square[i] < least ? square[i] : least;
        most = square[i] > most ? square[i] : most;
        poison += square[i] * 0.0;
    }
    e->finite &= poison == 0.0;
    if (least < e->least)
        e->least_node = first + first_equal(square, count, least);
    if (most > e->most)
        e->most_node = first + first_equal(square, count, most);
    e->least = least;
    e->most = most;
}

static extremes edge_extremes(const double *q, const trama_grid *grid, int direction)
{
    const size_t rows = (size_t)grid->points[0] - (direction == 0);
    const size_t columns = (size_t)grid->points[1] - (direction == 1);
    const size_t n = (size_t)grid->points[1], nodes = (size_t)grid->points[0] * n;
    const size_t stride = direction == 0 ? n : 1;
    extremes e = {TRAMA_INFINITY, 0.0, 0, 0, true};
    for (size_t k = 0; k < rows; k++)
        for (size_t l = 0; l < columns; l += BLOCK)
            edge_block(q, nodes, k * n + l, columns - l < BLOCK ? columns - l : BLOCK, stride, &e);
    return e;
}

static double edge_length(const double *q, size_t nodes, const trama_edge *edge)
{
    double square = 0.0;
    for (size_t c = 0; c < 3; c++) {
        const double d = q[c * nodes + edge->node[1]] - q[c * nodes + edge->node[0]];
        square += d * d;
    }
    return sqrt(square);
}

bool trama_scene_has_edges(const trama_scene *scene)
{
    const trama_mesh *mesh = trama_scene_mesh(scene);
    return mesh ? mesh->edge_count > 0 : trama_scene_nodes(scene) > 0;
}

bool trama_scene_has_area(const trama_scene *scene)
{
    const trama_mesh *mesh = trama_scene_mesh(scene);
    return mesh ? mesh->triangle_count > 0 : trama_scene_nodes(scene) > 0;
}

static trama_peak mesh_strain(const trama_scene *scene, const double *q)
{
    const trama_mesh *mesh = trama_scene_mesh(scene);
    const double *rest = trama_scene_spec_of(scene)->mesh.vertex;
    trama_peak peak = {0.0, 0};
    for (size_t e = 0; e < mesh->edge_count; e++) {
        const trama_edge *edge = &mesh->edge[e];
        const double strain =
            fabs(edge_length(q, mesh->nodes, edge) / edge_length(rest, mesh->nodes, edge) - 1.0);
        if (isnan(strain))
            return (trama_peak){TRAMA_NAN, edge->node[0]};
        if (strain > peak.value)
            peak = (trama_peak){strain, edge->node[0]};
    }
    return peak;
}

trama_peak trama_edge_strain(const trama_scene *scene, const double *q)
{
    if (!trama_scene_has_edges(scene))
        return (trama_peak){TRAMA_NAN, 0};
    if (trama_scene_mesh(scene))
        return mesh_strain(scene, q);
    trama_peak peak = {0.0, 0};
    for (int direction = 0; direction < 2; direction++) {
        const double h = trama_scene_spacing(scene, direction);
        const extremes e = edge_extremes(q, trama_scene_grid(scene), direction);
        if (!e.finite)
            return (trama_peak){TRAMA_NAN, 0};
        const double stretch = sqrt(e.most) / h - 1.0, compression = 1.0 - sqrt(e.least) / h;
        if (stretch > peak.value)
            peak = (trama_peak){stretch, e.most_node};
        if (compression > peak.value)
            peak = (trama_peak){compression, e.least_node};
    }
    return peak;
}

/* d1 x d2 of the forward edges of node i. */
static void cell_normal(const double *q, size_t nodes, size_t i, size_t n, double normal[3])
{
    double d1[3], d2[3];
    for (size_t c = 0; c < 3; c++) {
        const double *x = q + c * nodes;
        d1[c] = x[i + n] - x[i];
        d2[c] = x[i + 1] - x[i];
    }
    cross3(d1, d2, normal);
}

static double mesh_area(const trama_mesh *mesh, const double *q)
{
    double area = 0.0;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        double vector[3];
        trama_mesh_area_vector(mesh, t, q, vector);
        area += 0.5 * sqrt(dot3(vector, vector));
    }
    return area;
}

double trama_area_ratio(const trama_scene *scene, const double *q)
{
    const trama_mesh *mesh = trama_scene_mesh(scene);
    if (!trama_scene_has_area(scene)) /* a lattice one layer thick */
        return TRAMA_NAN;
    if (mesh)
        return mesh_area(mesh, q) / mesh_area(mesh, trama_scene_spec_of(scene)->mesh.vertex);
    const trama_grid *grid = trama_scene_grid(scene);
    const size_t m = (size_t)grid->points[0], n = (size_t)grid->points[1];
    double area = 0.0;
    for (size_t k = 0; k + 1 < m; k++)
        for (size_t l = 0; l + 1 < n; l++) {
            double normal[3];
            cell_normal(q, m * n, k * n + l, n, normal);
            area += sqrt(dot3(normal, normal));
        }
    return area / (grid->side[0] * grid->side[1]);
}

static bool is_closed(const trama_mesh *mesh)
{
    for (size_t e = 0; e < mesh->edge_count; e++)
        if (mesh->edge[e].triangle[1] == TRAMA_NONE)
            return false;
    return true;
}

double trama_volume(const trama_scene *scene, const double *q)
{
    const trama_mesh *mesh = trama_scene_mesh(scene);
    if (!mesh || mesh->triangle_count == 0 || !is_closed(mesh))
        return TRAMA_NAN;
    double six_volumes = 0.0;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        double area[3];
        trama_mesh_area_vector(mesh, t, q, area);
        for (size_t axis = 0; axis < 3; axis++) {
            const double *x = q + axis * mesh->nodes;
            six_volumes += (x[mesh->triangle[t].node[0]] - x[0]) * area[axis];
        }
    }
    return six_volumes / 6.0;
}

double trama_drop(const trama_scene *scene, const double *q)
{
    const double *gravity = trama_scene_spec_of(scene)->gravity;
    const size_t nodes = trama_scene_nodes(scene);
    const double size = sqrt(dot3(gravity, gravity));
    double low = -TRAMA_INFINITY, high = TRAMA_INFINITY;
    for (size_t i = 0; i < nodes; i++) {
        const double position[3] = {q[i], q[nodes + i], q[2 * nodes + i]};
        const double down = dot3(position, gravity) / size;
        low = fmax(low, down);
        high = fmin(high, down);
    }
    return size > 0.0 ? low - high : TRAMA_NAN;
}

/* The fourth difference of u = q - before about node i along `stride`, over 16. */
static void shortest_wave(const double *q, const double *before, size_t nodes, size_t i,
                          size_t stride, double wave[3])
{
    for (size_t c = 0; c < 3; c++) {
        const double *x = q + c * nodes + i, *y = before + c * nodes + i;
        const double far =
            (x[2 * stride] - y[2 * stride]) + (*(x - 2 * stride) - *(y - 2 * stride));
        const double near = (x[stride] - y[stride]) + (*(x - stride) - *(y - stride));
        wave[c] = (far - 4.0 * near + 6.0 * (x[0] - y[0])) / 16.0;
    }
}

trama_sawtooth trama_sawtooth_of(const trama_scene *scene, const double *q, const double *before)
{
    const trama_grid *grid = trama_scene_grid(scene);
    const size_t m = (size_t)grid->points[0], n = (size_t)grid->points[1];
    if (trama_scene_mesh(scene) || m < 5 || n < 5)
        return (trama_sawtooth){TRAMA_NAN, TRAMA_NAN};
    double in = 0.0, out = 0.0;
    size_t count = 0;
    for (size_t k = 2; k + 2 < m; k++)
        for (size_t l = 2; l + 2 < n; l++) {
            const size_t i = k * n + l;
            double normal[3];
            cell_normal(before, m * n, i, n, normal);
            const double square = dot3(normal, normal);
            for (int direction = 0; direction < 2; direction++) {
                double wave[3];
                shortest_wave(q, before, m * n, i, direction == 0 ? n : 1, wave);
                const double along = dot3(wave, normal);
                const double part = square > 0.0 ? along * along / square : 0.0;
                out += part;
                in += dot3(wave, wave) - part;
            }
            count += 2;
        }
    const double samples = (double)count;
    return (trama_sawtooth){sqrt(in > 0.0 || in != in ? in / samples : 0.0), sqrt(out / samples)};
}
