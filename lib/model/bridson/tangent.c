/* The tangent of Bridson's cloth: springs and bending elements (element.h), and the loads' damping
 * and drag. The springs' part is symmetric. That of the bending elements is not: the factor |E|^2 /
 * (|N1| + |N2|) is that of a force, not of an energy (energy.c); nor are those of the elements'
 * damping, where it changes with the positions, and of the drag. The coupling force has none here:
 * its signs are drawn anew at every time.
 *
 * sin(theta/2) is |n1 - n2|/2 in the kernels, whose derivative is 0/0 in the plane; here it is
 * cos(theta/2)/2 dtheta, with dtheta = -sum u_i . dx_i by the bending mode u. */
#include "model/bridson/element.h"
#include "model/bridson/fabric.h"
#include "model/particle/elements.h"

/* ---- Springs and bending elements. */

/* As in element.h: X3 and X4 are the edge's ends; X1 and X2 are there where it is no border. */
enum { X3, X4, X1, X2 };

static size_t find_edge(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    const bridson_fabric *f = self;
    const trama_edge *e = &f->mesh->edge[element];
    node[X3] = e->node[0];
    node[X4] = e->node[1];
    node[X1] = e->opposite[0];
    node[X2] = e->opposite[1];
    return f->edge[element].inner != 0.0 ? 4 : 2;
}

/* A triangle's area vector N by m = N/|N|^2 and |N|, with their changes. */
typedef struct moving_face {
    vec normal, m, dm;
    double area, darea;
} moving_face;

static moving_face face_at(const trama_element_state *s, int a, int b, int c)
{
    const face now = face_of(s->x[a], s->x[b], s->x[c]);
    const vec dn = plus(cross(minus(s->dx[b], s->dx[a]), minus(s->x[c], s->x[a])),
                        cross(minus(s->x[b], s->x[a]), minus(s->dx[c], s->dx[a])));
    const double darea = dot(now.normal, dn);
    return (moving_face){
        now.normal, scaled(now.inverse, now.normal),
        scaled(now.inverse * now.inverse, plus_scaled(dn, -2.0 * darea, now.normal)), now.area,
        darea};
}

/* Where the third node of a triangle stands along the edge: s = d . e / e . e, and its change. */
typedef struct moving_share {
    double s, ds;
} moving_share;

static moving_share share_of(const trama_element_state *state, int node, vec e, vec de)
{
    const vec d = minus(state->x[node], state->x[X4]), dd = minus(state->dx[node], state->dx[X4]);
    const double square = dot(e, e), s = dot(d, e) / square;
    return (moving_share){s, (dot(dd, e) + dot(d, de) - 2.0 * s * dot(e, de)) / square};
}

/* One triangle's part of sum u_i . w_i / |E|, w_i velocities or changes seen from X4. */
static double mode_along(vec m, double s, vec w, vec w3)
{
    return dot(m, plus_scaled(w, s, w3));
}
static vec seen(const vec *x, int node)
{
    return minus(x[node], x[X4]);
}

/* The change of `rate`, one triangle's part of sum u_i . v_i / |E|. */
static double rate_change(const trama_element_state *state, int node, const moving_face *f,
                          moving_share along)
{
    const vec w3 = seen(state->v, X3);
    return mode_along(f->dm, along.s, seen(state->v, node), w3) + along.ds * dot(f->m, w3) +
           mode_along(f->m, along.s, seen(state->dv, node), seen(state->dv, X3));
}

/* A hinge: what its forces are made of, and the changes. */
typedef struct moving_hinge {
    moving_face f1, f2;
    moving_share s1, s2;
    double strength, dstrength; /* F_1 = strength m_1 */
} moving_hinge;

/* Bend angle: sin(theta/2), and its change by the bending mode. */
static double sine_of(const trama_element_state *state, const moving_hinge *h, double length,
                      double *change)
{
    const vec sum = plus(h->f1.normal, h->f2.normal), dx3 = seen(state->dx, X3);
    const double dtheta = -length * (mode_along(h->f1.m, h->s1.s, seen(state->dx, X1), dx3) +
                                     mode_along(h->f2.m, h->s2.s, seen(state->dx, X2), dx3));
    *change = 0.25 * sqrt(dot(sum, sum)) * dtheta;
    return half_sine(h->f1.normal, h->f2.normal, minus(state->x[X2], state->x[X4]));
}

static moving_hinge hinge_of(const bridson_fabric *f, const bridson_edge *own,
                             const trama_element_state *state, vec e, vec de)
{
    moving_hinge h = {face_at(state, X1, X3, X4),
                      face_at(state, X2, X4, X3),
                      share_of(state, X1, e, de),
                      share_of(state, X2, e, de),
                      0.0,
                      0.0};
    const double square = dot(e, e), dsquare = 2.0 * dot(e, de), length = sqrt(square);
    const double areas = h.f1.area + h.f2.area, factor = f->bending * square / areas;
    double dsine;
    const double bent = sine_of(state, &h, length, &dsine) - own->sine;
    const vec w3 = seen(state->v, X3);
    const double rate = mode_along(h.f1.m, h.s1.s, seen(state->v, X1), w3) +
                        mode_along(h.f2.m, h.s2.s, seen(state->v, X2), w3);
    const double drate = rate_change(state, X1, &h.f1, h.s1) + rate_change(state, X2, &h.f2, h.s2);
    const double moment = factor * bent - f->damping * square * rate;
    const double dmoment =
        factor * (dsine + bent * (dsquare / square - (h.f1.darea + h.f2.darea) / areas)) -
        f->damping * (dsquare * rate + square * drate);
    h.strength = length * moment;
    h.dstrength = length * dmoment + 0.5 * dsquare / length * moment;
    return h;
}

