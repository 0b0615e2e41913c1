/* Rows of numbers with their changes, for the tangents of the Cosserat cloth, and the begin and end
 * that all of them share. A number with its change takes two columns of a row buffer, a vector
 * three columns of values and three of changes. All inline, so that it is compiled for the
 * instruction set of the including file. */
#ifndef TRAMA_MODEL_COSSERAT_KERNEL_TANGENT_ROWS_H
#define TRAMA_MODEL_COSSERAT_KERNEL_TANGENT_ROWS_H

#include "model/cosserat/dual.h"
#include "model/cosserat/tangent.h"

enum { PANEL = TANGENT_PANEL, GHOST = TANGENT_GHOST, WIDTH = TANGENT_WIDTH };
enum { NODE_ROWS = TANGENT_NODE_ROWS, FLUX_ROWS = TANGENT_FLUX_ROWS };
enum { NODE_COLUMNS = TANGENT_NODE_COLUMNS, FLUX_COLUMNS = TANGENT_FLUX_COLUMNS };
/* Columns of a row of fluxes. */
enum { F1 = 0, F2 = 6 };
_Static_assert(F2 + 6 == FLUX_COLUMNS, "the buffer has all columns");

/* Columns first to first + count - 1 of the sheet; forces are computed for from <= l < to. */
typedef struct panel {
    const tangent_product *p;
    ptrdiff_t first, count, from, to;
    bool left, right; /* contains the sheet's near, far edge */
    double *node, *flux;
} panel;

/* ---- Numbers of a row. */

/* The row, its origin hidden from the compiler: columns are then displacements from one register.
 */
INLINE double *base(double *row)
{
    __asm__("" : "+r"(row));
    return row;
}
INLINE double *node_row(const panel *a, size_t k)
{
    return base(a->node + k % NODE_ROWS * NODE_COLUMNS * WIDTH);
}
INLINE double *flux_row(const panel *a, size_t k)
{
    return base(a->flux + k % FLUX_ROWS * FLUX_COLUMNS * WIDTH);
}
#define AT(row, c) ((row)[(ptrdiff_t)(c)*WIDTH + GHOST + l])
INLINE dual get(const double *row, int c, ptrdiff_t l)
{
    return (dual){AT(row, c), AT(row, c + 1)};
}
INLINE void put(double *row, int c, ptrdiff_t l, dual a)
{
    AT(row, c) = a.x;
    AT(row, c + 1) = a.d;
}
INLINE dual_vec get_vec(const double *row, int c, ptrdiff_t l)
{
    return (dual_vec){{AT(row, c), AT(row, c + 1), AT(row, c + 2)},
                      {AT(row, c + 3), AT(row, c + 4), AT(row, c + 5)}};
}
INLINE void put_vec(double *row, int c, ptrdiff_t l, dual_vec a)
{
    AT(row, c) = a.x.x;
    AT(row, c + 1) = a.x.y;
    AT(row, c + 2) = a.x.z;
    AT(row, c + 3) = a.d.x;
    AT(row, c + 4) = a.d.y;
    AT(row, c + 5) = a.d.z;
}

/* A row of an array of nv, x, y and z. */
typedef struct nodes {
    const double *x, *y, *z;
} nodes;

INLINE nodes nodes_of(const panel *a, const double *of, size_t k)
{
    const size_t stride = a->p->s->m * a->p->s->n;
    const double *x = of + k * a->p->s->n + a->first;
    return (nodes){x, x + stride, x + 2 * stride};
}
INLINE vec vec_at(nodes row, ptrdiff_t l)
{
    return (vec){row.x[l], row.y[l], row.z[l]};
}

/* Positions of a row and how they change. */
typedef struct positions {
    nodes q, u;
} positions;

