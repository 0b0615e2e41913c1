/* Strain at the vertices of a cloth, for pictures: the mean of |l / l0 - 1| over the edges that
 * meet at a vertex. It shows a saw-tooth, whose edges are alternately long and short; the mean of l
 * / l0 - 1 would cancel. */
#include "measure/whole.h"

#include "core/numbers.h"

#include <math.h>

static double length_of(const double *q, size_t nodes, size_t a, size_t b)
{
    double square = 0.0;
    for (size_t c = 0; c < 3; c++) {
        const double d = q[c * nodes + b] - q[c * nodes + a];
        square += d * d;
    }
    return sqrt(square);
}

static void add_edge(const double *q, size_t nodes, size_t a, size_t b, double rest, double *strain,
                     double *edges)
{
    const double own = fabs(length_of(q, nodes, a, b) / rest - 1.0);
    strain[a] += own;
    strain[b] += own;
    edges[a] += 1.0;
    edges[b] += 1.0;
}

static void add_grid(const trama_scene *scene, const double *q, double *strain, double *edges)
{
    const trama_grid *grid = trama_scene_grid(scene);
    const size_t m = (size_t)grid->points[0], n = (size_t)grid->points[1];
    const double rest[2] = {trama_scene_spacing(scene, 0), trama_scene_spacing(scene, 1)};
    for (size_t k = 0; k < m; k++)
        for (size_t l = 0; l < n; l++) {
            const size_t i = k * n + l;
            if (k + 1 < m)
                add_edge(q, m * n, i, i + n, rest[0], strain, edges);
            if (l + 1 < n)
                add_edge(q, m * n, i, i + 1, rest[1], strain, edges);
        }
}

static void add_mesh(const trama_scene *scene, const double *q, double *strain, double *edges)
{
    const trama_mesh *mesh = trama_scene_mesh(scene);
    const double *rest = trama_scene_spec_of(scene)->mesh.vertex;
    for (size_t e = 0; e < mesh->edge_count; e++) {
        const size_t *node = mesh->edge[e].node;
        add_edge(q, mesh->nodes, node[0], node[1], length_of(rest, mesh->nodes, node[0], node[1]),
                 strain, edges);
    }
}

static void add_springs(const trama_object *object, const double *q, double *strain, double *edges)
{
    const size_t nodes = trama_scene_nodes(object->scene),
                 count = object->type->composition->springs(object->model);
    for (size_t i = 0; i < count; i++) {
        const trama_spring spring = object->type->composition->spring(object->model, i);
        add_edge(q, nodes, spring.node[0], spring.node[1], spring.rest, strain, edges);
    }
}

void trama_vertex_strain(const trama_object *object, const double *q, double *strain, double *edges)
{
    const size_t nodes = trama_scene_nodes(object->scene);
    for (size_t i = 0; i < nodes; i++)
        strain[i] = edges[i] = 0.0;
    if (trama_object_strains_springs(object))
        add_springs(object, q, strain, edges);
    else if (trama_scene_mesh(object->scene))
        add_mesh(object->scene, q, strain, edges);
    else
        add_grid(object->scene, q, strain, edges);
    for (size_t i = 0; i < nodes; i++)
        strain[i] = edges[i] > 0.0 ? strain[i] / edges[i] : TRAMA_NAN;
}
