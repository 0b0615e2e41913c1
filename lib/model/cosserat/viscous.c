/* Element by element, with the numbers of viscous_dual.h: that header comes first. */
#include "model/cosserat/viscous_dual.h"

#include "model/cosserat/viscous.h"

#include "model/cosserat/variational.h"

/* Positions q with velocities v, and their changes cq u and cv u; u may be NULL. Forces are times
 * tau. */
typedef struct motion {
    const double *q, *v, *u;
    double cq, cv, tau;
    size_t nodes;
} motion;

INLINE vec between(const double *x, size_t nodes, size_t from, size_t to)
{
    return (vec){x[to] - x[from], x[nodes + to] - x[nodes + from],
                 x[2 * nodes + to] - x[2 * nodes + from]};
}

INLINE dual_vec way(const motion *r, size_t from, size_t to)
{
    dual_vec e = {.x = between(r->q, r->nodes, from, to), .d = between(r->v, r->nodes, from, to)};
    if (r->u) {
        const vec change = between(r->u, r->nodes, from, to);
        e.e = scaled(r->cq, change);
        e.de = scaled(r->cv, change);
    }
    return e;
}

INLINE void add_to(const motion *r, size_t node, double sign, dual_vec force, double *y)
{
    const vec f = r->u ? force.de : force.d;
    y[node] += sign * r->tau * f.x;
    y[r->nodes + node] += sign * r->tau * f.y;
    y[2 * r->nodes + node] += sign * r->tau * f.z;
}

#include "model/cosserat/shell_elements.h"

static void add_all(const cosserat_shell *s, const motion *r, double *y)
{
    for (size_t i = 0; i < s->nodes; i++) {
        const shell_star *star = &s->star[i];
        for (int d = 0; d < 2; d++)
            if (star->next[d] != TRAMA_NONE)
                add_edge(s, r, i, d, y);
        if (star->next[0] != TRAMA_NONE && star->next[1] != TRAMA_NONE)
            add_cell(s, r, i, y);
        add_node(s, r, i, y);
    }
}

void trama_cosserat_damp(const cosserat_shell *elements, double retardation, double mu0,
                         const double *q, const double *v, double *a)
{
    const size_t n = elements->nodes;
    const motion r = {.q = q, .v = v, .tau = retardation, .nodes = n};
    for (size_t i = 0; i < 3 * n; i++)
        a[i] *= mu0 * elements->share[i % n];
    add_all(elements, &r, a);
    for (size_t i = 0; i < 3 * n; i++)
        a[i] /= mu0 * elements->share[i % n];
}

void trama_cosserat_damping_product(const cosserat_shell *elements, double retardation,
                                    const double *q, const double *v, double cq, double cv,
                                    const double *u, double *y)
{
    const motion r = {q, v, u, cq, cv, retardation, elements->nodes};
    add_all(elements, &r, y);
}
