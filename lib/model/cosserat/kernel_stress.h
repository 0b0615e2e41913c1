/* From a row's metric and curvature to its stresses, and the terms of Christoffel symbols. Included
 * by kernel_cosserat.c only. */
#ifndef TRAMA_MODEL_COSSERAT_KERNEL_STRESS_H
#define TRAMA_MODEL_COSSERAT_KERNEL_STRESS_H

#include "model/cosserat/kernel_frame.h"

#include <math.h>

/* --- stress --- */

/* `reference` has no moment across an edge. */
INLINE moduli moduli_at(traits t, const cosserat_sheet *s, const panel *p, size_t k)
{
    moduli row = p->over_mass;
    if (t.reference && (k == 0 || k == s->m - 1))
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
INLINE void stress(traits t, bool local, const moduli *is, double rest11, double rest22,
                   double *edge, double *row, double *moment, ptrdiff_t l)
{
    const double a11 = AT(row, G11), a12 = AT(row, G12), a22 = AT(row, G22), i = AT(row, INVERSE);
    const double b11 = AT(row, B11), b12 = AT(row, B12), b22 = AT(row, B22);
    const double e11 = a11 - rest11, e22 = a22 - rest22; /* 2 epsilon */
    const double e12 = t.reference ? a12 * AT(edge, SHEAR) : a12;
    const double s = local ? AT(moment, SHARE) : 1.0;
    const double m11 = s * (is->half_coupling[0] * e11 - is->bending[0] * b11);
    const double m12 = s * (is->half_coupling[1] * e12 - is->bending[1] * b12);
    const double m22 = s * (is->half_coupling[2] * e22 - is->bending[2] * b22) * AT(edge, ENDS);
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

/* The weights of row `next`'s faces and the stresses of row k, in one loop: square roots of one
 * overlap with multiplications of the other. */
INLINE void weights_and_stresses(traits t, bool local, const cosserat_sheet *s, const panel *p,
                                 size_t k, bool weights, bool stresses)
{
    double *faces = base(p->scratch);
    if (!stresses) {
#pragma omp simd
        for (ptrdiff_t l = 0; l < p->count; l++)
            face_weights(faces, l);
        return;
    }
    double *row = node_row(t, p, k), *moment = moment_row(t, p, k);
    const moduli is = moduli_at(t, s, p, k);
    const double rest11 = s->rest11, rest22 = s->rest22;
    if (weights) {
#pragma omp simd
        for (ptrdiff_t l = 0; l < p->count; l++) {
            face_weights(faces, l);
            stress(t, local, &is, rest11, rest22, faces, row, moment, l);
        }
    } else {
#pragma omp simd
        for (ptrdiff_t l = 0; l < p->count; l++)
            stress(t, local, &is, rest11, rest22, faces, row, moment, l);
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

/* Ghosts of M beyond the row's ends: zeros, or (literal) values that make the one-sided
 * difference. */
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

#endif
