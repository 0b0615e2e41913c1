/* The tangent of the Cosserat cloth for the schemes `reference`, `no_christoffel` and `variational`
 * in the rest measure; kernel_tangent.c and kernel_tangent_variational.c compute the products.
 *
 * The stiffness of `variational` is always symmetric, because the force has a potential. That of
 * the other schemes is symmetric with xi = phi = 0, when the force is the gradient of the
 * stretching energy (energy.c), and at the flat state at rest with any constants. Once the sheet is
 * bent, the moments of the strong form have no potential, and the stiffness is not symmetric. The
 * damping is always symmetric.
 *
 * The matrices are assembled from products with vectors that are 1 at the nodes of one colour, and
 * 0 elsewhere: nodes of a colour are so far apart that no two of them act on one node. As the
 * tangent is linear, the entries are exact. (Curtis, Powell and Reid, J. Inst. Maths Applics 13,
 * 1974.) */
#include "model/cosserat/tangent.h"
#include "model/cosserat/shell.h"
#include "model/cosserat/viscous.h"

#include "core/isa.h"
#include "core/memory.h"

#include <stdint.h>
#include <string.h>

static tangent_kernel *best_kernel(const cosserat_sheet *s)
{
    const bool variational = s->scheme == COSSERAT_VARIATIONAL;
    if (s->shell)
        return trama_cosserat_shell_tangent;
#ifdef TRAMA_SEVERAL_ISAS
    static tangent_kernel *const kernels[2][3] = {
        {trama_cosserat_tangent_v2, trama_cosserat_tangent_v3, trama_cosserat_tangent_v4},
        {trama_cosserat_tangent_variational_v2, trama_cosserat_tangent_variational_v3,
         trama_cosserat_tangent_variational_v4}};
    return kernels[variational][trama_isa_current()];
#else
    return variational ? trama_cosserat_tangent_variational_v2 : trama_cosserat_tangent_v2;
#endif
}

/* The kernel's room, aligned; behind it a vector and its product, for the matrices. */
size_t trama_cosserat_tangent_room(const cosserat_sheet *s)
{
    return (TANGENT_ROOM + 6 * s->m * s->n) * sizeof(double) + TRAMA_ALIGNMENT;
}

static double *aligned(void *room)
{
    const uintptr_t line = TRAMA_ALIGNMENT;
    return (double *)(((uintptr_t)room + line - 1) / line * line);
}

void trama_cosserat_tangent_product(const cosserat_sheet *s, void *room, const double *q,
                                    const double *v, const trama_loads *loads, double cq, double cv,
                                    const double *u, double *y)
{
    best_kernel(s)(&(tangent_product){s, q, v, u, cq, cv, loads, y, aligned(room)});
    if (s->dampers && !loads->none)
        trama_cosserat_damping_product(s->dampers, s->retardation, q, v, cq, cv, u, y);
}

/* ---- Matrices. */

/* Which nodes one acts on, and how nodes are coloured so that two of a colour act on none alike:
 * itself (damping); two rows and two columns far, by five times five colours; at most two steps of
 * a row or a column (`variational`), by 13 colours, the least there can be (Golomb and Welch, SIAM
 * J. Appl. Math. 18, 1970); two rows and two columns far on a shell. There what five colours leave
 * over of a ring has colours of its own. */
typedef enum reach { REACH_NODE, REACH_SQUARE, REACH_DIAMOND, REACH_SHELL } reach;

static reach reach_of(const cosserat_sheet *s)
{
    if (s->shell)
        return REACH_SHELL;
    return s->scheme == COSSERAT_VARIATIONAL ? REACH_DIAMOND : REACH_SQUARE;
}

static bool is_closed(const cosserat_sheet *s, int d)
{
    return s->shell && s->shell->star[0].previous[d] != TRAMA_NONE;
}

/* Nodes along a direction that five colours leave over. */
static size_t left_over(const cosserat_sheet *s, int d)
{
    return is_closed(s, d) ? (d == 0 ? s->m : s->n) % 5 : 0;
}

