/* The first half of the kernel: from a row's positions to its tangents, metric, normal and
 * curvature, with the different treatments of edges by the schemes. Included by kernel_cosserat.c
 * only. */
#ifndef TRAMA_MODEL_COSSERAT_KERNEL_FRAME_H
#define TRAMA_MODEL_COSSERAT_KERNEL_FRAME_H

#include "model/cosserat/kernel_rows.h"

#include <math.h>

/* Moduli: the sheet's constants divided by mass. */
typedef struct moduli {
    double membrane[3], coupling[3], half_coupling[3], bending[3];
} moduli;

/* Accelerations are computed for rows first <= k < last; for these, stresses from row `start`,
 * fluxes from row `flux`, and positions up to row `end`. No other block reads positions of rows own
 * <= k < own_end. */
typedef struct row_block {
    size_t first, last, start, flux, end, own, own_end;
} row_block;

/* Columns `first` to first + count - 1 of the sheet; accelerations are computed for nodes from <= l
 * < to, and need the others. */
typedef struct panel {
    ptrdiff_t first, count, from, to;
    bool left, right; /* contains the sheet's near, far edge */
    row_block block;
    moduli over_mass;
    double *sides; /* of a large sheet: SIDE_NUMBERS a row */
    double *node, *moment, *flux, *scratch;
    double *nothing; /* a row of zeros, for values beyond an edge */
} panel;

INLINE double *node_row(traits t, const panel *p, size_t k)
{
    return base(p->node + k % node_rows(t.backward) * node_columns(t) * WIDTH);
}
/* The row of ghosts before row 0. */
INLINE double *row_below(traits t, const panel *p, size_t k)
{
    return node_row(t, p, k > 0 ? k - 1 : node_rows(t.backward) - 1);
}
INLINE double *moment_row(traits t, const panel *p, size_t k)
{
    return base(p->moment + k % moment_rows(t.backward) * moment_columns(t) * WIDTH);
}
INLINE double *flux_row(const panel *p, size_t k)
{
    return base(p->flux + k % FLUX_ROWS * FLUX_COLUMNS * WIDTH);
}
static void clear_node(double *row, ptrdiff_t l, int first, int last)
{
    for (int c = first; c <= last; c++)
        AT(row, c) = 0.0;
}

/* Vectors of a row, from the panel's first column. */
typedef struct row_vectors {
    double *x, *y, *z;
} row_vectors;

/* A row of accelerations that are not kept. */
INLINE row_vectors spare_row(const panel *p)
{
    return (row_vectors){column(p->scratch, AX), column(p->scratch, AY), column(p->scratch, AZ)};
}

/* Row k of an array of nv. */
INLINE row_vectors array_row(const cosserat_sheet *s, const panel *p, size_t k, double *a)
{
    double *x = a + k * s->n + (size_t)p->first, *y = x + s->m * s->n;
    return (row_vectors){x, y, y + s->m * s->n};
}

/* --- edges and metric --- */

/* Positions of row k and of the next. */
typedef struct positions {
    const double *x0, *y0, *z0, *x1, *y1, *z1;
} positions;

INLINE vec here(positions r, ptrdiff_t l)
{
    return (vec){r.x0[l], r.y0[l], r.z0[l]};
}
INLINE vec above(positions r, ptrdiff_t l)
{
    return (vec){r.x1[l], r.y1[l], r.z1[l]};
}

/* The first and the last row as copies, so that `edges` may look a column too far; beyond the last
 * are ghosts: 2 edge - inner. */
static positions edge_positions(const cosserat_sheet *s, const panel *p, const double *q, size_t k)
{
    double *edge[3], *next[3];
    for (int c = 0; c < 3; c++) {
        const double *row = q + ((size_t)c * s->m + k) * s->n + p->first;
        edge[c] = column(p->scratch, EDGEX + c);
        next[c] = column(p->scratch, NEXTX + c);
        for (ptrdiff_t l = p->left ? 0 : -1; l < p->count + (p->right ? 0 : 1); l++) {
            edge[c][l] = row[l];
            next[c][l] =
                k == 0 ? row[l + (ptrdiff_t)s->n] : 2.0 * row[l] - row[l - (ptrdiff_t)s->n];
        }
    }
    return (positions){edge[0], edge[1], edge[2], next[0], next[1], next[2]};
}

INLINE positions positions_of(const cosserat_sheet *s, const panel *p, const double *q, size_t k)
{
    if (k == 0 || k == s->m - 1)
        return edge_positions(s, p, q, k);
    const double *x = q + k * s->n + p->first, *y = x + s->m * s->n, *z = y + s->m * s->n;
    return (positions){x, y, z, x + s->n, y + s->n, z + s->n};
}

