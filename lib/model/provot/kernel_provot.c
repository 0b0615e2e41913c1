/* Acceleration of Provot's cloth, row by row (compiled once for each instruction set). The force on
 * a node is the sum over its twelve springs of c (r' - r), c = K (1 - l0/l). The c of a spring is
 * computed once, with the row of its first end, and kept for its second, since the square root and
 * the division are the main cost of a spring. Rows roll through buffers that stay in cache:
 * positions of the rows k - 2 to k + 2, coefficients of k - 2 to k. Where there is no spring c is
 * 0, so that edges need no branch. Columns are swept in panels, whose rows lie at constant
 * distances. */
#include "model/particle/normals.h"
#include "model/provot/kernel_rows.h"

/* gcc would part again what one loop does side by side, which costs a seventh of the time. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-loop-distribution")
#endif

#include <string.h>

#define NAME_OF(isa) trama_provot_kernel_##isa
#define NAME(isa) NAME_OF(isa)
/* Columns `first` to first + count - 1 of the sheet; nodes from <= i < to get their acceleration.
 */
typedef struct panel {
    ptrdiff_t first, count, from, to;
    double *position, *coefficient, *push, *row;
    double *nothing; /* three columns of zeros, for rows that are not there */
} panel;

INLINE double *position_row(const panel *p, ptrdiff_t k)
{
    return p->position + k % POSITION_ROWS * 3 * WIDTH;
}
INLINE double *coefficient_row(const panel *p, ptrdiff_t k)
{
    return p->coefficient + (k + COEFFICIENT_ROWS) % COEFFICIENT_ROWS * PROVOT_FAMILIES * WIDTH;
}
INLINE double *push_row(const panel *p, ptrdiff_t k)
{
    return p->push + (k + PUSH_ROWS) % PUSH_ROWS * PUSHES * WIDTH;
}
/* Positions of row k, or zeros. */
INLINE double *existing_row(const provot_sheet *s, const panel *p, ptrdiff_t k)
{
    return k >= 0 && k < (ptrdiff_t)s->m ? position_row(p, k) : p->nothing;
}

/* The row's positions, and beyond its ends copies of the last: a neighbour that is not there is
 * the node itself. */
static void load_row(const provot_sheet *s, const panel *p, ptrdiff_t k, const double *q)
{
    if (k >= (ptrdiff_t)s->m)
        return;
    const ptrdiff_t nodes = (ptrdiff_t)(s->m * s->n), start = k * (ptrdiff_t)s->n + p->first;
    for (int axis = 0; axis < 3; axis++) {
        double *to = column(position_row(p, k), axis);
        memcpy(to, q + axis * nodes + start, (size_t)p->count * sizeof *to);
        for (int i = 1; i <= HALO; i++) {
            to[-i] = to[0];
            to[p->count - 1 + i] = to[p->count - 1];
        }
    }
}

/* Zeros where the first `families` of a row of columns have no spring: past the sheet's edges and
 * the panel's. */
static void clear_edges(const provot_sheet *s, const panel *p, ptrdiff_t k, double *row,
                        int families)
{
    for (int f = 0; f < families; f++) {
        const provot_step step = trama_provot_steps[f];
        double *c = column(row, f);
        for (ptrdiff_t i = -HALO; i < (step.dl < 0 ? -step.dl : 0); i++)
            c[i] = 0.0;
        for (ptrdiff_t i = p->count - (step.dl > 0 ? step.dl : 0); i < p->count + HALO; i++)
            c[i] = 0.0;
        if (k + step.dk >= (ptrdiff_t)s->m)
            memset(c, 0, (size_t)p->count * sizeof *c);
    }
}

/* What the springs that start in a row are computed from. */
typedef struct starting {
    double *here, *next, *after; /* positions of the row and of the two after it */
    double *c;
    double stiffness[PROVOT_KINDS], tension[PROVOT_FAMILIES]; /* K; K l0, N */
} starting;

static starting starting_at(const provot_sheet *s, const panel *p, ptrdiff_t k)
{
    starting row = {.here = base(existing_row(s, p, k)),
                    .next = base(existing_row(s, p, k + 1)),
                    .after = base(existing_row(s, p, k + 2)),
                    .c = base(coefficient_row(p, k))};
    for (int kind = 0; kind < PROVOT_KINDS; kind++)
        row.stiffness[kind] = s->stiffness[kind];
    for (int f = 0; f < PROVOT_FAMILIES; f++)
        row.tension[f] = s->stiffness[trama_provot_steps[f].kind] * s->rest[f];
    return row;
}