static size_t colour_along(const cosserat_sheet *s, int d, size_t at)
{
    const size_t even = (d == 0 ? s->m : s->n) - left_over(s, d);
    return at < even ? at % 5 : 5 + at - even;
}

static size_t colours_of(const cosserat_sheet *s, reach r)
{
    if (r == REACH_SHELL)
        return (5 + left_over(s, 0)) * (5 + left_over(s, 1));
    return r == REACH_NODE ? 1 : r == REACH_SQUARE ? 25 : 13;
}

static size_t colour_of(const cosserat_sheet *s, reach r, size_t k, size_t l)
{
    if (r == REACH_SHELL)
        return (5 + left_over(s, 1)) * colour_along(s, 0, k) + colour_along(s, 1, l);
    return r == REACH_NODE ? 0 : r == REACH_SQUARE ? 5 * (k % 5) + l % 5 : (2 * k + 3 * l) % 13;
}

static bool acts_on(reach r, size_t dk, size_t dl)
{
    return r == REACH_NODE ? dk + dl == 0 : r != REACH_DIAMOND || dk + dl <= 2;
}

/* The row or column that is `by` - 2 after `at`; `count` where there is none. */
static size_t beside(const cosserat_sheet *s, int d, size_t at, size_t by)
{
    const size_t count = d == 0 ? s->m : s->n, to = at + count + by - 2;
    if (is_closed(s, d))
        return to % count;
    return to < count || to >= 2 * count ? count : to - count;
}

/* What node [k, l], moved along `axis`, does to the nodes that it acts on, from y. */
static void add_column(const cosserat_sheet *s, size_t k, size_t l, size_t axis, reach r,
                       const double *y, trama_triplets *entries)
{
    const size_t nodes = s->m * s->n, column = axis * nodes + k * s->n + l;
    for (size_t by = 0; by < 25; by++) {
        const size_t i = beside(s, 0, k, by / 5), j = beside(s, 1, l, by % 5);
        const size_t dk = by / 5 > 2 ? by / 5 - 2 : 2 - by / 5;
        const size_t dl = by % 5 > 2 ? by % 5 - 2 : 2 - by % 5;
        const bool acts = i < s->m && j < s->n && acts_on(r, dk, dl);
        for (size_t c = 0; acts && c < 3; c++) {
            const size_t row = c * nodes + i * s->n + j;
            trama_triplets_add(entries, row, column, -y[row]);
        }
    }
}

/* One product with the nodes of a colour, of which positions are moved along `axis`, or velocities
 * changed. */
static void probe(const cosserat_sheet *s, void *room, const double *q, const double *v,
                  const trama_loads *loads, bool positions, reach r, size_t colour, size_t axis,
                  trama_triplets *entries)
{
    const size_t nodes = s->m * s->n;
    double *u = aligned(room) + TANGENT_ROOM, *y = u + 3 * nodes;
    memset(u, 0, 6 * nodes * sizeof *u);
    for (size_t i = 0; i < nodes; i++)
        u[axis * nodes + i] = colour_of(s, r, i / s->n, i % s->n) == colour ? 1.0 : 0.0;
    trama_cosserat_tangent_product(s, room, q, v, loads, positions, !positions, u, y);
    for (size_t i = 0; i < nodes; i++)
        if (u[axis * nodes + i] != 0.0)
            add_column(s, i / s->n, i % s->n, axis, r, y, entries);
}

void trama_cosserat_tangent(const cosserat_sheet *s, void *room, const double *q, const double *v,
                            const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    const reach r = reach_of(s), damped = s->dampers && !loads->none ? r : REACH_NODE;
    for (size_t axis = 0; axis < 3; axis++) {
        for (size_t colour = 0; colour < colours_of(s, r); colour++)
            probe(s, room, q, v, loads, true, r, colour, axis, k);
        for (size_t colour = 0; colour < colours_of(s, damped); colour++)
            probe(s, room, q, v, loads, false, damped, colour, axis, d);
    }
}