/* At a node with edges a1, a2 out and b1 (of the row below), b2 in: the metric a_ab = a_a . a_b
 * (2.3), and s = |f|^2 = |a|^2 |b|^2 - (a . b)^2 of the faces around it, f0 = a1 x a2, f1 = b1 x
 * a2, f2 = b1 x b2, f3 = a1 x b2. s0 is det a_ab. */
INLINE void measure(double *below, double *row, double *faces, ptrdiff_t l, vec a1, vec a2, vec b2)
{
    const vec b1 = vec_at(below, A1X, l);
    const double g11 = dot(a1, a1), g12 = dot(a1, a2), g22 = dot(a2, a2);
    const double h11 = AT(below, G11), h22 = dot(b2, b2);
    const double c1 = dot(b1, a2), c2 = dot(b1, b2), c3 = dot(a1, b2);
    put(row, A1X, l, a1);
    put(row, A2X, l, a2);
    AT(row, G11) = g11;
    AT(row, G12) = g12;
    AT(row, G22) = g22;
    AT(faces, S0) = g11 * g22 - g12 * g12;
    AT(faces, S1) = h11 * g22 - c1 * c1;
    AT(faces, S2) = h11 * h22 - c2 * c2;
    AT(faces, S3) = g11 * h22 - c3 * c3;
}

/* The panel's first and last node: at the sheet's edges a ghost's edge is that on the other side.
 */
static void edge_ends(const panel *p, positions r, double *below, double *row)
{
    double *faces = p->scratch;
    const ptrdiff_t n = p->count, last = n - 1;
    const vec in = minus(here(r, last), here(r, last - 1));
    if (p->right) {
        measure(below, row, faces, last, vec_at(row, A1X, last), in, in);
        put(row, A1X, n, combined(2.0, vec_at(row, A1X, last), -1.0, vec_at(row, A1X, last - 1)));
    } else {
        put(row, A1X, n, minus(above(r, n), here(r, n)));
    }
    const vec out = vec_at(row, A2X, 0);
    if (p->left)
        measure(below, row, faces, 0, vec_at(row, A1X, 0), out, out);
    put(row, A2X, -1, p->left ? out : minus(here(r, 0), here(r, -1)));
    put(row, G11, n, (vec){0.0, 0.0, 0.0}); /* the value beyond the last node is not used */
}

/* The row's edges and metric. */
static void edges(const panel *p, positions r, double *below, double *row)
{
    double *faces = base(p->scratch);
#pragma omp simd
    for (ptrdiff_t l = 0; l < p->count; l++)
        measure(below, row, faces, l, minus(above(r, l), here(r, l)),
                minus(here(r, l + 1), here(r, l)), minus(here(r, l), here(r, l - 1)));
    edge_ends(p, r, below, row);
}

/* Edges of the row below a block's first. That is the row before it, or the row of ghosts, whose
 * edges up are those of row 0. */
static void edges_below(const panel *p, positions r, double *below)
{
#pragma omp simd
    for (ptrdiff_t l = 0; l < p->count; l++) {
        const vec a1 = minus(above(r, l), here(r, l));
        put(below, A1X, l, a1);
        AT(below, G11) = dot(a1, a1);
    }
}

/* --- normal and curvature --- */

/* The normal is the normalised sum of the faces' unit normals (3.10). Their weights 1/|f| are all
 * multiplied by s1 s2 s3 |f0|, so that nothing is divided. */
INLINE void face_weights(double *faces, ptrdiff_t l)
{
    const double s0 = AT(faces, S0), s1 = AT(faces, S1), s2 = AT(faces, S2), s3 = AT(faces, S3);
    const double s23 = s2 * s3, r02s1 = sqrt(s0 * s2) * s1;
    AT(faces, W0) = s1 * s23;
    AT(faces, W1) = sqrt(s0 * s1) * s23;
    AT(faces, W2) = r02s1 * s3;
    AT(faces, W3) = r02s1 * sqrt(s23);
}

/* The weighted sum w0 f0 + w1 f1 + w2 f2 + w3 f3, and its products with r,ab: central differences,
 * the mixed one of the forward cell. */
