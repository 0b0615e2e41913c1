/* The tangent of the scheme `variational` times a vector: the forces of variational.h with their
 * derivatives, row by row (compiled once for each instruction set). It is minus the Hessian of the
 * energy, plus the derivatives of the loads. */
#include "model/cosserat/kernel_tangent_rows.h"
#include "model/cosserat/variational.h"

#define NAME_OF(isa) trama_cosserat_tangent_variational_##isa
#define NAME(isa) NAME_OF(isa)

/* Columns of a row of nodes: edges that leave, normal, |e|^2 - h^2 of the edges, pulls of the node,
 * pulls of the cell above it. */
enum {
    A1 = 0,
    A2 = 6,
    N = 12,
    U11 = 18,
    U22 = 20,
    OUT1 = 22,
    IN1 = 24,
    OUT2 = 26,
    IN2 = 28,
    NODE11 = 30,
    NODE22 = 32,
    NEAR = 34,
    FAR = 40,
    ACROSS = 46,
    CELL11 = 52,
    CELL22 = 54,
};
_Static_assert(CELL22 + 2 <= NODE_COLUMNS, "the buffer has all columns");

static void clear(double *row, ptrdiff_t l, int first, int end)
{
    for (int c = first; c < end; c++)
        AT(row, c) = 0.0;
}

/* ---- Edges: none beyond the sheet's. */

static void set_edge(double *row, int edge, int strain, ptrdiff_t l, dual_vec e, double rest)
{
    const dual square = dual_dot(e, e);
    put_vec(row, edge, l, e);
    put(row, strain, l, (dual){square.x - rest, square.d});
}

static void set_edges(const panel *a, size_t k)
{
    const cosserat_sheet *s = a->p->s;
    double *row = node_row(a, k);
    const double cq = a->p->cq;
    const bool far = k + 1 == s->m;
    const positions here = positions_of(a, k), next = positions_of(a, far ? k : k + 1);
    const ptrdiff_t beyond = a->right ? 0 : 1, last = a->count - 1;
    for (ptrdiff_t l = 0; l < a->count + beyond; l++)
        set_edge(row, A1, U11, l, between(cq, here, l, next, l), s->rest11);
    for (ptrdiff_t l = a->left ? 0 : -1; l < last + beyond; l++)
        set_edge(row, A2, U22, l, between(cq, here, l, here, l + 1), s->rest22);
    for (ptrdiff_t l = 0; far && l < a->count + beyond; l++)
        clear(row, l, A1, A2), clear(row, l, U11, U22);
    if (a->left)
        clear(row, -1, A2, N), clear(row, -1, U22, OUT1);
    if (a->right)
        clear(row, last, A2, N), clear(row, last, U22, OUT1);
}

/* ---- Nodes, and cells between a row and the one below it. */

INLINE void set_node(const row_constants *c, double share, double inside, double clamp,
                     const double *below, double *row, ptrdiff_t l)
{
    const node_constants at = constants_of_node(c, share, inside, clamp);
    const node_pulls pulls =
        pulls_of_node(&at, get_vec(row, A1, l), get_vec(below, A1, l), get_vec(row, A2, l),
                      get_vec(row, A2, l - 1), dual_plus(get(row, U11, l), get(below, U11, l)),
                      dual_plus(get(row, U22, l), get(row, U22, l - 1)));
    put_vec(row, N, l, pulls.normal);
    put(row, OUT1, l, pulls.out1);
    put(row, IN1, l, pulls.in1);
    put(row, OUT2, l, pulls.out2);
    put(row, IN2, l, pulls.in2);
    put(row, NODE11, l, pulls.n11);
    put(row, NODE22, l, pulls.n22);
}

static void set_nodes(const panel *a, size_t k)
{
    const cosserat_sheet *s = a->p->s;
    const row_constants c = constants_of_row(s, 1.0, k);
    double *row = node_row(a, k), *below = node_row(a, k + NODE_ROWS - 1);
    const ptrdiff_t last = a->count - 1, begin = a->left ? 1 : 0;
    for (ptrdiff_t l = 0; k == 0 && l < a->count; l++)
        clear(below, l, A1, A2), clear(below, l, U11, U22);
#pragma omp simd
    for (ptrdiff_t l = begin; l < (a->right ? last : a->count); l++)
        set_node(&c, 1.0, 1.0, cosserat_clamp(s->clamped + 2, (size_t)(a->first + l), s->n), below,
                 row, l);
    if (a->left)
        set_node(&c, 0.5, 0.0, 1.0, below, row, 0);
    if (a->right)
        set_node(&c, 0.5, 0.0, 1.0, below, row, last);
}

