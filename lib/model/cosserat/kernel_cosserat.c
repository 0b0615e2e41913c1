/* The Cosserat cloth's acceleration, row by row (compiled once for each instruction set).
 *
 * * * For each row: edges and metric -> weights of the faces -> normal and curvature -> stress ->
 * flux -> divergence and loads. Rows roll through buffers that stay in cache; no intermediate field
 * goes to memory. Ghost vertices by linear extrapolation make the free edges: backward tangents at
 * the far ones, no curvature across an edge, normals from the faces that exist. Functions named
 * `edge` have what a scheme does differently at its edges. Traits are constants, so that each
 * scheme's loops are compiled for it alone.
 *
 * * * Loops are short, so that the processor overlaps their iterations (one loop for all was half
 * as fast). Square roots and divisions of a row share a loop with multiplications of a row before
 * it: one unit of the processor takes the roots and divisions, and meanwhile the other units
 * multiply. */
#include "model/cosserat/kernel_area.h"
#include "model/cosserat/kernel_flux.h"
#include "model/cosserat/kernel_frame.h"
#include "model/cosserat/kernel_large.h"
#include "model/cosserat/kernel_stress.h"
#include "model/cosserat/kernel_variational.h"

#define NAME_OF(isa) trama_cosserat_##isa
#define NAME(isa) NAME_OF(isa)

/* The factor s of N and M is 1 or that of the whole sheet, and mu is mu0 s. The moduli contain
 * both, so the divergence is the acceleration. */
static moduli moduli_over_mass(const cosserat_sheet *s)
{
    const double mass = s->density == COSSERAT_LOCAL ? 1.0 : s->mu0;
    moduli c;
    for (int i = 0; i < 3; i++) {
        c.membrane[i] = s->membrane[i] / mass;
        c.coupling[i] = s->coupling[i] / mass;
        c.half_coupling[i] = s->half_coupling[i] / mass;
        c.bending[i] = s->bending[i] / mass;
    }
    return c;
}

/* --- the whole --- */

/* Row k has its fluxes, and gets its accelerations. */
INLINE void leave(traits t, const step *j, const panel *p, size_t k)
{
    const cosserat_sheet *s = j->sheet;
    double *flux = flux_row(p, k), *before = k > 0 ? flux_row(p, k - 1) : p->nothing;
    close_flux(t, s, p, k, flux);
    if (k < p->block.first || (t.backward && k == 0))
        return; /* its forward difference needs the next row's flux */
    if (t.backward && k == 1)
        accelerate(t, s, p, 0, flux, before, j->v, j->loads, array_row(s, p, 0, j->a), j->a);
    const bool spare = t.large && !keeps(j) && is_own(p, k);
    const row_vectors a = spare ? spare_row(p) : array_row(s, p, k, j->a);
    accelerate(t, s, p, k, flux, before, j->v, j->loads, a, j->a);
    if (t.large)
        tell(j, p, k, a);
}

/* Row k enters, row k - 1 gets its stresses, row k - 2 its fluxes and accelerations. Rows outside
 * the block get only what its own rows need. */
INLINE void advance(traits t, const step *j, const panel *p, size_t k)
{
    const cosserat_sheet *s = j->sheet;
    const row_block *b = &p->block;
    const bool enters = k < b->end;
    const bool middle = b->start < k && k <= b->end;
    const bool leaves = k >= b->flux + 2;
    double *row = node_row(t, p, k), *below = row_below(t, p, k);
    if (t.variational) {
        if (variational_row(t, j, p, k))
            leave(t, j, p, k - 1);
        return;
    }
    fetch_ahead(t, j, p, k, 0);
    if (enters) {
        if (t.large)
            copy_ahead(j, p, k);
        const positions r = positions_at(t, j, p, k);
        if (k == b->start)
            edges_below(p, k > 0 ? positions_at(t, j, p, k - 1) : r, below);
        edges(p, r, below, row);
    }
    fetch_ahead(t, j, p, k, 1);
    if (enters || middle)
        weights_and_stresses(t, s->density == COSSERAT_LOCAL, s, p, k - 1, enters, middle);
    if (middle) {
        double *moment = moment_row(t, p, k - 1);
        if (t.scheme == COSSERAT_ZERO)
            zero_stress_edge(s, p, k - 1, below, moment);
        close_moments(p, t.backward, moment);
        if (t.gamma)
            christoffel(p, below, moment);
    }
    fetch_ahead(t, j, p, k, 2);
    if (enters)
        sums(p, below, row, moment_row(t, p, k));
    normals_and_fluxes(t, s, p, k, enters, middle, leaves);
    if (enters) {
        if (t.gamma)
            products(p, below, row);
        if (t.scheme == COSSERAT_LITERAL)
            literal_edge(s, p, k, row);
        if (t.scheme == COSSERAT_ZERO)
            zero_edge(s, p, k, row);
        if (s->density == COSSERAT_LOCAL)
            shares(s, p, row, moment_row(t, p, k));
        if (t.reference)
            reference_edge(s, p, k, row);
    }
    if (leaves)
        leave(t, j, p, k - 2);
}

/* The panel that begins with the acceleration of column `from`. */
static panel panel_at(traits t, const cosserat_sheet *s, row_block b, ptrdiff_t from,
                      double *buffers)
{
    panel p = {.left = from == 0, .block = b};
    const ptrdiff_t n = (ptrdiff_t)s->n,
                    halo = t.backward ? 2 : 1; /* what Q^2 of the node before needs */
    p.from = from < halo ? from : halo;
    p.first = from - p.from;
    p.right = n - p.first <= PANEL_MOST;
    p.count = p.right ? n - p.first : PANEL;
    p.to = p.count - (p.right ? 0 : 1);
    p.scratch = buffers;
    p.flux = p.scratch + SCRATCH_COLUMNS * WIDTH;
    p.moment = p.flux + FLUX_ROWS * FLUX_COLUMNS * WIDTH;
    p.node = p.moment + moment_rows(t.backward) * moment_columns(t) * WIDTH;
    p.nothing = p.scratch + NOTHING * WIDTH;
    p.over_mass = moduli_over_mass(s);
    return p;
}

