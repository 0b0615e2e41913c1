/* The Cosserat cloth's acceleration, row by row (compiled once for each instruction set).
 *
 * For each row: edges and metric -> weights of the faces -> normal and curvature -> stress -> flux
 * -> divergence and loads. Rows roll through buffers that stay in cache; no intermediate field goes
 * to memory. Ghost vertices by linear extrapolation make the free edges: backward tangents at the
 * far ones, no curvature across an edge, normals from the faces that exist. What a scheme does
 * otherwise at its edges is in functions named `edge`. Traits are constants, so that each scheme's
 * loops are compiled for it alone.
 *
 * Loops are short, so that the processor overlaps their iterations (one loop for all was half as
 * fast). Square roots and divisions of a row share a loop with multiplications of a row before it:
 * one unit does the former, and while it does the other units are free for the latter. */
#include "model/cosserat/kernel_frame.h"

#include <math.h>
#include <string.h>

#define NAME_OF(isa) trama_cosserat_kernel_##isa
#define NAME(isa) NAME_OF(isa)

/* --- stress --- */

/* The factor s of N and M is 1 or the sheet's, and mu is mu0 s: both are in the moduli, so that the
 * divergence is the acceleration. */
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

/* `reference` has no moment across an edge. */
INLINE moduli moduli_at(traits t, const cosserat_sheet *s, const panel *p, size_t k)
{
    moduli row = p->over_mass;
    if (t.scheme == COSSERAT_REFERENCE && (k == 0 || k == s->m - 1))
        row.half_coupling[0] = row.bending[0] = 0.0;
    return row;
}

/* s = sqrt(A/a) of each node. */
static void shares(const cosserat_sheet *s, const panel *p, double *row, double *moment)
{
    const double rest = s->h1 * s->h2;
#pragma omp simd
    for (ptrdiff_t l = 0; l < p->count; l++)
        AT(moment, SHARE) = rest * sqrt(AT(row, INVERSE));
}

/* Strains to stresses: (2.7), (2.8), (2.18), N^ab = N*^ab - b^a_g M^gb (2.19), and N^ba a_b. */
INLINE void stress(bool local, const moduli *is, double rest11, double rest22, double ends,
                   double *row, double *moment, ptrdiff_t l)
{
    const double a11 = AT(row, G11), a12 = AT(row, G12), a22 = AT(row, G22), i = AT(row, INVERSE);
    const double b11 = AT(row, B11), b12 = AT(row, B12), b22 = AT(row, B22);
    const double e11 = a11 - rest11, e12 = a12, e22 = a22 - rest22; /* 2 epsilon */
    const double s = local ? AT(moment, SHARE) : 1.0;
    const double m11 = s * (is->half_coupling[0] * e11 - is->bending[0] * b11);
    const double m12 = s * (is->half_coupling[1] * e12 - is->bending[1] * b12);
    const double m22 = s * (is->half_coupling[2] * e22 - is->bending[2] * b22) * ends;
    const double n11 = s * (is->membrane[0] * e11 - is->coupling[0] * b11);
    const double n12 = s * (is->membrane[1] * e12 - is->coupling[1] * b12);
    const double n22 = s * (is->membrane[2] * e22 - is->coupling[2] * b22);
    /* a b^a_g = a a^ad b_dg (2.20), where a a^11 = a_22, a a^12 = -a_12, a a^22 = a_11 (2.5) */
    const double b1_1 = a22 * b11 - a12 * b12, b1_2 = a22 * b12 - a12 * b22;
    const double b2_1 = a11 * b12 - a12 * b11, b2_2 = a11 * b22 - a12 * b12;
    const double i11 = i * m11, i12 = i * m12, i22 = i * m22; /* M^ab / a */
    const vec a1 = vec_at(row, A1X, l), a2 = vec_at(row, A2X, l);
    AT(moment, M11) = m11;
    AT(moment, M12) = m12;
    AT(moment, M22) = m22;
    put(row, P1X, l,
        combined(n11 - (b1_1 * i11 + b1_2 * i12), a1, n12 - (b2_1 * i11 + b2_2 * i12), a2));
    put(row, P2X, l,
        combined(n12 - (b1_1 * i12 + b1_2 * i22), a1, n22 - (b2_1 * i12 + b2_2 * i22), a2));
}

