/* Rows of the scheme `variational`: edges -> pulls of nodes and cells (variational.h) -> the whole
 * pull on each edge, which is the flux that kernel_flux.h takes the divergence of. Included by
 * kernel_cosserat.c only. */
#ifndef TRAMA_MODEL_COSSERAT_KERNEL_VARIATIONAL_H
#define TRAMA_MODEL_COSSERAT_KERNEL_VARIATIONAL_H

#include "model/cosserat/kernel_flux.h"
#include "model/cosserat/kernel_large.h"
#include "model/cosserat/variational.h"

INLINE dual number(double x)
{
    return (dual){x, 0.0};
}
INLINE dual_vec vector(vec a)
{
    return (dual_vec){a, {0.0, 0.0, 0.0}};
}
INLINE dual number_at(double *row, int c, ptrdiff_t l)
{
    return number(AT(row, c));
}
INLINE dual_vec vector_at(double *row, int c, ptrdiff_t l)
{
    return vector(vec_at(row, c, l));
}

/* --- shares of area --- */

/* Columns: share of area, 1 where there are neighbours along l on both sides, and clamps. */
static void fill_shares(const cosserat_sheet *s, const panel *p)
{
    double *share = column(p->scratch, COLUMN_SHARE), *inside = column(p->scratch, INSIDE);
    double *clamp = column(p->scratch, CLAMP);
    for (ptrdiff_t l = 0; l < p->count; l++) {
        share[l] = inside[l] = 1.0;
        clamp[l] = cosserat_clamp(s->clamped + 2, (size_t)(p->first + l), s->n);
    }
    if (p->left)
        share[0] = 0.5, inside[0] = 0.0;
    if (p->right)
        share[p->count - 1] = 0.5, inside[p->count - 1] = 0.0;
}

/* --- edges --- */

static void clear_columns(double *row, ptrdiff_t l, int first, int last)
{
    for (int c = first; c <= last; c++)
        AT(row, c) = 0.0;
}

/* Edges that leave the nodes of row k; zero beyond the sheet's edges. */
static void variational_edges(const cosserat_sheet *s, const panel *p, positions r, size_t k,
                              double *row)
{
    const ptrdiff_t beyond = p->right ? 0 : 1, count = p->count;
    const double rest11 = s->rest11, rest22 = s->rest22;
#pragma omp simd
    for (ptrdiff_t l = 0; l < count + beyond; l++) {
        const vec a1 = minus(above(r, l), here(r, l));
        put(row, A1X, l, a1);
        AT(row, U11) = dot(a1, a1) - rest11;
    }
#pragma omp simd
    for (ptrdiff_t l = p->left ? 0 : -1; l < count - 1 + beyond; l++) {
        const vec a2 = minus(here(r, l + 1), here(r, l));
        put(row, A2X, l, a2);
        AT(row, U22) = dot(a2, a2) - rest22;
    }
    if (p->left)
        clear_columns(row, -1, A2X, A2Z), clear_columns(row, -1, U22, U22);
    if (p->right)
        clear_columns(row, count - 1, A2X, A2Z), clear_columns(row, count - 1, U22, U22);
    for (ptrdiff_t l = 0; k == s->m - 1 && l < count + beyond; l++)
        clear_columns(row, l, A1X, A1Z), clear_columns(row, l, U11, U11);
}

/* Edges along k that come in from the row below a block's first. */
static void variational_edges_below(const cosserat_sheet *s, const panel *p, positions r, bool any,
                                    double *below)
{
    const double rest11 = s->rest11;
    for (ptrdiff_t l = 0; l < p->count; l++) {
        const vec a1 = minus(above(r, l), here(r, l));
        put(below, A1X, l, any ? a1 : (vec){0.0, 0.0, 0.0});
        AT(below, U11) = any ? dot(a1, a1) - rest11 : 0.0;
    }
}

/* --- nodes of row k, cells of the row below it --- */

INLINE void variational_node(const row_constants *c, double *shares, double *below, double *row,
                             double *moment, ptrdiff_t l)
{
    const node_constants at =
        constants_of_node(c, AT(shares, COLUMN_SHARE), AT(shares, INSIDE), AT(shares, CLAMP));
    const node_pulls pulls =
        pulls_of_node(&at, vector_at(row, A1X, l), vector_at(below, A1X, l), vector_at(row, A2X, l),
                      vector_at(row, A2X, l - 1), number(AT(row, U11) + AT(below, U11)),
                      number(column(row, U22)[l] + column(row, U22)[l - 1]));
    put(moment, NX, l, pulls.normal.x);
    AT(moment, OUT1) = pulls.out1.x;
    AT(moment, IN1) = pulls.in1.x;
    AT(moment, OUT2) = pulls.out2.x;
    AT(moment, IN2) = pulls.in2.x;
    AT(moment, NODE11) = pulls.n11.x;
    AT(moment, NODE22) = pulls.n22.x;
}

