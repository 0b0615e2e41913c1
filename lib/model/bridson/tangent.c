/* The tangent of Bridson's cloth: springs and bending elements (element.h), and the loads' damping
 * and drag. The part of the springs is symmetric. The part of the bending elements is not, since
 * the factor |E|^2 / (|N1| + |N2|) belongs to a force, not to an energy (hinge.h); nor are the
 * changes of their damping with the positions, and the drag. The coupling force has no tangent
 * here, since its signs are drawn again at every time. */
#include "model/bridson/element.h"
#include "model/bridson/fabric.h"
#include "model/particle/elements.h"
#include "model/particle/mesh_loads.h"

/* ---- Springs and bending elements. */

enum { X3 = TRAMA_HINGE_X3, X4 = TRAMA_HINGE_X4, X1 = TRAMA_HINGE_X1, X2 = TRAMA_HINGE_X2 };

static size_t find_edge(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    const bridson_fabric *f = self;
    trama_hinge_find(&f->mesh->edge[element], node);
    return f->edge[element].hinge.inner != 0.0 ? TRAMA_HINGE_NODES : 2;
}

static void change_edge(const void *self, size_t element, const trama_element_state *state,
                        vec force[TRAMA_ELEMENT_NODES])
{
    const bridson_fabric *f = self;
    const bridson_edge *own = &f->edge[element];
    const bend_constants bend = {f->bending, f->damping};
    const vec e = minus(state->x[X4], state->x[X3]), de = minus(state->dx[X4], state->dx[X3]);
    const vec spring = trama_spring_change(own->stiffness, own->length, e, de);
    force[X1] = force[X2] = force[X3] = (vec){0.0, 0.0, 0.0};
    if (own->hinge.inner != 0.0)
        trama_hinge_change(&own->hinge, &bend, false, state, force);
    force[X3] = plus(spring, force[X3]);
    force[X4] = scaled(-1.0, plus(force[X1], plus(force[X2], force[X3])));
}

/* ---- The whole. */

static trama_elements edges_of(const bridson_fabric *f)
{
    return (trama_elements){.self = f,
                            .count = f->mesh->edge_count,
                            .nodes = f->nodes,
                            .rates = f->damping != 0.0,
                            .find = find_edge,
                            .change = change_edge};
}

void trama_bridson_tangent_product(const bridson_fabric *f, double *area, const double *q,
                                   const double *v, const trama_loads *loads, double cq, double cv,
                                   const double *u, double *y)
{
    const trama_elements edges = edges_of(f);
    trama_elements_product(&edges, q, v, cq, cv, u, y);
    trama_mesh_loads_product(f->mesh, f->inverse_mass, area, q, v, loads, cq, cv, u, y);
}

void trama_bridson_tangent(const bridson_fabric *f, double *area, const double *q, const double *v,
                           const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    const trama_elements edges = edges_of(f);
    trama_elements_assemble(&edges, q, v, k, d);
    trama_mesh_loads_assemble(f->mesh, f->inverse_mass, area, q, v, loads, k, d);
}
