/* The part that makes an element's tangent indefinite, and the tangent without it. */
#ifndef TRAMA_MODEL_SOFT_BODY_TWIST_H
#define TRAMA_MODEL_SOFT_BODY_TWIST_H

#include "model/soft_body/element.h"

/* In terms of a = R^T dF, dP of element.h is
 *
 *   dP = R (2 mu sym(a) + lambda tr(a) I + [B skew(a)/2]),   B = (tr(T) I - T)(tr(S) I - S)^-1.
 *
 * In the axes of S, B is diagonal with the entries (t_i + t_j)/(s_i + s_j), t and s the eigenvalues
 * of T and S. These stiffnesses against a twist are the only eigenvalues of d^2 W/dF^2 that can be
 * negative, where s_i + s_j < 2 - lambda/mu (tr(S) - 3) (Smith, de Goes and Kim 2019, who find them
 * for every isotropic energy). The function returns B with negative eigenvalues set to 0. */
matrix trama_soft_twist(const soft_state *state);

/* dP of dF with such a B: symmetric and positive semidefinite. */
INLINE matrix soft_positive_change(const soft_material *m, const soft_state *e, matrix twist,
                                   matrix df)
{
    const matrix a = matrix_transposed_product(e->r, df);
    const vec w = matrix_times(twist, scaled(0.5, matrix_skew(a)));
    return matrix_product(
        e->r, matrix_sum(1.0, soft_stress(m, matrix_symmetric(a)), 1.0, matrix_cross(w)));
}

#endif