/* c = K - K l0 / l of the spring of family f that starts at node i and ends at `end`. */
INLINE void start(const starting *row, provot_family f, provot_kind kind, ptrdiff_t i, vec end)
{
    const vec d = minus(end, at(row->here, i));
    AT(row->c, (int)f, i) = row->stiffness[kind] - row->tension[f] / length(d);
}

static void coefficients(const starting *given, ptrdiff_t from, ptrdiff_t to)
{
    const starting row = *given;
#pragma omp simd
    for (ptrdiff_t i = from; i < to; i++) {
        start(&row, PROVOT_ALONG_L, PROVOT_STRUCTURAL, i, at(row.here, i + 1));
        start(&row, PROVOT_ALONG_K, PROVOT_STRUCTURAL, i, at(row.next, i));
        start(&row, PROVOT_DIAGONAL, PROVOT_SHEAR, i, at(row.next, i + 1));
        start(&row, PROVOT_ANTI_DIAGONAL, PROVOT_SHEAR, i, at(row.next, i - 1));
        start(&row, PROVOT_TWO_ALONG_L, PROVOT_FLEXION, i, at(row.here, i + 2));
        start(&row, PROVOT_TWO_ALONG_K, PROVOT_FLEXION, i, at(row.after, i));
    }
}

/* What the acceleration of a row is the sum of. */
typedef struct pulled {
    double *before, *last, *here, *next, *after; /* positions of rows k - 2 to k + 2 */
    double *c, *c1, *c2;                         /* coefficients of rows k, k - 1, k - 2 */
    const double *inverse_mass;
    double *ax, *ay, *az;
} pulled;

static pulled pulled_at(const provot_sheet *s, const panel *p, ptrdiff_t k, double *a)
{
    const ptrdiff_t nodes = (ptrdiff_t)(s->m * s->n), start = k * (ptrdiff_t)s->n + p->first;
    return (pulled){.before = base(existing_row(s, p, k - 2)),
                    .last = base(existing_row(s, p, k - 1)),
                    .here = base(position_row(p, k)),
                    .next = base(existing_row(s, p, k + 1)),
                    .after = base(existing_row(s, p, k + 2)),
                    .c = base(coefficient_row(p, k)),
                    .c1 = base(coefficient_row(p, k - 1)),
                    .c2 = base(coefficient_row(p, k - 2)),
                    .inverse_mass = s->inverse_mass + start,
                    .ax = a + start,
                    .ay = a + start + nodes,
                    .az = a + start + 2 * nodes};
}

/* Adds to *sum the pull c (r' - r) of a spring. */
INLINE void pull(vec *sum, double c, vec other, vec r)
{
    const vec d = minus(other, r);
    *sum = (vec){sum->x + c * d.x, sum->y + c * d.y, sum->z + c * d.z};
}

/* a = (sum of c (r' - r)) / m of row k; and, between its terms, the coefficients of row k + 1:
 * square roots and divisions of the one take place beside multiplications of the other. */
