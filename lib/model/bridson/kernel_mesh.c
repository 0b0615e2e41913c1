/* Acceleration of Bridson's cloth on any triangle mesh: triangles first, then edge after edge
 * (compiled once for each instruction set; the order of sums is that of the edges). */
#include "model/bridson/element.h"
#include "model/bridson/fabric.h"

#include <string.h>

#define NAME_OF(isa) trama_bridson_mesh_##isa
#define NAME(isa) NAME_OF(isa)

INLINE vec node_of(size_t nodes, const double *q, size_t i)
{
    return (vec){q[i], q[nodes + i], q[2 * nodes + i]};
}
INLINE point point_of(bool damped, size_t nodes, const double *q, const double *v, size_t i)
{
    const vec zero = {0.0, 0.0, 0.0};
    return (point){node_of(nodes, q, i), damped ? node_of(nodes, v, i) : zero};
}
INLINE void add(size_t nodes, double *f, size_t i, vec force)
{
    f[i] += force.x;
    f[nodes + i] += force.y;
    f[2 * nodes + i] += force.z;
}

static void find_faces(const bridson_fabric *fabric, const double *q)
{
    const size_t nodes = fabric->nodes;
    for (size_t i = 0; i < fabric->mesh->triangle_count; i++) {
        const size_t *corner = fabric->mesh->triangle[i].node;
        const face f = face_of(node_of(nodes, q, corner[0]), node_of(nodes, q, corner[1]),
                               node_of(nodes, q, corner[2]));
        const double numbers[FACE] = {f.normal.x, f.normal.y, f.normal.z, f.inverse, f.area};
        memcpy(fabric->faces + FACE * i, numbers, sizeof numbers);
    }
}

INLINE face stored_face(const bridson_fabric *fabric, size_t i)
{
    const double *f = fabric->faces + FACE * i;
    return (face){{f[0], f[1], f[2]}, f[3], f[4]};
}

/* At a border the one triangle stands for both; `inner` is 0 there. */
INLINE void add_edge(bool damped, const bridson_fabric *fabric, size_t i, const double *q,
                     const double *v, double *force)
{
    const size_t nodes = fabric->nodes;
    const trama_edge *e = &fabric->mesh->edge[i];
    const bridson_edge *own = &fabric->edge[i];
    const size_t other = e->triangle[1] == TRAMA_NONE ? 0 : 1;
    const point p1 = point_of(damped, nodes, q, v, e->opposite[0]);
    const point p2 = point_of(damped, nodes, q, v, e->opposite[other]);
    const point p3 = point_of(damped, nodes, q, v, e->node[0]);
    const point p4 = point_of(damped, nodes, q, v, e->node[1]);
    const face t1 = stored_face(fabric, e->triangle[0]);
    const face t2 = stored_face(fabric, e->triangle[other]);
    const forces f =
        element(damped, &p1, &p2, &p3, &p4, &t1, &t2,
                (edge_constants){own->stiffness, own->length, own->hinge.inner, own->hinge.sine},
                (bend_constants){fabric->bending, fabric->damping});
    add(nodes, force, e->opposite[0], f.f1);
    add(nodes, force, e->opposite[other], f.f2);
    add(nodes, force, e->node[0], f.f3);
    add(nodes, force, e->node[1], f.f4);
}

void NAME(TRAMA_ISA)(const bridson_fabric *fabric, const double *q, const double *v,
                     const double *extra, const double *normal, const trama_loads *loads, double *a)
{
    const size_t nodes = fabric->nodes;
    memset(a, 0, 3 * nodes * sizeof *a);
    find_faces(fabric, q);
    if (fabric->damping != 0.0)
        for (size_t i = 0; i < fabric->mesh->edge_count; i++)
            add_edge(true, fabric, i, q, v, a);
    else
        for (size_t i = 0; i < fabric->mesh->edge_count; i++)
            add_edge(false, fabric, i, q, v, a);
    for (size_t axis = 0; axis < 3; axis++)
        for (size_t i = 0; i < nodes; i++) {
            const double f = a[axis * nodes + i] + (extra ? extra[axis * nodes + i] : 0.0);
            a[axis * nodes + i] = f * fabric->inverse_mass[i];
        }
    trama_loads_apply(loads, 0, nodes, nodes, fabric->inverse_mass, normal,
                      normal ? normal + nodes : NULL, normal ? normal + 2 * nodes : NULL, v, a);
}
