/* The Cosserat cloth's acceleration, row by row (compiled once for each instruction set).
 *
 * For each row: positions with ghosts -> faces and frame -> stress -> flux -> divergence and loads.
 * Rows roll through buffers that stay in cache; no intermediate field goes to memory. Loops are
 * short, so that the processor overlaps their iterations: one loop for all was half as fast. Ghost
 * vertices by linear extrapolation make the free edges: backward tangents at the far ones, no
 * curvature across an edge, normals from the faces that exist. What a scheme does otherwise at its
 * edges is in `edge` functions and masks. Traits are constants, so that each scheme's loops are
 * compiled for it alone. */
#include "model/cosserat/sheet.h"

#include <math.h>
#include <string.h>

#define NAME_OF(isa) trama_cosserat_kernel_##isa
#define NAME(isa) NAME_OF(isa)
#define INLINE static inline __attribute__((always_inline))
#define COLUMN(row, c) cosserat_column(s, row, c)
#define STORE(name, value) (name##x[l] = (value).x, name##y[l] = (value).y, name##z[l] = (value).z)

typedef struct traits {
    cosserat_scheme scheme;
    bool gamma;      /* Christoffel symbols in both divergences */
    bool backward;   /* literal: backward differences, forward at the near edges */
    bool free_edges; /* no flux across the far edges */
} traits;

typedef struct vec {
    double x, y, z;
} vec;

INLINE vec minus(vec a, vec b)
{
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}
INLINE vec scaled(double c, vec a)
{
    return (vec){c * a.x, c * a.y, c * a.z};
}
INLINE double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
INLINE vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
INLINE vec load(const double *x, const double *y, const double *z, size_t i)
{
    return (vec){x[i], y[i], z[i]};
}

/* --- positions --- */

/* Row k of q, with its ghosts at either end. */
static void load_positions(const cosserat_sheet *s, const double *q, size_t k, double *row)
{
    for (size_t c = 0; c < POSITION_COLUMNS; c++) {
        double *x = COLUMN(row, (int)c);
        memcpy(x, q + (c * s->m + k) * s->n, s->n * sizeof *x);
        x[-1] = 2.0 * x[0] - x[1];
        x[s->n] = 2.0 * x[s->n - 1] - x[s->n - 2];
    }
}

/* The row beyond an edge: 2 edge - inner, ghosts too. */
static void extrapolate(const cosserat_sheet *s, double *edge, double *inner, double *beyond)
{
    for (int c = 0; c < POSITION_COLUMNS; c++) {
        const double *e = COLUMN(edge, c) - 1, *i = COLUMN(inner, c) - 1;
        double *b = COLUMN(beyond, c) - 1;
#pragma omp simd
        for (size_t l = 0; l < s->n + 2; l++)
            b[l] = 2.0 * e[l] - i[l];
    }
}

/* Three rows of positions. */
typedef struct positions {
    const double *x0, *y0, *z0, *x1, *y1, *z1, *x2, *y2, *z2; /* rows k - 1, k, k + 1 */
} positions;

INLINE positions positions_of(const cosserat_sheet *s, double *below, double *here, double *above)
{
    return (positions){COLUMN(below, RX), COLUMN(below, RY), COLUMN(below, RZ),
                       COLUMN(here, RX),  COLUMN(here, RY),  COLUMN(here, RZ),
                       COLUMN(above, RX), COLUMN(above, RY), COLUMN(above, RZ)};
}

/* --- faces and frame --- */

/* Edges from a node to its neighbours, and the (unnormalised) normals of its four faces. */
typedef struct faces {
    vec forward1, backward1, forward2, backward2;
    vec f0, f1, f2, f3;
} faces;

INLINE faces faces_at(positions p, size_t l)
{
    const vec r = load(p.x1, p.y1, p.z1, l);
    faces f;
    f.forward1 = minus(load(p.x2, p.y2, p.z2, l), r);
    f.backward1 = minus(r, load(p.x0, p.y0, p.z0, l));
    f.forward2 = minus(load(p.x1, p.y1, p.z1, l + 1), r);
    f.backward2 = minus(r, load(p.x1 - 1, p.y1 - 1, p.z1 - 1, l));
    f.f0 = cross(f.forward1, f.forward2);
    f.f1 = cross(f.backward1, f.forward2);
    f.f2 = cross(f.backward1, f.backward2);
    f.f3 = cross(f.forward1, f.backward2);
    return f;
}