static void accelerations(const provot_sheet *s, const panel *p, ptrdiff_t k, double *a)
{
    const pulled now = pulled_at(s, p, k, a);
    const starting ahead = starting_at(s, p, k + 1);
#pragma omp simd
    for (ptrdiff_t i = p->from; i < p->to; i++) {
        const vec r = at(now.here, i);
        vec sum = {0.0, 0.0, 0.0};
        start(&ahead, PROVOT_ALONG_L, PROVOT_STRUCTURAL, i, at(ahead.here, i + 1));
        pull(&sum, AT(now.c, PROVOT_ALONG_L, i), at(now.here, i + 1), r);
        pull(&sum, AT(now.c, PROVOT_ALONG_L, i - 1), at(now.here, i - 1), r);
        start(&ahead, PROVOT_ALONG_K, PROVOT_STRUCTURAL, i, at(ahead.next, i));
        pull(&sum, AT(now.c, PROVOT_TWO_ALONG_L, i), at(now.here, i + 2), r);
        pull(&sum, AT(now.c, PROVOT_TWO_ALONG_L, i - 2), at(now.here, i - 2), r);
        start(&ahead, PROVOT_DIAGONAL, PROVOT_SHEAR, i, at(ahead.next, i + 1));
        pull(&sum, AT(now.c, PROVOT_ALONG_K, i), at(now.next, i), r);
        pull(&sum, AT(now.c, PROVOT_DIAGONAL, i), at(now.next, i + 1), r);
        start(&ahead, PROVOT_ANTI_DIAGONAL, PROVOT_SHEAR, i, at(ahead.next, i - 1));
        pull(&sum, AT(now.c, PROVOT_ANTI_DIAGONAL, i), at(now.next, i - 1), r);
        pull(&sum, AT(now.c, PROVOT_TWO_ALONG_K, i), at(now.after, i), r);
        start(&ahead, PROVOT_TWO_ALONG_L, PROVOT_FLEXION, i, at(ahead.here, i + 2));
        pull(&sum, AT(now.c1, PROVOT_ALONG_K, i), at(now.last, i), r);
        pull(&sum, AT(now.c1, PROVOT_DIAGONAL, i - 1), at(now.last, i - 1), r);
        start(&ahead, PROVOT_TWO_ALONG_K, PROVOT_FLEXION, i, at(ahead.after, i));
        pull(&sum, AT(now.c1, PROVOT_ANTI_DIAGONAL, i + 1), at(now.last, i + 1), r);
        pull(&sum, AT(now.c2, PROVOT_TWO_ALONG_K, i), at(now.before, i), r);
        now.ax[i] = now.inverse_mass[i] * sum.x;
        now.ay[i] = now.inverse_mass[i] * sum.y;
        now.az[i] = now.inverse_mass[i] * sum.z;
    }
    coefficients(&ahead, 0, p->from);
    coefficients(&ahead, p->to, p->count);
    clear_edges(s, p, k + 1, ahead.c, PROVOT_FAMILIES);
}

/* --- what the normal is for --- */

static void normals(const provot_sheet *s, const panel *p, ptrdiff_t k)
{
    double *here = position_row(p, k);
    double *above = k + 1 < (ptrdiff_t)s->m ? position_row(p, k + 1) : here;
    double *below = k > 0 ? position_row(p, k - 1) : here;
    double *nx = column(p->row, 0), *ny = column(p->row, 1), *nz = column(p->row, 2);
#pragma omp simd
    for (ptrdiff_t i = p->from; i < p->to; i++) {
        const vec u = minus(at(above, i), at(below, i));
        const vec w = minus(at(here, i + 1), at(here, i - 1));
        trama_normal_of(u.x, u.y, u.z, w.x, w.y, w.z, &nx[i], &ny[i], &nz[i]);
    }
}

/* Pushes of the springs of one family that start in row k, at both ends, N. */
INLINE void push_family(const provot_sheet *s, const panel *p, ptrdiff_t k, provot_family f,
                        trama_coupling_key key)
{
    const provot_step step = trama_provot_steps[f];
    double *here = position_row(p, k), *there = existing_row(s, p, k + step.dk);
    double *first = column(push_row(p, k), (int)f);
    double *second = column(push_row(p, k), PROVOT_TANGENTIAL + (int)f);
    const trama_coupling coupling = s->coupling;
    const double rest = s->rest[f];
    const uint32_t number =
        (uint32_t)((size_t)f * s->m * s->n + (size_t)(k * (ptrdiff_t)s->n + p->first));
#pragma omp simd
    for (ptrdiff_t i = 0; i < p->count; i++) {
        const double l = length(minus(at(there, i + step.dl), at(here, i)));
        const double strength = trama_coupling_strength(&coupling, l, rest);
        const uint32_t bits = trama_coupling_bits(key, number + (uint32_t)i);
        first[i] = trama_coupling_signed(strength, bits, 0);
        second[i] = trama_coupling_signed(strength, bits, 1);
    }
}

static void pushes(const provot_sheet *s, const panel *p, ptrdiff_t k, trama_coupling_key key)
{
    for (provot_family f = 0; f < PROVOT_TANGENTIAL; f++)
        push_family(s, p, k, f, key);
    clear_edges(s, p, k, push_row(p, k), PROVOT_TANGENTIAL);
    clear_edges(s, p, k, push_row(p, k) + (ptrdiff_t)PROVOT_TANGENTIAL * WIDTH, PROVOT_TANGENTIAL);
}