/* The weights of row `next`'s faces and the stresses of row k, in one loop: square roots of the one
 * take place beside multiplications of the other. */
INLINE void weights_and_stresses(traits t, bool local, const cosserat_sheet *s, const panel *p,
                                 size_t k, bool weights, bool stresses)
{
    double *faces = base(p->scratch);
    if (!stresses) {
#pragma omp simd
        for (ptrdiff_t l = 0; l < p->count; l++)
            weigh(faces, l);
        return;
    }
    double *row = node_row(t, p, k), *moment = moment_row(t, p, k);
    const moduli is = moduli_at(t, s, p, k);
    const double rest11 = s->rest11, rest22 = s->rest22;
    if (weights) {
#pragma omp simd
        for (ptrdiff_t l = 0; l < p->count; l++) {
            weigh(faces, l);
            stress(local, &is, rest11, rest22, AT(faces, ENDS), row, moment, l);
        }
    } else {
#pragma omp simd
        for (ptrdiff_t l = 0; l < p->count; l++)
            stress(local, &is, rest11, rest22, AT(faces, ENDS), row, moment, l);
    }
}

/* de Melo: where a tangent is zero, so is G (2.22), and with it every stress. */
static void zero_stress_edge(const cosserat_sheet *s, const panel *p, size_t k, double *row,
                             double *moment)
{
    for (ptrdiff_t l = far_edge(s, p, k); l < p->count; l++) {
        clear_node(row, l, P1X, P2Z);
        clear_node(moment, l, M11, M22);
    }
}

/* Ghosts of M beyond the row's ends: nothing, or (literal) what makes the one-sided difference. */
static void close_moments(const panel *p, bool one_sided, double *moment)
{
    for (int c = M11; c <= M22; c++) {
        double *x = column(moment, c);
        x[-1] = one_sided ? 2.0 * x[0] - x[1] : 0.0;
        x[p->count] = 0.0;
    }
}

/* --- Christoffel symbols --- */

/* Gamma^l_ab = a^lm (r,ab . a_m) (2.16): the traces, and the sums that Q needs (2.15). */
static void christoffel(const panel *p, double *row, double *moment)
{
#pragma omp simd
    for (ptrdiff_t l = 0; l < p->count; l++) {
        const double i = AT(row, INVERSE);
        const double i11 = i * AT(row, G22), i12 = -i * AT(row, G12), i22 = i * AT(row, G11);
        const double c1_11 = i11 * AT(row, P111) + i12 * AT(row, P112);
        const double c2_11 = i12 * AT(row, P111) + i22 * AT(row, P112);
        const double c1_12 = i11 * AT(row, P121) + i12 * AT(row, P122);
        const double c2_12 = i12 * AT(row, P121) + i22 * AT(row, P122);
        const double c1_22 = i11 * AT(row, P221) + i12 * AT(row, P222);
        const double c2_22 = i12 * AT(row, P221) + i22 * AT(row, P222);
        const double trace1 = c1_11 + c2_12, trace2 = c1_12 + c2_22;
        const double m11 = AT(moment, M11), m12 = AT(moment, M12), m22 = AT(moment, M22);
        AT(row, Q1) = c1_11 * m11 + 2.0 * c1_12 * m12 + c1_22 * m22 + trace1 * m11 + trace2 * m12;
        AT(row, Q2) = c2_11 * m11 + 2.0 * c2_12 * m12 + c2_22 * m22 + trace1 * m12 + trace2 * m22;
        AT(row, T1) = trace1;
        AT(row, T2) = trace2;
    }
}

/* --- flux --- */

/* Which rows and columns the differences of M take: M^11,1 = hi11 - lo11 and so on. */
typedef struct stencil {
    double *hi11, *lo11, *hi12, *lo12;
} stencil;

/* Forward M^11,1 and M^22,2, backward M^12,1 and M^12,2; literal: backward, forward at near edges.
 */
INLINE stencil stencil_at(traits t, const cosserat_sheet *s, const panel *p, size_t k)
{
    double *present = moment_row(t, p, k),
           *next = k + 1 < s->m ? moment_row(t, p, k + 1) : p->nothing;
    double *before = k > 0 ? moment_row(t, p, k - 1) : p->nothing;
    if (!t.backward)
        return (stencil){next, present, present, before};
    return k > 0 ? (stencil){present, before, present, before}
                 : (stencil){next, present, next, present};
}