/* 1/|f| of the four faces, their 1/|f|^2 by one division. f0 is a1 x a2, so that the first is
 * 1/det a_ab. */
static void weight_row(const cosserat_sheet *s, positions p, double *row)
{
    double *w0 = COLUMN(row, W0), *w1 = COLUMN(row, W1), *w2 = COLUMN(row, W2);
    double *w3 = COLUMN(row, W3), *inverse = COLUMN(row, INVERSE);
#pragma omp simd
    for (size_t l = 0; l < s->n; l++) {
        const faces f = faces_at(p, l);
        const double s0 = dot(f.f0, f.f0), s1 = dot(f.f1, f.f1), s2 = dot(f.f2, f.f2);
        const double s3 = dot(f.f3, f.f3), s01 = s0 * s1, s23 = s2 * s3, all = 1.0 / (s01 * s23);
        const double i01 = all * s23, i23 = all * s01, i0 = i01 * s1;
        w0[l] = sqrt(i0);
        w1[l] = sqrt(i01 * s0);
        w2[l] = sqrt(i23 * s3);
        w3[l] = sqrt(i23 * s2);
        inverse[l] = i0;
    }
}

/* Tangents (forward), the normal: the normalised sum of the faces' unit normals (3.10), and
 * b_ab = n . r,ab (2.6): central differences, the mixed one of the forward cell. With Gamma also
 * r,ab . a_l for the Christoffel symbols (2.16). */
INLINE void frame_row(traits t, const cosserat_sheet *s, positions p, double *row)
{
    const double *w0 = COLUMN(row, W0), *w1 = COLUMN(row, W1), *w2 = COLUMN(row, W2);
    const double *w3 = COLUMN(row, W3);
    double *a1x = COLUMN(row, A1X), *a1y = COLUMN(row, A1Y), *a1z = COLUMN(row, A1Z);
    double *a2x = COLUMN(row, A2X), *a2y = COLUMN(row, A2Y), *a2z = COLUMN(row, A2Z);
    double *nx = COLUMN(row, NX), *ny = COLUMN(row, NY), *nz = COLUMN(row, NZ);
    double *b11 = COLUMN(row, B11), *b12 = COLUMN(row, B12), *b22 = COLUMN(row, B22);
    double *p111 = COLUMN(row, P111), *p112 = COLUMN(row, P112), *p121 = COLUMN(row, P121);
    double *p122 = COLUMN(row, P122), *p221 = COLUMN(row, P221), *p222 = COLUMN(row, P222);
#pragma omp simd
    for (size_t l = 0; l < s->n; l++) {
        const faces f = faces_at(p, l);
        const vec a1 = f.forward1, a2 = f.forward2, up = load(p.x2, p.y2, p.z2, l);
        const vec sum = {w0[l] * f.f0.x + w1[l] * f.f1.x + w2[l] * f.f2.x + w3[l] * f.f3.x,
                         w0[l] * f.f0.y + w1[l] * f.f1.y + w2[l] * f.f2.y + w3[l] * f.f3.y,
                         w0[l] * f.f0.z + w1[l] * f.f1.z + w2[l] * f.f2.z + w3[l] * f.f3.z};
        const vec n = scaled(1.0 / sqrt(dot(sum, sum)), sum);
        const vec r11 = minus(a1, f.backward1), r22 = minus(a2, f.backward2);
        const vec r12 = minus(minus(load(p.x2, p.y2, p.z2, l + 1), up), a2);
        STORE(a1, a1);
        STORE(a2, a2);
        STORE(n, n);
        b11[l] = dot(n, r11);
        b12[l] = dot(n, r12);
        b22[l] = dot(n, r22);
        if (t.gamma) {
            p111[l] = dot(r11, a1);
            p112[l] = dot(r11, a2);
            p121[l] = dot(r12, a1);
            p122[l] = dot(r12, a2);
            p221[l] = dot(r22, a1);
            p222[l] = dot(r22, a2);
        }
    }
}

