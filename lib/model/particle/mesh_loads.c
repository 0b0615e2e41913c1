/* The tangent of the loads' drag and damping: the normal at a node is that of the sum of the area
 * vectors of its triangles. */
#include "model/particle/mesh_loads.h"
#include "model/particle/elements.h"

typedef struct mesh_drag {
    const trama_mesh *mesh;
    const trama_loads *loads;
    const double *area; /* 3 N: those sums */
} mesh_drag;

static size_t find_triangle(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    const mesh_drag *d = self;
    for (int c = 0; c < 3; c++)
        node[c] = d->mesh->triangle[element].node[c];
    return 3;
}

/* What its triangle's change does to each corner. */
static void change_triangle(const void *self, size_t element, const trama_element_state *s,
                            vec force[TRAMA_ELEMENT_NODES])
{
    const mesh_drag *d = self;
    const size_t nodes = d->mesh->nodes, *node = d->mesh->triangle[element].node;
    const vec da = plus(cross(minus(s->dx[1], s->dx[0]), minus(s->x[2], s->x[0])),
                        cross(minus(s->x[1], s->x[0]), minus(s->dx[2], s->dx[0])));
    for (int c = 0; c < 3; c++) {
        const vec area = {d->area[node[c]], d->area[nodes + node[c]], d->area[2 * nodes + node[c]]};
        force[c] = trama_drag_change(d->loads->drag, d->loads->wind, area, s->v[c], da,
                                     (vec){0.0, 0.0, 0.0});
    }
}

static size_t find_node(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    (void)self;
    node[0] = element;
    return 1;
}

/* What its own velocity's change does to a node. */
static void change_node(const void *self, size_t element, const trama_element_state *s,
                        vec force[TRAMA_ELEMENT_NODES])
{
    const mesh_drag *d = self;
    const size_t nodes = d->mesh->nodes;
    const vec area = {d->area[element], d->area[nodes + element], d->area[2 * nodes + element]};
    force[0] = trama_drag_change(d->loads->drag, d->loads->wind, area, s->v[0],
                                 (vec){0.0, 0.0, 0.0}, s->dv[0]);
}

static void sum_areas(const trama_mesh *mesh, const double *q, double *sum)
{
    for (size_t i = 0; i < 3 * mesh->nodes; i++)
        sum[i] = 0.0;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        double area[3];
        trama_mesh_area_vector(mesh, t, q, area);
        for (size_t c = 0; c < 3; c++)
            for (size_t axis = 0; axis < 3; axis++)
                sum[axis * mesh->nodes + mesh->triangle[t].node[c]] += area[axis];
    }
}

enum { CORNERS, NODES, KINDS };

static void elements_of(const trama_mesh *mesh, const double *q, const trama_loads *loads,
                        double *area, mesh_drag *drag, trama_elements kind[KINDS])
{
    *drag = (mesh_drag){mesh, loads, area};
    sum_areas(mesh, q, area);
    kind[CORNERS] = (trama_elements){.self = drag,
                                     .count = mesh->triangle_count,
                                     .nodes = mesh->nodes,
                                     .find = find_triangle,
                                     .change = change_triangle};
    kind[NODES] = (trama_elements){.self = drag,
                                   .count = mesh->nodes,
                                   .nodes = mesh->nodes,
                                   .rates = true,
                                   .find = find_node,
                                   .change = change_node};
}

void trama_mesh_loads_product(const trama_mesh *mesh, const double *inverse_mass, double *area,
                              const double *q, const double *v, const trama_loads *loads, double cq,
                              double cv, const double *u, double *y)
{
    mesh_drag drag;
    trama_elements kind[KINDS];
    if (loads->drag != 0.0) {
        elements_of(mesh, q, loads, area, &drag, kind);
        for (int i = 0; i < KINDS; i++)
            trama_elements_product(&kind[i], q, v, cq, cv, u, y);
    }
    trama_damping_product(mesh->nodes, loads, 1.0, inverse_mass, cv, u, y);
}

void trama_mesh_loads_assemble(const trama_mesh *mesh, const double *inverse_mass, double *area,
                               const double *q, const double *v, const trama_loads *loads,
                               trama_triplets *k, trama_triplets *d)
{
    mesh_drag drag;
    trama_elements kind[KINDS];
    if (loads->drag != 0.0) {
        elements_of(mesh, q, loads, area, &drag, kind);
        for (int i = 0; i < KINDS; i++)
            trama_elements_assemble(&kind[i], q, v, k, d);
    }
    trama_damping_assemble(mesh->nodes, loads, 1.0, inverse_mass, d);
}
