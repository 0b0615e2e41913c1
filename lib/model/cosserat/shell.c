/* Forces, tangent and energy of a shell, element by element. The elements are those of
 * variational.h; an element adds its forces to the nodes at the ends of its edges. */
#include "model/cosserat/shell.h"
#include "model/cosserat/tangent.h"

#include <string.h>

/* Positions, and how they change; a change that nothing reads is not computed. */
typedef struct motion {
    const double *q, *u;
    double cq;
    size_t nodes;
} motion;

INLINE vec triple(const double *x, size_t nodes, size_t i)
{
    return (vec){x[i], x[nodes + i], x[2 * nodes + i]};
}

INLINE dual_vec way(const motion *r, size_t from, size_t to)
{
    const vec e = minus(triple(r->q, r->nodes, to), triple(r->q, r->nodes, from));
    if (!r->u)
        return (dual_vec){e, {0.0, 0.0, 0.0}};
    const vec change = minus(triple(r->u, r->nodes, to), triple(r->u, r->nodes, from));
    return (dual_vec){e, scaled(r->cq, change)};
}

INLINE void add_to(const motion *r, size_t node, double sign, dual_vec force, double *y)
{
    const vec f = r->u ? force.d : force.x;
    y[node] += sign * f.x;
    y[r->nodes + node] += sign * f.y;
    y[2 * r->nodes + node] += sign * f.z;
}

#include "model/cosserat/shell_elements.h"

/* rho_R (n . (w - v)) n - rho v on the node's share of the area. */
INLINE void add_load(const motion *r, const trama_loads *loads, size_t i, double share, dual_vec v,
                     dual_vec normal, double *y)
{
    const dual_vec wind = {{loads->wind[0], loads->wind[1], loads->wind[2]}, {0.0, 0.0, 0.0}};
    const dual push = dual_scaled(loads->drag, dual_dot(normal, dual_vec_minus(wind, v)));
    const dual_vec load =
        dual_vec_minus(dual_vec_times(push, normal), dual_vec_scaled(loads->damping, v));
    add_to(r, i, 1.0, dual_vec_scaled(share, load), y);
}

/* y += the forces (N), or, if anything moves, their change. */
INLINE void add_forces(const cosserat_shell *s, const motion *r, const double *v, double cv,
                       const trama_loads *loads, double *y)
{
    for (size_t i = 0; i < s->nodes; i++) {
        const shell_star *star = &s->star[i];
        for (int d = 0; d < 2; d++)
            if (star->next[d] != TRAMA_NONE)
                add_edge(s, r, i, d, y);
        if (star->next[0] != TRAMA_NONE && star->next[1] != TRAMA_NONE)
            add_cell(s, r, i, y);
        const dual_vec normal = add_node(s, r, i, y);
        const vec still = {0.0, 0.0, 0.0};
        const dual_vec speed = {triple(v, s->nodes, i),
                                r->u ? scaled(cv, triple(r->u, s->nodes, i)) : still};
        add_load(r, loads, i, s->share[i], speed, normal, y);
    }
}

void trama_cosserat_shell_kernel(const cosserat_sheet *sheet, const double *q, const double *v,
                                 const trama_loads *loads, double *a,
                                 const cosserat_listener *listener)
{
    const cosserat_shell *s = sheet->shell;
    const motion r = {q, NULL, 0.0, s->nodes};
    memset(a, 0, 3 * s->nodes * sizeof *a);
    add_forces(s, &r, v, 0.0, loads, a);
    for (size_t axis = 0; axis < 3; axis++)
        for (size_t i = 0; i < s->nodes; i++)
            a[axis * s->nodes + i] =
                a[axis * s->nodes + i] / (sheet->mu0 * s->share[i]) + loads->gravity[axis];
    for (size_t i = 0; sheet->inverse_mu && i < s->nodes; i++)
        sheet->inverse_mu[i] = 1.0 / sheet->mu0;
    double *const all[3] = {a, a + s->nodes, a + 2 * s->nodes};
    if (listener)
        listener->done(listener->context, 0, s->nodes, all);
}

void trama_cosserat_shell_tangent(const tangent_product *p)
{
    const cosserat_shell *s = p->s->shell;
    const motion r = {p->q, p->u, p->cq, s->nodes};
    add_forces(s, &r, p->v, p->cv, p->loads, p->y);
}

/* ---- Energy. */

/* Kinds: stretching, bending, coupling. */
static void add_cell_energy(const cosserat_shell *s, const motion *r, size_t i, double energy[3])
{
    const cell_constants *c = &s->cell[i];
    const size_t up = s->star[i].next[0], right = s->star[i].next[1], far = s->star[right].next[0];
    const dual_vec e1 = way(r, i, up), f1 = way(r, right, far);
    const dual_vec e2 = way(r, i, right), f2 = way(r, up, far);
    const vec a1 = scaled(0.5, plus(e1.x, f1.x)), a2 = scaled(0.5, plus(e2.x, f2.x));
    const vec f = cross(a1, a2);
    const double shear = dot(a1, a2) - c->rest_shear;
    const double twist = dot(f, minus(f1.x, e1.x)) / sqrt(dot(f, f)) - c->rest_twist;
    const double u11 = longer(e1, s->edge[0][i].rest).x + longer(f1, s->edge[0][right].rest).x;
    const double u22 = longer(e2, s->edge[1][i].rest).x + longer(f2, s->edge[1][up].rest).x;
    energy[0] += 0.5 * (c->shear * shear * shear + c->poisson * u11 * u22);
    energy[1] += 0.5 * c->twist * twist * twist;
    energy[2] -= c->coupling * shear * twist;
}

static void add_node_energy(const cosserat_shell *s, const motion *r, size_t i, double energy[3])
{
    const node_constants *c = &s->node[i];
    const pair one = pair_at(s, r, i, 0), two = pair_at(s, r, i, 1);
    const vec f = cross(plus(one.out.x, one.in.x), plus(two.out.x, two.in.x));
    const vec n = scaled(1.0 / sqrt(dot(f, f)), f);
    const double b11 = dot(n, minus(one.out.x, one.in.x)) - c->rest_b11;
    const double b22 = dot(n, minus(two.out.x, two.in.x)) - c->rest_b22;
    energy[1] += 0.5 * (c->k11 * b11 * b11 + c->k22 * b22 * b22) + c->cross * b11 * b22;
    energy[2] -= c->coupling11 * one.u.x * b11 + c->coupling22 * two.u.x * b22;
}

void trama_cosserat_shell_energy(const cosserat_shell *s, const double *q, double energy[3])
{
    const motion r = {q, NULL, 0.0, s->nodes};
    energy[0] = energy[1] = energy[2] = 0.0;
    for (size_t i = 0; i < s->nodes; i++) {
        const size_t *next = s->star[i].next;
        for (int d = 0; d < 2; d++)
            if (next[d] != TRAMA_NONE) {
                const double u = longer(way(&r, i, next[d]), s->edge[d][i].rest).x;
                energy[0] += 0.25 * s->edge[d][i].stiffness * u * u;
            }
        if (next[0] != TRAMA_NONE && next[1] != TRAMA_NONE)
            add_cell_energy(s, &r, i, energy);
        add_node_energy(s, &r, i, energy);
    }
}