/* Second derivative `to` of node l becomes `factor` times `from`; both name B11, B12 or B22. */
static void replace_second(const cosserat_sheet *s, double *row, size_t l, int to, int from,
                           double factor)
{
    const int product_to = P111 + 2 * (to - B11), product_from = P111 + 2 * (from - B11);
    COLUMN(row, to)[l] = factor * COLUMN(row, from)[l];
    COLUMN(row, product_to)[l] = factor * COLUMN(row, product_from)[l];
    COLUMN(row, product_to + 1)[l] = factor * COLUMN(row, product_from + 1)[l];
}

/* Thesis, section 3.1: at an edge the mixed derivative stands for the one that lacks a neighbour;
 * the ratio of spacings turns one into the other. */
static void literal_edge(const cosserat_sheet *s, size_t k, double *row)
{
    for (size_t l = 0; l < s->n && (k == 0 || k == s->m - 1); l++)
        replace_second(s, row, l, B11, B12, s->h1 / s->h2);
    replace_second(s, row, 0, B22, B12, s->h2 / s->h1);
    replace_second(s, row, s->n - 1, B22, B12, s->h2 / s->h1);
}

static void clear_node(const cosserat_sheet *s, double *row, size_t l, int first, int last)
{
    for (int column = first; column <= last; column++)
        COLUMN(row, column)[l] = 0.0;
}

/* de Melo, (3.9), (3.11), (3.12): what lacks a neighbour is zero. */
static void zero_edge(const cosserat_sheet *s, size_t k, double *row)
{
    for (size_t l = 0; l < s->n; l++) {
        const bool far1 = k == s->m - 1, far2 = l == s->n - 1;
        if (far1)
            clear_node(s, row, l, A1X, A1Z);
        if (far2)
            clear_node(s, row, l, A2X, A2Z);
        if (far1 || far2) {
            replace_second(s, row, l, B12, B12, 0.0);
            clear_node(s, row, l, INVERSE, INVERSE);
        }
        if (far1 || far2 || k == 0 || l == 0) {
            replace_second(s, row, l, B11, B11, 0.0);
            replace_second(s, row, l, B22, B22, 0.0);
        }
    }
}

/* --- stress --- */

/* What of a node's stress is there: 1 or 0 each. */
typedef struct carried {
    double m11;   /* M^11 */
    double inner; /* M^12, N*^12 and the second term of N^ab */
    double m22;   /* M^22 */
} carried;

typedef struct stress {
    double m11, m12, m22, n11, n12, n21, n22;
} stress;

/* Strains to stresses at a node: (2.7), (2.8), (2.18), and N^ab = N*^ab - b^a_g M^gb (2.19).
 * `factor` is s of the density. */
INLINE stress stress_at(const cosserat_sheet *s, vec a1, vec a2, double inverse, double b11,
                        double b12, double b22, double factor, carried is)
{
    const double g11 = dot(a1, a1), g12 = dot(a1, a2), g22 = dot(a2, a2);
    const double e11 = g11 - s->rest11, e12 = g12, e22 = g22 - s->rest22; /* 2 epsilon */
    const double *c = s->membrane, *d = s->bending, *f = s->coupling, *half = s->half_coupling;
    stress r;
    r.m11 = is.m11 * (factor * (half[0] * e11 - d[0] * b11));
    r.m12 = is.inner * (factor * (half[1] * e12 - d[1] * b12));
    r.m22 = is.m22 * (factor * (half[2] * e22 - d[2] * b22));
    const double n11 = factor * (c[0] * e11 - f[0] * b11);
    const double n12 = is.inner * (factor * (c[1] * e12 - f[1] * b12));
    const double n22 = factor * (c[2] * e22 - f[2] * b22);
    /* b^a_g = a^ad b_dg (2.20), with a^11 = a_22/a, a^12 = -a_12/a, a^22 = a_11/a (2.5) */
    const double i = is.inner * inverse;
    const double b1_1 = i * (g22 * b11 - g12 * b12), b1_2 = i * (g22 * b12 - g12 * b22);
    const double b2_1 = i * (g11 * b12 - g12 * b11), b2_2 = i * (g11 * b22 - g12 * b12);
    r.n11 = n11 - (b1_1 * r.m11 + b1_2 * r.m12);
    r.n12 = n12 - (b1_1 * r.m12 + b1_2 * r.m22);
    r.n21 = n12 - (b2_1 * r.m11 + b2_2 * r.m12);
    r.n22 = n22 - (b2_1 * r.m12 + b2_2 * r.m22);
    return r;
}