INLINE void set_cell(const cell_constants *c, double *row, const double *above, ptrdiff_t l)
{
    const cell_pulls pulls =
        pulls_of_cell(c, get_vec(row, A1, l), get_vec(row, A1, l + 1), get_vec(row, A2, l),
                      get_vec(above, A2, l), dual_plus(get(row, U11, l), get(row, U11, l + 1)),
                      dual_plus(get(row, U22, l), get(above, U22, l)));
    put_vec(row, NEAR, l, pulls.near);
    put_vec(row, FAR, l, pulls.far);
    put_vec(row, ACROSS, l, pulls.across);
    put(row, CELL11, l, pulls.n11);
    put(row, CELL22, l, pulls.n22);
}

/* The cells between rows k and k + 1. */
static void set_cells(const panel *a, size_t k)
{
    const cell_constants c = constants_of_cell(a->p->s, 1.0);
    double *row = node_row(a, k), *above = node_row(a, k + 1);
    const ptrdiff_t last = a->count - (a->right ? 1 : 0);
    const bool none = k + 1 == a->p->s->m;
#pragma omp simd
    for (ptrdiff_t l = 0; l < (none ? 0 : last); l++)
        set_cell(&c, row, above, l);
    for (ptrdiff_t l = 0; none && l < last; l++)
        clear(row, l, NEAR, NODE_COLUMNS);
    clear(row, -1, NEAR, NODE_COLUMNS);
    if (a->right)
        clear(row, last, NEAR, NODE_COLUMNS);
}

/* ---- Edges' whole pulls. */

INLINE void set_pulls(const edge_constants *c, double share, const double *below, const double *row,
                      const double *above, double *flux, ptrdiff_t l)
{
    const dual n11 = dual_plus(dual_plus(dual_scaled(share * c->k11, get(row, U11, l)),
                                         dual_plus(get(row, CELL11, l), get(row, CELL11, l - 1))),
                               dual_plus(get(row, NODE11, l), get(above, NODE11, l)));
    const dual n22 = dual_plus(dual_plus(dual_scaled(c->k22, get(row, U22, l)),
                                         dual_plus(get(row, CELL22, l), get(below, CELL22, l))),
                               dual_plus(get(row, NODE22, l), get(row, NODE22, l + 1)));
    const dual_vec n = get_vec(row, N, l);
    put_vec(flux, F1, l,
            whole_pull(n11, get_vec(row, A1, l), get(row, OUT1, l), n, get(above, IN1, l),
                       get_vec(above, N, l), get_vec(row, NEAR, l), get_vec(row, FAR, l - 1)));
    put_vec(flux, F2, l,
            whole_pull(n22, get_vec(row, A2, l), get(row, OUT2, l), n, get(row, IN2, l + 1),
                       get_vec(row, N, l + 1), get_vec(row, ACROSS, l), get_vec(below, ACROSS, l)));
}

/* None on what lies beyond the sheet's edges. */
static void set_fluxes(const panel *a, size_t k)
{
    static const dual_vec nothing = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    const cosserat_sheet *s = a->p->s;
    const edge_constants c = constants_of_edges(s, 1.0, k);
    double *row = node_row(a, k), *above = node_row(a, k + 1), *flux = flux_row(a, k);
    double *below = node_row(a, k + NODE_ROWS - 1);
    const ptrdiff_t last = a->count - 1, begin = a->left ? 1 : 0;
    for (ptrdiff_t l = 0; k == 0 && l < a->count; l++)
        clear(below, l, NEAR, NODE_COLUMNS);
#pragma omp simd
    for (ptrdiff_t l = begin; l < last; l++)
        set_pulls(&c, 1.0, below, row, above, flux, l);
    if (a->left)
        set_pulls(&c, 0.5, below, row, above, flux, 0);
    set_pulls(&c, a->right ? 0.5 : 1.0, below, row, above, flux, last);
    for (ptrdiff_t l = 0; k + 1 == s->m && l < a->count; l++)
        put_vec(flux, F1, l, nothing);
    if (a->right)
        put_vec(flux, F2, last, nothing);
    put_vec(flux, F2, -1, nothing);
}

static void enter(const panel *a, size_t k)
{
    set_edges(a, k);
    set_nodes(a, k);
}

static void leave(const panel *a, size_t k)
{
    set_cells(a, k);
    set_fluxes(a, k);
}

void NAME(TRAMA_ISA)(const tangent_product *p)
{
    sweep_panels(p, enter, leave, N, true);
}