/* F^a = N^ba a_b + Q^a n, Q^1 = M^11,1 + M^12,2, Q^2 = M^12,1 + M^22,2, and Gamma's part. */
INLINE void flow(traits t, stencil d, double *row, double *moment, double *flux, ptrdiff_t l)
{
    const double *m12 = column(moment, M12), *m22 = column(moment, M22) + (t.backward ? 0 : 1);
    double q1 = (AT(d.hi11, M11) - AT(d.lo11, M11)) + (m12[l] - m12[l - 1]);
    double q2 = (AT(d.hi12, M12) - AT(d.lo12, M12)) + (m22[l] - m22[l - 1]);
    if (t.gamma) {
        q1 += AT(row, Q1);
        q2 += AT(row, Q2);
    }
    const vec n = vec_at(moment, NX, l);
    put(flux, F1X, l, plus(vec_at(row, P1X, l), scaled(q1, n)));
    put(flux, F2X, l, plus(vec_at(row, P2X, l), scaled(q2, n)));
}

/* The normals of row k and the fluxes of row k - 2, in one loop. */
INLINE void normals_and_fluxes(traits t, const cosserat_sheet *s, const panel *p, size_t k,
                               bool normals, bool fluxes)
{
    double *faces = base(p->scratch), *next = node_row(t, p, k);
    double *direction = moment_row(t, p, k);
    if (!fluxes) {
#pragma omp simd
        for (ptrdiff_t l = 0; l < p->count; l++)
            normalise(faces, next, direction, l);
        return;
    }
    double *row = node_row(t, p, k - 2), *moment = moment_row(t, p, k - 2),
           *flux = flux_row(p, k - 2);
    const stencil d = stencil_at(t, s, p, k - 2);
    if (normals) {
#pragma omp simd
        for (ptrdiff_t l = 0; l < p->count; l++) {
            normalise(faces, next, direction, l);
            flow(t, d, row, moment, flux, l);
        }
    } else {
#pragma omp simd
        for (ptrdiff_t l = 0; l < p->count; l++)
            flow(t, d, row, moment, flux, l);
    }
}

/* No traction across a free far edge; nothing beyond the near one, or (literal) what makes the
 * forward difference there. */
INLINE void close_flux(traits t, const cosserat_sheet *s, const panel *p, size_t k, double *flux)
{
    for (int c = 0; c < 3; c++) {
        double *f1 = column(flux, F1X + c), *f2 = column(flux, F2X + c);
        if (t.free_edges && k == s->m - 1)
            memset(f1, 0, (size_t)p->count * sizeof *f1);
        if (t.free_edges && p->right)
            f2[p->count - 1] = 0.0;
        f2[-1] = t.backward ? 2.0 * f2[0] - f2[1] : 0.0;
    }
}

/* --- divergence --- */

/* 1/mu of a row, mu = mu0 s; a node without an area (`zero`) is infinitely heavy. */
static void local_density(const panel *p, double mu0, double *moment)
{
    const double *share = column(moment, SHARE);
    double *inverse_mu = column(p->scratch, INVERSE_MU);
#pragma omp simd
    for (ptrdiff_t l = 0; l < p->count; l++)
        inverse_mu[l] = share[l] > 0.0 ? 1.0 / (mu0 * share[l]) : 0.0;
}

/* a = F^1,1 + F^2,2 + Gamma^l_al F^a of row k, the difference along k taken between `hi` and `lo`.
 * With each node's own density (`local`) divided by mu; otherwise that is done, and g - rho v / mu
 * is added. */