/* What the nodes of a row carry: M^11 is the row's, the others are columns. */
typedef struct masks {
    double m11;
    const double *inner, *m22;
} masks;

/* `reference`: no moment across an edge, and a node of a far edge carries stretch along it alone -
 * no shear, no twist, no curvature in N. The other schemes carry everything. */
INLINE masks masks_at(traits t, const cosserat_sheet *s, size_t k)
{
    if (t.scheme != COSSERAT_REFERENCE)
        return (masks){1.0, s->ones, s->ones};
    const double m11 = k == 0 || k == s->m - 1 ? 0.0 : 1.0;
    return (masks){m11, k == s->m - 1 ? s->nothing : s->not_last, s->not_ends};
}

INLINE void stress_row(bool local, const cosserat_sheet *s, masks is, double *row)
{
    const double *a1x = COLUMN(row, A1X), *a1y = COLUMN(row, A1Y), *a1z = COLUMN(row, A1Z);
    const double *a2x = COLUMN(row, A2X), *a2y = COLUMN(row, A2Y), *a2z = COLUMN(row, A2Z);
    const double *inverse = COLUMN(row, INVERSE), *inner = is.inner, *ends = is.m22;
    const double *b11 = COLUMN(row, B11), *b12 = COLUMN(row, B12), *b22 = COLUMN(row, B22);
    double *m11 = COLUMN(row, M11), *m12 = COLUMN(row, M12), *m22 = COLUMN(row, M22);
    double *n11 = COLUMN(row, N11), *n12 = COLUMN(row, N12), *n21 = COLUMN(row, N21);
    double *n22 = COLUMN(row, N22);
    const double whole = s->factor, rest = s->h1 * s->h2;
#pragma omp simd
    for (size_t l = 0; l < s->n; l++) {
        const double factor = local ? rest * sqrt(inverse[l]) : whole;
        const stress r =
            stress_at(s, load(a1x, a1y, a1z, l), load(a2x, a2y, a2z, l), inverse[l], b11[l], b12[l],
                      b22[l], factor, (carried){is.m11, inner[l], ends[l]});
        m11[l] = r.m11;
        m12[l] = r.m12;
        m22[l] = r.m22;
        n11[l] = r.n11;
        n12[l] = r.n12;
        n21[l] = r.n21;
        n22[l] = r.n22;
    }
}

/* de Melo: where a tangent is zero, so is G (2.22), and with it every stress. */
static void zero_stress_edge(const cosserat_sheet *s, size_t k, double *row)
{
    for (size_t l = k == s->m - 1 ? 0 : s->n - 1; l < s->n; l++)
        clear_node(s, row, l, M11, N22);
}

/* Ghosts of M beyond the row's ends: nothing, or (literal) what makes the one-sided difference. */
static void close_moments(const cosserat_sheet *s, double *row, bool one_sided)
{
    for (int column = M11; column <= M22; column++) {
        double *x = COLUMN(row, column);
        x[-1] = one_sided ? 2.0 * x[0] - x[1] : 0.0;
        x[s->n] = 0.0;
    }
}

/* --- Christoffel symbols --- */