static void sums(const panel *p, double *below, double *row, double *moment)
{
    double *faces = base(p->scratch);
#pragma omp simd
    for (ptrdiff_t l = 0; l < p->count; l++) {
        const vec a1 = vec_at(row, A1X, l), a2 = vec_at(row, A2X, l);
        const vec b1 = vec_at(below, A1X, l), b2 = vec_at(row, A2X, l - 1);
        const vec sum = plus(cross(combined(AT(faces, W0), a1, AT(faces, W1), b1), a2),
                             cross(combined(AT(faces, W3), a1, AT(faces, W2), b1), b2));
        put(moment, NX, l, sum);
        AT(faces, SQUARE) = dot(sum, sum);
        AT(row, B11) = dot(sum, minus(a1, b1));
        AT(row, B12) = dot(sum, minus(vec_at(row, A1X, l + 1), a1));
        AT(row, B22) = dot(sum, minus(a2, b2));
    }
}

/* n and b_ab = n . r,ab (2.6) from their multiples; 1/det a_ab. */
INLINE void normalise(double *faces, double *row, double *moment, ptrdiff_t l)
{
    const double length = sqrt(AT(faces, SQUARE)), both = 1.0 / (length * AT(faces, S0));
    const double unit = both * AT(faces, S0);
    AT(row, INVERSE) = both * length;
    put(moment, NX, l, scaled(unit, vec_at(moment, NX, l)));
    AT(row, B11) *= unit;
    AT(row, B12) *= unit;
    AT(row, B22) *= unit;
}

/* The products r,ab . a_l. */
static void products(const panel *p, double *below, double *row)
{
#pragma omp simd
    for (ptrdiff_t l = 0; l < p->count; l++) {
        const vec a1 = vec_at(row, A1X, l), a2 = vec_at(row, A2X, l);
        const vec r11 = minus(a1, vec_at(below, A1X, l)), r22 = minus(a2, vec_at(row, A2X, l - 1));
        const vec r12 = minus(vec_at(row, A1X, l + 1), a1);
        AT(row, P111) = dot(r11, a1);
        AT(row, P112) = dot(r11, a2);
        AT(row, P121) = dot(r12, a1);
        AT(row, P122) = dot(r12, a2);
        AT(row, P221) = dot(r22, a1);
        AT(row, P222) = dot(r22, a2);
    }
}

/* Second derivative `to` of node l becomes `factor` times `from`; both name B11, B12 or B22. */
static void replace_second(double *row, ptrdiff_t l, int to, int from, double factor)
{
    const int product_to = P111 + 2 * (to - B11), product_from = P111 + 2 * (from - B11);
    AT(row, to) = factor * AT(row, from);
    AT(row, product_to) = factor * AT(row, product_from);
    AT(row, product_to + 1) = factor * AT(row, product_from + 1);
}

/* Thesis, section 3.1: at an edge the mixed derivative replaces the one that lacks a neighbour; the
 * ratio of spacings turns one into the other. */
static void literal_edge(const cosserat_sheet *s, const panel *p, size_t k, double *row)
{
    for (ptrdiff_t l = 0; l < p->count && (k == 0 || k == s->m - 1); l++)
        replace_second(row, l, B11, B12, s->h1 / s->h2);
    if (p->left)
        replace_second(row, 0, B22, B12, s->h2 / s->h1);
    if (p->right)
        replace_second(row, p->count - 1, B22, B12, s->h2 / s->h1);
}

/* de Melo, (3.9), (3.11), (3.12): derivatives without a neighbour are zero. */
static void zero_edge(const cosserat_sheet *s, const panel *p, size_t k, double *row)
{
    for (ptrdiff_t l = 0; l < p->count; l++) {
        const bool near = k == 0 || (p->left && l == 0);
        const bool far = k == s->m - 1 || (p->right && l == p->count - 1);
        if (far) {
            replace_second(row, l, B12, B12, 0.0);
            clear_node(row, l, INVERSE, INVERSE);
        }
        if (near || far) {
            replace_second(row, l, B11, B11, 0.0);
            replace_second(row, l, B22, B22, 0.0);
        }
    }
}

/* The first of the row's nodes that lie on a far edge. */
INLINE ptrdiff_t far_edge(const cosserat_sheet *s, const panel *p, size_t k)
{
    return k == s->m - 1 ? 0 : p->count - (p->right ? 1 : 0);
}

/* `reference`: a node of a far edge carries stretch along it alone - no shear, no twist, no
 * curvature in N and Q. */
static void reference_edge(const cosserat_sheet *s, const panel *p, size_t k, double *row)
{
    for (ptrdiff_t l = far_edge(s, p, k); l < p->count; l++)
        AT(row, B12) = AT(row, INVERSE) = 0.0;
    for (ptrdiff_t l = 0; l < p->count && k == s->m - 1; l++)
        AT(row, G12) = 0.0;
}

#endif