INLINE void variational_cell(const cell_constants *c, double *below, double *row, ptrdiff_t l)
{
    const double *u11 = column(below, U11) + l;
    const cell_pulls pulls = pulls_of_cell(
        c, vector_at(below, A1X, l), vector_at(below, A1X, l + 1), vector_at(below, A2X, l),
        vector_at(row, A2X, l), number(u11[0] + u11[1]), number(AT(below, U22) + AT(row, U22)));
    put(below, NEARX, l, pulls.near.x);
    put(below, FARX, l, pulls.far.x);
    put(below, ACROSSX, l, pulls.across.x);
    AT(below, CELL11) = pulls.n11.x;
    AT(below, CELL22) = pulls.n22.x;
}

/* Nodes of row k, and, except in a block's first row, cells between it and the row below. */
static void variational_elements(const cosserat_sheet *s, const panel *p, size_t k, bool cells,
                                 double *below, double *row, double *moment)
{
    const row_constants nodes = constants_of_row(s, s->mu0, k);
    const cell_constants cell = constants_of_cell(s, s->mu0);
    double *shares = base(p->scratch);
    const ptrdiff_t last = p->count - (p->right ? 1 : 0);
#pragma omp simd
    for (ptrdiff_t l = 0; l < p->count; l++)
        variational_node(&nodes, shares, below, row, moment, l);
    if (cells) {
#pragma omp simd
        for (ptrdiff_t l = 0; l < last; l++)
            variational_cell(&cell, below, row, l);
    } else {
        for (ptrdiff_t l = 0; l < last; l++)
            clear_columns(below, l, NEARX, CELL22);
    }
    clear_columns(below, -1, NEARX, CELL22);
    if (p->right)
        clear_columns(below, last, NEARX, CELL22);
}

/* --- edges' whole pulls: of row k, whose elements and those of the next row are known --- */

/* `row` holds the edges and the cells above row k, `beside` the cells below it. */
static void variational_fluxes(const cosserat_sheet *s, const panel *p, size_t k, double *row,
                               double *beside, double *flux)
{
    const traits t = traits_of(COSSERAT_VARIATIONAL);
    double *moment = moment_row(t, p, k), *next = moment_row(t, p, k + 1);
    double *shares = base(p->scratch);
    const edge_constants along = constants_of_edges(s, s->mu0, k);
#pragma omp simd
    for (ptrdiff_t l = 0; l < p->count; l++) {
        const double *cell11 = column(row, CELL11) + l, *node22 = column(moment, NODE22) + l;
        const double n11 = AT(shares, COLUMN_SHARE) * along.k11 * AT(row, U11) + cell11[0] +
                           cell11[-1] + AT(moment, NODE11) + AT(next, NODE11);
        const double n22 =
            along.k22 * AT(row, U22) + AT(row, CELL22) + AT(beside, CELL22) + node22[0] + node22[1];
        const dual_vec n = vector_at(moment, NX, l);
        const dual_vec pull1 =
            whole_pull(number(n11), vector_at(row, A1X, l), number_at(moment, OUT1, l), n,
                       number_at(next, IN1, l), vector_at(next, NX, l), vector_at(row, NEARX, l),
                       vector_at(row, FARX, l - 1));
        const dual_vec pull2 =
            whole_pull(number(n22), vector_at(row, A2X, l), number_at(moment, OUT2, l), n,
                       number_at(moment, IN2, l + 1), vector_at(moment, NX, l + 1),
                       vector_at(row, ACROSSX, l), vector_at(beside, ACROSSX, l));
        put(flux, F1X, l, pull1.x);
        put(flux, F2X, l, pull2.x);
    }
}

/* Reads row k, then computes the fluxes of row k - 1 if the block needs them. */
INLINE bool variational_row(traits t, const step *j, const panel *p, size_t k)
{
    const cosserat_sheet *s = j->sheet;
    const row_block *b = &p->block;
    double *row = node_row(t, p, k), *below = row_below(t, p, k);
    for (size_t component = 0; component < 3; component++)
        fetch_ahead(t, j, p, k, component);
    if (k < b->end) {
        if (t.large)
            copy_ahead(j, p, k);
        const positions r = positions_at(t, j, p, k);
        if (k == b->start)
            variational_edges_below(s, p, k > 0 ? positions_at(t, j, p, k - 1) : r, k > 0, below);
        variational_edges(s, p, r, k, row);
        variational_elements(s, p, k, k > b->start, below, row, moment_row(t, p, k));
    }
    if (k <= b->flux || k > b->last)
        return false;
    for (ptrdiff_t l = -1; k == s->m && l < p->count; l++)
        clear_columns(below, l, NEARX, CELL22);
    variational_fluxes(s, p, k - 1, below, row, flux_row(p, k - 1));
    return true;
}

#endif