/* Gamma^l_ab = a^lm (r,ab . a_m) (2.16): the traces, and the sums that Q needs (2.15). */
static void gamma_row(const cosserat_sheet *s, double *row)
{
    const double *a1x = COLUMN(row, A1X), *a1y = COLUMN(row, A1Y), *a1z = COLUMN(row, A1Z);
    const double *a2x = COLUMN(row, A2X), *a2y = COLUMN(row, A2Y), *a2z = COLUMN(row, A2Z);
    const double *inverse = COLUMN(row, INVERSE);
    const double *p111 = COLUMN(row, P111), *p112 = COLUMN(row, P112), *p121 = COLUMN(row, P121);
    const double *p122 = COLUMN(row, P122), *p221 = COLUMN(row, P221), *p222 = COLUMN(row, P222);
    const double *m11 = COLUMN(row, M11), *m12 = COLUMN(row, M12), *m22 = COLUMN(row, M22);
    double *t1 = COLUMN(row, T1), *t2 = COLUMN(row, T2);
    double *q1 = COLUMN(row, G1), *q2 = COLUMN(row, G2);
#pragma omp simd
    for (size_t l = 0; l < s->n; l++) {
        const vec a1 = load(a1x, a1y, a1z, l), a2 = load(a2x, a2y, a2z, l);
        const double i = inverse[l];
        const double i11 = i * dot(a2, a2), i12 = -i * dot(a1, a2), i22 = i * dot(a1, a1);
        const double c1_11 = i11 * p111[l] + i12 * p112[l], c2_11 = i12 * p111[l] + i22 * p112[l];
        const double c1_12 = i11 * p121[l] + i12 * p122[l], c2_12 = i12 * p121[l] + i22 * p122[l];
        const double c1_22 = i11 * p221[l] + i12 * p222[l], c2_22 = i12 * p221[l] + i22 * p222[l];
        const double trace1 = c1_11 + c2_12, trace2 = c1_12 + c2_22;
        q1[l] = c1_11 * m11[l] + 2.0 * c1_12 * m12[l] + c1_22 * m22[l] + trace1 * m11[l] +
                trace2 * m12[l];
        q2[l] = c2_11 * m11[l] + 2.0 * c2_12 * m12[l] + c2_22 * m22[l] + trace1 * m12[l] +
                trace2 * m22[l];
        t1[l] = trace1;
        t2[l] = trace2;
    }
}

/* --- flux --- */

/* Which rows and columns the differences of M take: M^11,1 = hi11 - lo11 and so on. */
typedef struct stencil {
    double *hi11, *lo11, *hi12, *lo12;
    ptrdiff_t forward22; /* M^22,2 = M^22[l + forward22] - M^22[l + forward22 - 1] */
} stencil;

/* Forward M^11,1 and M^22,2, backward M^12,1 and M^12,2; literal: backward, forward at near edges.
 */
INLINE stencil stencil_at(traits t, const cosserat_sheet *s, size_t k)
{
    double *here = s->node[k % 3], *above = k + 1 < s->m ? s->node[(k + 1) % 3] : s->nothing;
    double *below = k > 0 ? s->node[(k + 2) % 3] : s->nothing;
    if (!t.backward)
        return (stencil){above, here, here, below, 1};
    return k > 0 ? (stencil){here, below, here, below, 0} : (stencil){above, here, above, here, 0};
}

/* F^a = N^ba a_b + Q^a n, Q^1 = M^11,1 + M^12,2, Q^2 = M^12,1 + M^22,2, and Gamma's part. */
INLINE void flux_row(traits t, const cosserat_sheet *s, stencil d, double *row, double *flux)
{
    const double *a1x = COLUMN(row, A1X), *a1y = COLUMN(row, A1Y), *a1z = COLUMN(row, A1Z);
    const double *a2x = COLUMN(row, A2X), *a2y = COLUMN(row, A2Y), *a2z = COLUMN(row, A2Z);
    const double *nx = COLUMN(row, NX), *ny = COLUMN(row, NY), *nz = COLUMN(row, NZ);
    const double *n11 = COLUMN(row, N11), *n12 = COLUMN(row, N12), *n21 = COLUMN(row, N21);
    const double *n22 = COLUMN(row, N22), *m12 = COLUMN(row, M12), *left12 = m12 - 1;
    const double *hi22 = COLUMN(row, M22) + d.forward22, *lo22 = hi22 - 1;
    const double *hi11 = COLUMN(d.hi11, M11), *lo11 = COLUMN(d.lo11, M11);
    const double *hi12 = COLUMN(d.hi12, M12), *lo12 = COLUMN(d.lo12, M12);
    const double *gamma1 = COLUMN(row, G1), *gamma2 = COLUMN(row, G2);
    double *f1x = COLUMN(flux, F1X), *f1y = COLUMN(flux, F1Y), *f1z = COLUMN(flux, F1Z);
    double *f2x = COLUMN(flux, F2X), *f2y = COLUMN(flux, F2Y), *f2z = COLUMN(flux, F2Z);
#pragma omp simd
    for (size_t l = 0; l < s->n; l++) {
        double q1 = (hi11[l] - lo11[l]) + (m12[l] - left12[l]);
        double q2 = (hi12[l] - lo12[l]) + (hi22[l] - lo22[l]);
        if (t.gamma) {
            q1 += gamma1[l];
            q2 += gamma2[l];
        }
        f1x[l] = n11[l] * a1x[l] + n21[l] * a2x[l] + q1 * nx[l];
        f1y[l] = n11[l] * a1y[l] + n21[l] * a2y[l] + q1 * ny[l];
        f1z[l] = n11[l] * a1z[l] + n21[l] * a2z[l] + q1 * nz[l];
        f2x[l] = n12[l] * a1x[l] + n22[l] * a2x[l] + q2 * nx[l];
        f2y[l] = n12[l] * a1y[l] + n22[l] * a2y[l] + q2 * ny[l];
        f2z[l] = n12[l] * a1z[l] + n22[l] * a2z[l] + q2 * nz[l];
    }
}