INLINE positions positions_of(const panel *a, size_t k)
{
    return (positions){nodes_of(a, a->p->q, k), nodes_of(a, a->p->u, k)};
}
INLINE dual_vec between(double cq, positions from, ptrdiff_t l, positions to, ptrdiff_t j)
{
    const dual_vec begin = {vec_at(from.q, l), scaled(cq, vec_at(from.u, l))};
    const dual_vec end = {vec_at(to.q, j), scaled(cq, vec_at(to.u, j))};
    return dual_vec_minus(end, begin);
}

/* ---- Forces. */

/* The change of rho_R (n . (w - v)) n - rho v. */
INLINE vec load_change(const trama_loads *loads, vec v, vec dv, dual_vec n)
{
    const vec wind = {loads->wind[0], loads->wind[1], loads->wind[2]};
    const dual_vec apart = {minus(wind, v), scaled(-1.0, dv)};
    const dual_vec drag = dual_vec_times(dual_scaled(loads->drag, dual_dot(n, apart)), n);
    return plus_scaled(drag.d, -loads->damping, dv);
}

/* y += the change of the forces on row k, by fluxes and by loads along the normals in column
 * `normal`. A node has a cell's area, or (`shared`) its share of it. */
INLINE void add_forces(const panel *a, size_t k, int normal, bool shared)
{
    const cosserat_sheet *s = a->p->s;
    const trama_loads loads = *a->p->loads;
    const double area = s->h1 * s->h2, cv = a->p->cv;
    const double *row = node_row(a, k), *flux = flux_row(a, k), *before = flux_row(a, k + 1);
    const nodes v = nodes_of(a, a->p->v, k), u = nodes_of(a, a->p->u, k);
    const size_t stride = s->m * s->n;
    double *x = a->p->y + k * s->n + a->first, *y = x + stride, *z = y + stride;
    const bool first_row = k == 0;
    const double share = cosserat_share(k, s->m);
#pragma omp simd
    for (ptrdiff_t l = a->from; l < a->to; l++) {
        vec f = plus(get_vec(flux, F1, l).d, get_vec(flux, F2, l).d);
        const vec less = get_vec(before, F1, l).d;
        f = minus(
            f, (vec){first_row ? 0.0 : less.x, first_row ? 0.0 : less.y, first_row ? 0.0 : less.z});
        f = minus(f, get_vec(flux, F2, l - 1).d);
        vec load =
            load_change(&loads, vec_at(v, l), scaled(cv, vec_at(u, l)), get_vec(row, normal, l));
        if (shared)
            load = scaled(share * cosserat_share((size_t)(a->first + l), s->n), load);
        f = plus(f, load);
        x[l] += area * f.x;
        y[l] += area * f.y;
        z[l] += area * f.z;
    }
}

/* The panel whose forces start at column `from`. */
static panel panel_at(const tangent_product *p, ptrdiff_t from)
{
    const ptrdiff_t n = (ptrdiff_t)p->s->n, halo = from < 2 ? from : 2;
    panel a = {.p = p, .first = from - halo, .from = halo, .left = from == 0, .node = p->room};
    a.right = n - a.first <= PANEL;
    a.count = a.right ? n - a.first : PANEL;
    a.to = a.count - (a.right ? 0 : 1);
    a.flux = a.node + NODE_ROWS * NODE_COLUMNS * WIDTH;
    return a;
}

/* A scheme's function for a row of a panel. */
typedef void panel_row(const panel *a, size_t k);

/* The whole product, panel by panel: reads row k, then computes fluxes and forces of row k - 1,
 * whose neighbours are then known. `normal` and `shared`: of add_forces. */
INLINE void sweep_panels(const tangent_product *p, panel_row *enter, panel_row *set_row_fluxes,
                         int normal, bool shared)
{
    for (ptrdiff_t from = 0; from < (ptrdiff_t)p->s->n;) {
        const panel a = panel_at(p, from);
        for (size_t k = 0; k <= p->s->m; k++) {
            if (k < p->s->m)
                enter(&a, k);
            if (k == 0)
                continue;
            set_row_fluxes(&a, k - 1);
            add_forces(&a, k - 1, normal, shared);
        }
        from = a.first + a.to;
    }
}

#endif
