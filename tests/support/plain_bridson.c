#include "support/plain_bridson.h"
#include "support/vec.h"

#include <math.h>
#include <string.h>

/* The formulas of Campos, 4.1.1, word by word. */

typedef struct plain_element {
    vec x[4], v[4]; /* x1 x2 the tips, x3 x4 the edge */
} plain_element;

static void plain_mode(const plain_element *el, vec u[4])
{
    const vec x1 = el->x[0], x2 = el->x[1], x3 = el->x[2], x4 = el->x[3];
    const vec e = minus(x4, x3);
    const vec n1 = cross(minus(x1, x3), minus(x1, x4));
    const vec n2 = cross(minus(x2, x4), minus(x2, x3));
    const double l = vec_length(e);
    const vec m1 = scaled(1 / dot(n1, n1), n1), m2 = scaled(1 / dot(n2, n2), n2);
    u[0] = scaled(l, m1);
    u[1] = scaled(l, m2);
    u[2] = plus(scaled(dot(minus(x1, x4), e) / l, m1), scaled(dot(minus(x2, x4), e) / l, m2));
    u[3] = plus(scaled(-dot(minus(x1, x3), e) / l, m1), scaled(-dot(minus(x2, x3), e) / l, m2));
}

/* +- sqrt((1 - n1 . n2) / 2) with the sign of (n1 x n2) . e. */
static double plain_half_sine(const plain_element *el)
{
    const vec x1 = el->x[0], x2 = el->x[1], x3 = el->x[2], x4 = el->x[3];
    const vec n1 = vec_unit(cross(minus(x1, x3), minus(x1, x4)));
    const vec n2 = vec_unit(cross(minus(x2, x4), minus(x2, x3)));
    const double sine = dot(cross(n1, n2), minus(x4, x3));
    return (sine < 0 ? -1 : 1) * sqrt(fmax(0, (1 - dot(n1, n2)) / 2));
}

static void plain_bending(const plain_element *el, double elastic, double damping, double rest,
                          vec f[4])
{
    const vec x1 = el->x[0], x2 = el->x[1], x3 = el->x[2], x4 = el->x[3];
    const double n1 = vec_length(cross(minus(x1, x3), minus(x1, x4)));
    const double n2 = vec_length(cross(minus(x2, x4), minus(x2, x3)));
    const double l = vec_length(minus(x4, x3));
    vec u[4];
    double rate = 0;
    plain_mode(el, u);
    for (int i = 0; i < 4; i++)
        rate += dot(u[i], el->v[i]);
    for (int i = 0; i < 4; i++)
        f[i] = scaled(elastic * l * l / (n1 + n2) * (plain_half_sine(el) - sin(rest / 2)) -
                          damping * l * rate,
                      u[i]);
}

static void add_to(double *a, size_t nodes, size_t i, vec f)
{
    a[i] += f.x;
    a[nodes + i] += f.y;
    a[2 * nodes + i] += f.z;
}

static bool crosses_a_square(const trama_grid *grid, const trama_edge *e)
{
    const size_t n = (size_t)grid->points[1];
    return n > 0 && e->node[0] / n != e->node[1] / n && e->node[0] % n != e->node[1] % n;
}

void plain_bridson_forces(const trama_mesh *mesh, const trama_grid *grid, const double *flat,
                          plain_bridson m, const double *q, const double *v, double *force)
{
    const size_t nodes = mesh->nodes;
    memset(force, 0, 3 * nodes * sizeof *force);
    for (size_t k = 0; k < mesh->edge_count; k++) {
        const trama_edge *e = &mesh->edge[k];
        const size_t i = e->node[0], j = e->node[1];
        const vec d = minus(vec_at(q, nodes, j), vec_at(q, nodes, i));
        const double l0 = vec_length(minus(vec_at(flat, nodes, j), vec_at(flat, nodes, i)));
        const double stiffness = crosses_a_square(grid, e) ? m.shear : m.structural;
        const vec spring = scaled(stiffness * (vec_length(d) - l0), vec_unit(d));
        add_to(force, nodes, i, spring);
        add_to(force, nodes, j, scaled(-1, spring));
        if (e->triangle[1] == TRAMA_NONE)
            continue;
        const size_t at[4] = {e->opposite[0], e->opposite[1], i, j};
        plain_element el;
        vec f[4];
        for (int c = 0; c < 4; c++) {
            el.x[c] = vec_at(q, nodes, at[c]);
            el.v[c] = vec_at(v, nodes, at[c]);
        }
        plain_bending(&el, m.elastic, m.damping, m.rest, f);
        for (int c = 0; c < 4; c++)
            add_to(force, nodes, at[c], f[c]);
    }
}