/* No traction across a free far edge; nothing beyond the near one, or (literal) what makes the
 * forward difference there. */
INLINE void close_flux(traits t, const cosserat_sheet *s, size_t k, double *flux)
{
    for (int c = 0; c < 3; c++) {
        double *f1 = COLUMN(flux, F1X + c), *f2 = COLUMN(flux, F2X + c);
        if (t.free_edges && k == s->m - 1)
            memset(f1, 0, s->n * sizeof *f1);
        if (t.free_edges)
            f2[s->n - 1] = 0.0;
        f2[-1] = t.backward ? 2.0 * f2[0] - f2[1] : 0.0;
    }
}

/* --- divergence --- */

/* a = (F^1,1 + F^2,2 + Gamma^l_al F^a) / mu of row k, the difference along k taken between `hi` and
 * `lo`; then the loads. */
INLINE void divergence_row(traits t, const cosserat_sheet *s, size_t k, double *row, double *hi,
                           double *lo, double *flux, const double *v, const trama_loads *loads,
                           double *a)
{
    const size_t stride = s->m * s->n, first = k * s->n;
    const double *inverse_mu = s->inverse_mu, *t1 = COLUMN(row, T1), *t2 = COLUMN(row, T2);
    for (int c = 0; c < 3; c++) {
        const double *f1 = COLUMN(flux, F1X + c), *f2 = COLUMN(flux, F2X + c), *left = f2 - 1;
        const double *high = COLUMN(hi, F1X + c), *low = COLUMN(lo, F1X + c);
        double *out = a + (size_t)c * stride + first;
#pragma omp simd
        for (size_t l = 0; l < s->n; l++) {
            double f = (high[l] - low[l]) + (f2[l] - left[l]);
            if (t.gamma)
                f += t1[l] * f1[l] + t2[l] * f2[l];
            out[l] = f * inverse_mu[l];
        }
    }
    trama_loads_apply(loads, first, s->n, stride, inverse_mu, COLUMN(row, NX), COLUMN(row, NY),
                      COLUMN(row, NZ), v, a);
    if (loads->point_count)
        trama_loads_apply_points(loads, first, s->n, stride, inverse_mu, a);
}

/* 1/mu of a row, mu = mu0 sqrt(A/a); a node without an area (`zero`) is infinitely heavy. */
static void local_density(const cosserat_sheet *s, double *row)
{
    const double *inverse = COLUMN(row, INVERSE), mass = s->mu0 * s->h1 * s->h2;
#pragma omp simd
    for (size_t l = 0; l < s->n; l++)
        s->inverse_mu[l] = inverse[l] > 0.0 ? 1.0 / (mass * sqrt(inverse[l])) : 0.0;
}

/* --- the whole --- */

/* Everything that a row of nodes has of its own. */
INLINE void node_row(traits t, const cosserat_sheet *s, size_t k, positions p, double *row)
{
    weight_row(s, p, row);
    frame_row(t, s, p, row);
    if (t.scheme == COSSERAT_LITERAL)
        literal_edge(s, k, row);
    if (t.scheme == COSSERAT_ZERO)
        zero_edge(s, k, row);
    if (s->density == COSSERAT_LOCAL)
        stress_row(true, s, masks_at(t, s, k), row);
    else
        stress_row(false, s, masks_at(t, s, k), row);
    if (t.scheme == COSSERAT_ZERO)
        zero_stress_edge(s, k, row);
    close_moments(s, row, t.backward);
    if (t.gamma)
        gamma_row(s, row);
}

