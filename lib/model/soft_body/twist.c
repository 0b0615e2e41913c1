#include "model/soft_body/twist.h"

#include "core/jacobi.h"

#include <stdbool.h>

enum { SWEEPS = 8 }; /* of a 3 x 3 matrix: 5 or 6 reach rounding */

/* tr(a) I - a */
static matrix across(matrix a)
{
    return matrix_plus_diagonal(matrix_sum(-1.0, a, 0.0, a), matrix_trace(a));
}

/* By its leading minors. */
static bool is_positive(matrix a)
{
    return a.at[0][0] > 0.0 && a.at[0][0] * a.at[1][1] - a.at[0][1] * a.at[1][0] > 0.0 &&
           matrix_determinant(a) > 0.0;
}

matrix trama_soft_twist(const soft_state *e)
{
    const matrix stiff = across(e->t), wide = across(e->s);
    if (is_positive(stiff)) /* the two commute */
        return matrix_symmetric(matrix_product(stiff, e->inverse));
    matrix s = e->s, axes, twist = {{{0}}};
    trama_jacobi(3, SWEEPS, &s.at[0][0], &axes.at[0][0]);
    for (int k = 0; k < 3; k++) {
        const vec axis = {axes.at[0][k], axes.at[1][k], axes.at[2][k]};
        const double along = dot(axis, matrix_times(stiff, axis));
        if (along > 0.0)
            twist = matrix_plus_outer(
                twist, scaled(along / dot(axis, matrix_times(wide, axis)), axis), axis);
    }
    return twist;
}
