/* From a row's stresses to its fluxes, their divergence and the loads. Included by
 * kernel_cosserat.c only. */
#ifndef TRAMA_MODEL_COSSERAT_KERNEL_FLUX_H
#define TRAMA_MODEL_COSSERAT_KERNEL_FLUX_H

#include "model/cosserat/kernel_frame.h"

#include <string.h>

/* --- flux --- */

/* The rows and columns used by differences of M: M^11,1 = hi11 - lo11 and so on. */
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
    if (t.gamma || t.inner) {
        q1 += AT(row, Q1);
        q2 += AT(row, Q2);
    }
    const vec n = vec_at(moment, NX, l);
    put(flux, F1X, l, plus(vec_at(row, P1X, l), scaled(q1, n)));
    put(flux, F2X, l, plus(vec_at(row, P2X, l), scaled(q2, n)));
}

/* Gamma^a_bl M^lb of Q^a, with Gamma_abl = (a_al,b + a_bl,a - a_ab,l) / 2 and forward differences
 * of the metric. */
INLINE void inner_christoffel(double *row, double *next, double *moment, ptrdiff_t l)
{
    const double *right11 = column(row, G11) + 1, *right12 = column(row, G12) + 1,
                 *right22 = column(row, G22) + 1;
    const double a11 = AT(row, G11), a12 = AT(row, G12), a22 = AT(row, G22);
    const double a11_1 = AT(next, G11) - a11, a11_2 = right11[l] - a11;
    const double a12_1 = AT(next, G12) - a12, a12_2 = right12[l] - a12;
    const double a22_1 = AT(next, G22) - a22, a22_2 = right22[l] - a22;
    const double half11 = 0.5 * AT(moment, M11), m12 = AT(moment, M12);
    const double half22 = 0.5 * AT(moment, M22), i = AT(row, INVERSE);
    const double w1 = i * (half11 * a11_1 + m12 * a11_2 + half22 * (a12_2 + a12_2 - a22_1));
    const double w2 = i * (half11 * (a12_1 + a12_1 - a11_2) + m12 * a22_1 + half22 * a22_2);
    AT(row, Q1) = a22 * w1 - a12 * w2; /* a a^11 = a_22, a a^12 = -a_12, a a^22 = a_11 */
    AT(row, Q2) = a11 * w2 - a12 * w1;
}

/* The normals of row k, Christoffel's part of Q of row k - 1 (`middle`) and the fluxes of row k -
 * 2: inside the sheet in one loop. */
INLINE void normals_and_fluxes(traits t, const cosserat_sheet *s, const panel *p, size_t k,
                               bool normals, bool middle, bool fluxes)
{
    double *faces = base(p->scratch), *next = node_row(t, p, k), *below = row_below(t, p, k);
    double *direction = moment_row(t, p, k), *moment_below = moment_row(t, p, k - 1);
    double *row = node_row(t, p, k - 2), *moment = moment_row(t, p, k - 2);
    double *flux = flux_row(p, k - 2);
    const stencil d = fluxes ? stencil_at(t, s, p, k - 2) : (stencil){0};
    if (normals && middle && fluxes) {
#pragma omp simd
        for (ptrdiff_t l = 0; l < p->count; l++) {
            if (t.inner)
                inner_christoffel(below, next, moment_below, l);
            normalise(faces, next, direction, l);
            flow(t, d, row, moment, flux, l);
        }
        return;
    }
#pragma omp simd
    for (ptrdiff_t l = 0; l < (t.inner && middle ? p->count : 0); l++)
        inner_christoffel(below, next, moment_below, l);
#pragma omp simd
    for (ptrdiff_t l = 0; l < (normals ? p->count : 0); l++)
        normalise(faces, next, direction, l);
#pragma omp simd
    for (ptrdiff_t l = 0; l < (fluxes ? p->count : 0); l++)
        flow(t, d, row, moment, flux, l);
}

/* No traction across a free far edge; zeros beyond the near one, or (literal) values that make the
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
                       double *hi, double *lo, const double *v, const trama_loads *loads,
                       row_vectors a)
{
    const size_t stride = s->m * s->n, first = k * s->n + (size_t)p->first;
    const double *vx = v + first, *vy = vx + stride, *vz = vy + stride;
    double *ax = a.x, *ay = a.y, *az = a.z;
    double *row = node_row(t, p, k), *flux = flux_row(p, k);
    const double *inverse_mu = column(p->scratch, INVERSE_MU);
    const double row_share = cosserat_share(k, s->m);
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
        if (t.variational)
            f = scaled(1.0 / (row_share * AT(p->scratch, COLUMN_SHARE)), f);
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
                       double *lo, const double *v, const trama_loads *loads, row_vectors to,
                       double *a)
{
    const size_t stride = s->m * s->n, first = k * s->n + (size_t)(p->first + p->from);
    const size_t count = (size_t)(p->to - p->from);
    double *moment = moment_row(t, p, k) + p->from;
    const double *inverse_mu = column(p->scratch, INVERSE_MU) + p->from;
    if (s->density == COSSERAT_LOCAL) {
        local_density(p, s->mu0, moment_row(t, p, k));
        divergence(t, true, s, p, k, hi, lo, v, loads, to);
    } else {
        divergence(t, false, s, p, k, hi, lo, v, loads, to);
    }
    if (s->density == COSSERAT_LOCAL || loads->drag != 0.0)
        trama_loads_apply(loads, first, count, stride, inverse_mu, column(moment, NX),
                          column(moment, NY), column(moment, NZ), v, a);
    if (s->inverse_mu)
        memcpy(s->inverse_mu + first, inverse_mu, count * sizeof *inverse_mu);
}

#endif