/* Brings in the positions of row k + 1 (or the ghosts beyond the last) and makes node row k. */
INLINE void next_row(traits t, const cosserat_sheet *s, const double *q, size_t k)
{
    double *below = s->position[(k + 2) % 3], *here = s->position[k % 3];
    double *above = s->position[(k + 1) % 3];
    if (k == 0)
        load_positions(s, q, 0, here);
    if (k + 1 < s->m)
        load_positions(s, q, k + 1, above);
    else
        extrapolate(s, here, below, above);
    if (k == 0)
        extrapolate(s, here, above, below);
    node_row(t, s, k, positions_of(s, below, here, above), s->node[k % 3]);
}

INLINE void sheet_rows(traits t, const cosserat_sheet *s, const double *q, const double *v,
                       const trama_loads *loads, double *a)
{
    next_row(t, s, q, 0);
    for (size_t k = 0; k < s->m; k++) {
        double *row = s->node[k % 3], *flux = s->flux[k % 2];
        double *before = k > 0 ? s->flux[(k + 1) % 2] : s->nothing;
        if (k + 1 < s->m)
            next_row(t, s, q, k + 1);
        flux_row(t, s, stencil_at(t, s, k), row, flux);
        close_flux(t, s, k, flux);
        if (t.backward && k == 0)
            continue; /* its forward difference needs the next row's flux */
        if (t.backward && k == 1) {
            if (s->density == COSSERAT_LOCAL)
                local_density(s, s->node[0]);
            divergence_row(t, s, 0, s->node[0], flux, before, before, v, loads, a);
        }
        if (s->density == COSSERAT_LOCAL)
            local_density(s, row);
        divergence_row(t, s, k, row, flux, before, flux, v, loads, a);
    }
}

/* Sum of sqrt(a) over the cells, m^2: in eight lanes, so that the order of the sum is the same for
 * every width of vectors. */
static double total_area(const cosserat_sheet *s, const double *q)
{
    double lanes[8] = {0};
    const double *x = q, *y = q + s->m * s->n, *z = y + s->m * s->n;
    for (size_t k = 0; k + 1 < s->m; k++) {
        const size_t i = k * s->n;
#pragma omp simd
        for (size_t l = 0; l < s->n - 1; l++) {
            const vec r = load(x, y, z, i + l);
            const vec f =
                cross(minus(load(x, y, z, i + s->n + l), r), minus(load(x, y, z, i + l + 1), r));
            s->lane[l] = sqrt(dot(f, f));
        }
        for (size_t l = s->n - 1; l % 8; l++)
            s->lane[l] = 0.0;
        for (size_t l = 0; l < s->n - 1; l += 8)
            for (size_t j = 0; j < 8; j++)
                lanes[j] += s->lane[l + j];
    }
    return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
           ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

void NAME(TRAMA_ISA)(cosserat_sheet *s, const double *q, const double *v, const trama_loads *loads,
                     double *a)
{
    const double rest = (double)((s->m - 1) * (s->n - 1)) * s->h1 * s->h2;
    s->factor = s->density == COSSERAT_GLOBAL ? rest / total_area(s, q) : 1.0;
    for (size_t l = 0; l < s->n; l++)
        s->inverse_mu[l] = 1.0 / (s->mu0 * s->factor);
    if (s->scheme == COSSERAT_REFERENCE)
        sheet_rows((traits){COSSERAT_REFERENCE, false, false, true}, s, q, v, loads, a);
    else if (s->scheme == COSSERAT_NATURAL)
        sheet_rows((traits){COSSERAT_NATURAL, true, false, true}, s, q, v, loads, a);
    else if (s->scheme == COSSERAT_ZERO)
        sheet_rows((traits){COSSERAT_ZERO, true, false, false}, s, q, v, loads, a);
    else
        sheet_rows((traits){COSSERAT_LITERAL, true, true, false}, s, q, v, loads, a);
}