static void change_edge(const void *self, size_t element, const trama_element_state *state,
                        vec force[TRAMA_ELEMENT_NODES])
{
    const bridson_fabric *f = self;
    const bridson_edge *own = &f->edge[element];
    const vec e = minus(state->x[X4], state->x[X3]), de = minus(state->dx[X4], state->dx[X3]);
    force[X1] = force[X2] = (vec){0.0, 0.0, 0.0};
    force[X3] = trama_spring_change(own->stiffness, own->length, e, de);
    if (own->inner != 0.0) {
        const moving_hinge h = hinge_of(f, own, state, e, de);
        const vec f1 = scaled(h.strength, h.f1.m), f2 = scaled(h.strength, h.f2.m);
        force[X1] = combined(h.dstrength, h.f1.m, h.strength, h.f1.dm);
        force[X2] = combined(h.dstrength, h.f2.m, h.strength, h.f2.dm);
        force[X3] = plus(force[X3], plus(combined(h.s1.s, force[X1], h.s1.ds, f1),
                                         combined(h.s2.s, force[X2], h.s2.ds, f2)));
    }
    force[X4] = scaled(-1.0, plus(force[X1], plus(force[X2], force[X3])));
}

/* ---- Drag: the normal at a node is that of the sum of its triangles' area vectors. */

typedef struct mesh_drag {
    const bridson_fabric *fabric;
    const trama_loads *loads;
    const double *area; /* 3 N: those sums */
} mesh_drag;

static size_t find_triangle(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    const mesh_drag *d = self;
    for (int c = 0; c < 3; c++)
        node[c] = d->fabric->mesh->triangle[element].node[c];
    return 3;
}

/* What its triangle's change does to each corner. */
static void change_triangle(const void *self, size_t element, const trama_element_state *s,
                            vec force[TRAMA_ELEMENT_NODES])
{
    const mesh_drag *d = self;
    const size_t nodes = d->fabric->nodes, *node = d->fabric->mesh->triangle[element].node;
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
    const size_t nodes = d->fabric->nodes;
    const vec area = {d->area[element], d->area[nodes + element], d->area[2 * nodes + element]};
    force[0] = trama_drag_change(d->loads->drag, d->loads->wind, area, s->v[0],
                                 (vec){0.0, 0.0, 0.0}, s->dv[0]);
}

static void sum_areas(const bridson_fabric *f, const double *q, double *sum)
{
    for (size_t i = 0; i < 3 * f->nodes; i++)
        sum[i] = 0.0;
    for (size_t t = 0; t < f->mesh->triangle_count; t++) {
        double area[3];
        trama_mesh_area_vector(f->mesh, t, q, area);
        for (size_t c = 0; c < 3; c++)
            for (size_t axis = 0; axis < 3; axis++)
                sum[axis * f->nodes + f->mesh->triangle[t].node[c]] += area[axis];
    }
}

/* ---- The whole. */

enum { EDGES, CORNERS, NODES, KINDS };

/* `drag` is what the last two kinds refer to; `area` is room for 3 N numbers. */
static void elements_of(const bridson_fabric *f, const double *q, const trama_loads *loads,
                        double *area, mesh_drag *drag, trama_elements kind[KINDS])
{
    const bool drags = loads->drag != 0.0;
    *drag = (mesh_drag){f, loads, area};
    if (drags)
        sum_areas(f, q, area);
    kind[EDGES] = (trama_elements){.self = f,
                                   .count = f->mesh->edge_count,
                                   .nodes = f->nodes,
                                   .rates = f->damping != 0.0,
                                   .find = find_edge,
                                   .change = change_edge};
    kind[CORNERS] = (trama_elements){.self = drag,
                                     .count = drags ? f->mesh->triangle_count : 0,
                                     .nodes = f->nodes,
                                     .find = find_triangle,
                                     .change = change_triangle};
    kind[NODES] = (trama_elements){.self = drag,
                                   .count = drags ? f->nodes : 0,
                                   .nodes = f->nodes,
                                   .rates = true,
                                   .find = find_node,
                                   .change = change_node};
}

void trama_bridson_tangent_product(const bridson_fabric *f, double *area, const double *q,
                                   const double *v, const trama_loads *loads, double cq, double cv,
                                   const double *u, double *y)
{
    mesh_drag drag;
    trama_elements kind[KINDS];
    elements_of(f, q, loads, area, &drag, kind);
    for (int i = 0; i < KINDS; i++)
        trama_elements_product(&kind[i], q, v, cq, cv, u, y);
    trama_damping_product(f->nodes, loads->damping, cv, u, y);
}

void trama_bridson_tangent(const bridson_fabric *f, double *area, const double *q, const double *v,
                           const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    mesh_drag drag;
    trama_elements kind[KINDS];
    elements_of(f, q, loads, area, &drag, kind);
    for (int i = 0; i < KINDS; i++)
        trama_elements_assemble(&kind[i], q, v, k, d);
    trama_damping_assemble(f->nodes, loads->damping, d);
}