/* `factor`: s of the whole sheet. */
static void fill_panel(traits t, const cosserat_sheet *s, double factor, const panel *p)
{
    double *ends = column(p->scratch, ENDS), *shear = column(p->scratch, SHEAR);
    double *inverse_mu = column(p->scratch, INVERSE_MU);
    for (ptrdiff_t l = 0; l < p->count; l++) {
        ends[l] = shear[l] = 1.0;
        inverse_mu[l] = 1.0 / (s->mu0 * factor);
    }
    if (t.reference && p->left)
        ends[0] = 0.0;
    if (t.reference && p->right)
        ends[p->count - 1] = shear[p->count - 1] = 0.0;
    if (t.variational)
        fill_shares(s, p);
}

/* One block of rows, panel by panel. */
INLINE void panels(traits t, const step *j, row_block b, double *buffers, double *sides)
{
    const cosserat_sheet *s = j->sheet;
    for (ptrdiff_t from = 0; from < (ptrdiff_t)s->n;) {
        panel p = panel_at(t, s, b, from, buffers);
        p.sides = sides;
        fill_panel(t, s, j->factor, &p);
        for (size_t k = b.start; k < b.last + 2; k++)
            advance(t, j, &p, k);
        from = p.first + p.to;
    }
}

/* --- blocks of rows, a thread each --- */

/* A row's flux needs the moments of the rows on both sides, and these need the edges of the rows
 * before them. So a block begins two rows early, and ends one row late. */
static row_block block_of(const cosserat_sheet *s, size_t block)
{
    row_block b = {.first = trama_part_begin(s->m, s->blocks, block, 1),
                   .last = trama_part_begin(s->m, s->blocks, block + 1, 1)};
    b.start = block > 0 ? b.first - 2 : 0;
    b.flux = block > 0 ? b.first - 1 : 0;
    b.end = block + 1 < s->blocks ? b.last + 1 : s->m;
    b.own = block > 0 ? b.first + 2 : 0;
    b.own_end = block + 1 < s->blocks ? b.last - 3 : s->m;
    return b;
}

INLINE traits large(cosserat_scheme scheme)
{
    traits t = traits_of(scheme);
    t.large = true;
    return t;
}

static void accelerate_block(void *context, size_t block)
{
    const step *j = context;
    const row_block b = block_of(j->sheet, block);
    double *buffers = j->sheet->buffers + block * j->sheet->block_buffer;
    double *sides = buffers + j->sheet->block_buffer - sides_size(j->sheet);
    switch (j->sheet->scheme) { /* constants, so that each has loops of its own */
    case COSSERAT_REFERENCE:
        if (cosserat_is_large(j->sheet))
            panels(large(COSSERAT_REFERENCE), j, b, buffers, sides);
        else
            panels(traits_of(COSSERAT_REFERENCE), j, b, buffers, sides);
        break;
    case COSSERAT_NATURAL:
        panels(traits_of(COSSERAT_NATURAL), j, b, buffers, sides);
        break;
    case COSSERAT_ZERO:
        panels(traits_of(COSSERAT_ZERO), j, b, buffers, sides);
        break;
    case COSSERAT_LITERAL:
        panels(traits_of(COSSERAT_LITERAL), j, b, buffers, sides);
        break;
    case COSSERAT_NO_CHRISTOFFEL:
        panels(traits_of(COSSERAT_NO_CHRISTOFFEL), j, b, buffers, sides);
        break;
    case COSSERAT_VARIATIONAL:
        if (cosserat_is_large(j->sheet))
            panels(large(COSSERAT_VARIATIONAL), j, b, buffers, sides);
        else
            panels(traits_of(COSSERAT_VARIATIONAL), j, b, buffers, sides);
        break;
    }
}

static void tell_of_rows(const step *j, size_t begin, size_t end)
{
    const size_t nodes = j->sheet->m * j->sheet->n, first = begin * j->sheet->n;
    double *const a[3] = {j->a + first, j->a + nodes + first, j->a + 2 * nodes + first};
    if (begin < end)
        j->listener->done(j->listener->context, first, (end - begin) * j->sheet->n, a);
}

/* Reports the rows that two blocks have read, after all blocks have ended; in a small sheet, all
 * rows. */
static void tell_of_the_rest(const step *j)
{
    const cosserat_sheet *s = j->sheet;
    if (!cosserat_is_large(s)) {
        tell_of_rows(j, 0, s->m);
        return;
    }
    for (size_t block = 0; block < s->blocks; block++) {
        const row_block b = block_of(s, block);
        tell_of_rows(j, b.first, b.own);
        tell_of_rows(j, b.own_end, b.last);
    }
}

void NAME(TRAMA_ISA)(const cosserat_sheet *s, const double *q, const double *v,
                     const trama_loads *loads, double *a, const cosserat_listener *listener)
{
    const double rest = (double)((s->m - 1) * (s->n - 1)) * s->h1 * s->h2;
    step j = {s, 1.0, q, v, loads, a, listener};
    if (s->density == COSSERAT_GLOBAL)
        j.factor = rest / total_area(&j);
    trama_threads_run(s->blocks, accelerate_block, &j);
    if (listener)
        tell_of_the_rest(&j);
}