/* All pushes at a node are along its own normal. */
static void add_coupling(const provot_sheet *s, const panel *p, ptrdiff_t k, double *a)
{
    enum { SECOND = PROVOT_TANGENTIAL };
    const ptrdiff_t nodes = (ptrdiff_t)(s->m * s->n), start = k * (ptrdiff_t)s->n + p->first;
    double *here = push_row(p, k), *last = push_row(p, k - 1);
    double *ax = a + start, *ay = ax + nodes, *az = ay + nodes;
    const double *inverse_mass = s->inverse_mass + start;
#pragma omp simd
    for (ptrdiff_t i = p->from; i < p->to; i++) {
        const double first = AT(here, PROVOT_ALONG_L, i) + AT(here, PROVOT_ALONG_K, i) +
                             AT(here, PROVOT_DIAGONAL, i) + AT(here, PROVOT_ANTI_DIAGONAL, i);
        const double second = AT(here, SECOND + PROVOT_ALONG_L, i - 1) +
                              AT(last, SECOND + PROVOT_ALONG_K, i) +
                              AT(last, SECOND + PROVOT_DIAGONAL, i - 1) +
                              AT(last, SECOND + PROVOT_ANTI_DIAGONAL, i + 1);
        const double push = (first + second) * inverse_mass[i];
        ax[i] += push * AT(p->row, 0, i);
        ay[i] += push * AT(p->row, 1, i);
        az[i] += push * AT(p->row, 2, i);
    }
}

/* --- sweep --- */

/* As far as the panel reaches: a small sheet would spend more on the rest than on its springs. */
static void clear_columns(const panel *p, double *columns, int count)
{
    for (int c = 0; c < count; c++)
        memset(column(columns, c) - HALO, 0, (size_t)(p->count + 2 * HALO) * sizeof *columns);
}

static void sweep(const provot_sheet *s, const panel *p, double t, const double *q, const double *v,
                  const trama_loads *loads, double *a)
{
    const bool coupled = s->coupling.lambda != 0.0;
    const trama_coupling_key key = trama_coupling_key_at(&s->coupling, t);
    const size_t nodes = s->m * s->n, count = (size_t)(p->to - p->from);
    const double *nx = column(p->row, 0) + p->from;
    clear_columns(p, p->coefficient, ALL_COEFFICIENTS);
    if (coupled)
        clear_columns(p, p->push, ALL_PUSHES);
    for (ptrdiff_t k = 0; k < 3; k++)
        load_row(s, p, k, q);
    const starting first = starting_at(s, p, 0);
    coefficients(&first, 0, p->count);
    clear_edges(s, p, 0, first.c, PROVOT_FAMILIES);
    for (ptrdiff_t k = 0; k < (ptrdiff_t)s->m; k++) {
        const size_t start = (size_t)(k * (ptrdiff_t)s->n + p->first + p->from);
        load_row(s, p, k + 3, q);
        accelerations(s, p, k, a);
        if (coupled || loads->drag != 0.0)
            normals(s, p, k);
        if (coupled) {
            pushes(s, p, k, key);
            add_coupling(s, p, k, a);
        }
        trama_loads_apply(loads, start, count, nodes, s->inverse_mass + start, nx, nx + WIDTH,
                          nx + (ptrdiff_t)2 * WIDTH, v, a);
    }
}

static panel panel_at(const provot_sheet *s, ptrdiff_t from, ptrdiff_t to)
{
    const ptrdiff_t n = (ptrdiff_t)s->n;
    const ptrdiff_t first = from < HALO ? 0 : from - HALO, end = to + HALO < n ? to + HALO : n;
    panel p = {.first = first, .count = end - first, .from = from - first, .to = to - first};
    p.position = s->buffers;
    p.coefficient = p.position + (ptrdiff_t)ALL_POSITIONS * WIDTH;
    p.push = p.coefficient + (ptrdiff_t)ALL_COEFFICIENTS * WIDTH;
    p.row = p.push + (ptrdiff_t)ALL_PUSHES * WIDTH;
    p.nothing = p.row + (ptrdiff_t)3 * WIDTH;
    return p;
}

void NAME(TRAMA_ISA)(const provot_sheet *s, double t, const double *q, const double *v,
                     const trama_loads *loads, double *a)
{
    enum { STRIDE = PANEL - 2 * HALO };
    for (ptrdiff_t from = 0; from < (ptrdiff_t)s->n; from += STRIDE) {
        const ptrdiff_t to = from + STRIDE;
        const panel p = panel_at(s, from, to < (ptrdiff_t)s->n ? to : (ptrdiff_t)s->n);
        sweep(s, &p, t, q, v, loads, a);
    }
}