INLINE void divergence(traits t, bool local, const cosserat_sheet *s, const panel *p, size_t k,
                       double *hi, double *lo, const double *v, const trama_loads *loads, double *a)
{
    const size_t stride = s->m * s->n, first = k * s->n + (size_t)p->first;
    const double *vx = v + first, *vy = vx + stride, *vz = vy + stride;
    double *ax = a + first, *ay = ax + stride, *az = ay + stride;
    double *row = node_row(t, p, k), *flux = flux_row(p, k);
    const double *inverse_mu = column(p->scratch, INVERSE_MU);
    const bool inside = !local && loads->drag == 0.0;
    const double drag = inside ? loads->damping * inverse_mu[0] : 0.0;
    const vec g = {inside ? loads->gravity[0] : 0.0, inside ? loads->gravity[1] : 0.0,
                   inside ? loads->gravity[2] : 0.0};
#pragma omp simd
    for (ptrdiff_t l = p->from; l < p->to; l++) {
        vec f = plus(minus(vec_at(hi, F1X, l), vec_at(lo, F1X, l)),
                     minus(vec_at(flux, F2X, l), vec_at(flux, F2X, l - 1)));
        if (t.gamma)
            f = plus(
                f, combined(AT(row, T1), vec_at(flux, F1X, l), AT(row, T2), vec_at(flux, F2X, l)));
        if (local)
            f = scaled(inverse_mu[l], f);
        else
            f = plus(f, minus(g, scaled(drag, (vec){vx[l], vy[l], vz[l]})));
        ax[l] = f.x;
        ay[l] = f.y;
        az[l] = f.z;
    }
}

INLINE void accelerate(traits t, const cosserat_sheet *s, const panel *p, size_t k, double *hi,
                       double *lo, const double *v, const trama_loads *loads, double *a)
{
    const size_t stride = s->m * s->n, first = k * s->n + (size_t)(p->first + p->from);
    const size_t count = (size_t)(p->to - p->from);
    double *moment = moment_row(t, p, k) + p->from;
    const double *inverse_mu = column(p->scratch, INVERSE_MU) + p->from;
    if (s->density == COSSERAT_LOCAL) {
        local_density(p, s->mu0, moment_row(t, p, k));
        divergence(t, true, s, p, k, hi, lo, v, loads, a);
    } else {
        divergence(t, false, s, p, k, hi, lo, v, loads, a);
    }
    if (s->density == COSSERAT_LOCAL || loads->drag != 0.0)
        trama_loads_apply(loads, first, count, stride, inverse_mu, column(moment, NX),
                          column(moment, NY), column(moment, NZ), v, a);
    if (loads->point_count)
        trama_loads_apply_points(loads, first, count, stride, inverse_mu, a);
}

/* --- the whole --- */

/* Row k enters, row k - 1 gets its stresses, row k - 2 its fluxes and accelerations. */
INLINE void advance(traits t, const cosserat_sheet *s, const panel *p, const double *q,
                    const double *v, const trama_loads *loads, double *a, size_t k)
{
    const bool enters = k < s->m, middle = k >= 1 && k <= s->m, leaves = k >= 2;
    double *row = node_row(t, p, k), *below = row_below(t, p, k);
    if (enters) {
        const positions r = positions_of(s, p, q, k);
        if (k == 0)
            edges_of_ghosts(p, r, below);
        edges(p, r, below, row);
    }
    weights_and_stresses(t, s->density == COSSERAT_LOCAL, s, p, k - 1, enters, middle);
    if (middle) {
        double *moment = moment_row(t, p, k - 1);
        if (t.scheme == COSSERAT_ZERO)
            zero_stress_edge(s, p, k - 1, below, moment);
        close_moments(p, t.backward, moment);
        if (t.gamma)
            christoffel(p, below, moment);
    }
    if (enters)
        sums(p, below, row, moment_row(t, p, k));
    normals_and_fluxes(t, s, p, k, enters, leaves);
    if (enters) {
        if (t.gamma)
            products(p, below, row);
        if (t.scheme == COSSERAT_LITERAL)
            literal_edge(s, p, k, row);
        if (t.scheme == COSSERAT_ZERO)
            zero_edge(s, p, k, row);
        if (s->density == COSSERAT_LOCAL)
            shares(s, p, row, moment_row(t, p, k));
        if (t.scheme == COSSERAT_REFERENCE)
            reference_edge(s, p, k, row);
    }
    if (!leaves)
        return;
    k -= 2;
    double *flux = flux_row(p, k), *before = k > 0 ? flux_row(p, k - 1) : p->nothing;
    close_flux(t, s, p, k, flux);
    if (t.backward && k == 0)
        return; /* its forward difference needs the next row's flux */
    if (t.backward && k == 1)
        accelerate(t, s, p, 0, flux, before, v, loads, a);
    accelerate(t, s, p, k, flux, before, v, loads, a);
}

/* The panel that begins with the acceleration of column `from`. */
static panel panel_at(traits t, const cosserat_sheet *s, ptrdiff_t from)
{
    panel p = {.left = from == 0};
    const ptrdiff_t n = (ptrdiff_t)s->n,
                    halo = t.backward ? 2 : 1; /* what Q^2 of the node before needs */
    p.from = from < halo ? from : halo;
    p.first = from - p.from;
    p.right = n - p.first <= PANEL;
    p.count = p.right ? n - p.first : PANEL;
    p.to = p.count - (p.right ? 0 : 1);
    p.node = s->buffers;
    p.moment = p.node + NODE_ROWS * NODE_COLUMNS * WIDTH;
    p.flux = p.moment + MOMENT_ROWS * MOMENT_COLUMNS * WIDTH;
    p.scratch = p.flux + FLUX_ROWS * FLUX_COLUMNS * WIDTH;
    p.nothing = p.scratch + NOTHING * WIDTH;
    p.over_mass = moduli_over_mass(s);
    return p;
}

/* `factor`: s of the whole sheet. */
static void fill_panel(traits t, const cosserat_sheet *s, double factor, const panel *p)
{
    double *ends = column(p->scratch, ENDS), *inverse_mu = column(p->scratch, INVERSE_MU);
    for (ptrdiff_t l = 0; l < p->count; l++) {
        ends[l] = 1.0;
        inverse_mu[l] = 1.0 / (s->mu0 * factor);
    }
    if (t.scheme == COSSERAT_REFERENCE && p->left)
        ends[0] = 0.0;
    if (t.scheme == COSSERAT_REFERENCE && p->right)
        ends[p->count - 1] = 0.0;
}

INLINE void panels(traits t, const cosserat_sheet *s, double factor, const double *q,
                   const double *v, const trama_loads *loads, double *a)
{
    for (ptrdiff_t from = 0; from < (ptrdiff_t)s->n;) {
        const panel p = panel_at(t, s, from);
        fill_panel(t, s, factor, &p);
        for (size_t k = 0; k < s->m + 2; k++)
            advance(t, s, &p, q, v, loads, a, k);
        from = p.first + p.to;
    }
}

/* Sum of sqrt(a) over the cells, m^2: in eight lanes, so that the order of the sum is the same for
 * every width of vectors. */
static double total_area(const cosserat_sheet *s, const double *q)
{
    enum { CHUNK = 64 };
    double lanes[8] = {0};
    const size_t stride = s->m * s->n;
    for (size_t k = 0; k + 1 < s->m; k++)
        for (size_t first = 0; first < s->n - 1; first += CHUNK) {
            const size_t left = s->n - 1 - first, count = left < CHUNK ? left : CHUNK;
            const double *x = q + k * s->n + first, *y = x + stride, *z = y + stride;
            const double *x1 = x + s->n, *y1 = y + s->n, *z1 = z + s->n;
            double area[CHUNK] = {0};
#pragma omp simd
            for (size_t l = 0; l < count; l++) {
                const vec r = {x[l], y[l], z[l]}, right = {x[l + 1], y[l + 1], z[l + 1]};
                const vec f = cross(minus((vec){x1[l], y1[l], z1[l]}, r), minus(right, r));
                area[l] = sqrt(dot(f, f));
            }
            for (size_t l = 0; l < CHUNK; l += 8)
                for (size_t j = 0; j < 8; j++)
                    lanes[j] += area[l + j];
        }
    return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
           ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

void NAME(TRAMA_ISA)(const cosserat_sheet *s, const double *q, const double *v,
                     const trama_loads *loads, double *a)
{
    const double rest = (double)((s->m - 1) * (s->n - 1)) * s->h1 * s->h2;
    const double factor = s->density == COSSERAT_GLOBAL ? rest / total_area(s, q) : 1.0;
    if (s->scheme == COSSERAT_REFERENCE)
        panels((traits){COSSERAT_REFERENCE, false, false, true}, s, factor, q, v, loads, a);
    else if (s->scheme == COSSERAT_NATURAL)
        panels((traits){COSSERAT_NATURAL, true, false, true}, s, factor, q, v, loads, a);
    else if (s->scheme == COSSERAT_ZERO)
        panels((traits){COSSERAT_ZERO, true, false, false}, s, factor, q, v, loads, a);
    else
        panels((traits){COSSERAT_LITERAL, true, true, false}, s, factor, q, v, loads, a);
}
