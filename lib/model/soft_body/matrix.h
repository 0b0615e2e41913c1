/* Algebra of 3 x 3 matrices for soft bodies. All inline. */
#ifndef TRAMA_MODEL_SOFT_BODY_MATRIX_H
#define TRAMA_MODEL_SOFT_BODY_MATRIX_H

#include "core/vec.h"

typedef struct matrix {
    double at[3][3]; /* by rows */
} matrix;

INLINE matrix matrix_sum(double c, matrix a, double d, matrix b)
{
    matrix sum;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            sum.at[i][j] = c * a.at[i][j] + d * b.at[i][j];
    return sum;
}
INLINE matrix matrix_product(matrix a, matrix b)
{
    matrix product;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            product.at[i][j] =
                a.at[i][0] * b.at[0][j] + a.at[i][1] * b.at[1][j] + a.at[i][2] * b.at[2][j];
    return product;
}
INLINE matrix matrix_transposed(matrix a)
{
    return (matrix){{{a.at[0][0], a.at[1][0], a.at[2][0]},
                     {a.at[0][1], a.at[1][1], a.at[2][1]},
                     {a.at[0][2], a.at[1][2], a.at[2][2]}}};
}
/* a^T b */
INLINE matrix matrix_transposed_product(matrix a, matrix b)
{
    return matrix_product(matrix_transposed(a), b);
}
INLINE matrix matrix_symmetric(matrix a)
{
    matrix half;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            half.at[i][j] = 0.5 * (a.at[i][j] + a.at[j][i]);
    return half;
}
INLINE matrix matrix_plus_diagonal(matrix a, double c)
{
    for (int i = 0; i < 3; i++)
        a.at[i][i] += c;
    return a;
}
INLINE double matrix_trace(matrix a)
{
    return a.at[0][0] + a.at[1][1] + a.at[2][2];
}
INLINE double matrix_square(matrix a)
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            sum += a.at[i][j] * a.at[i][j];
    return sum;
}
INLINE double matrix_determinant(matrix a)
{
    return a.at[0][0] * (a.at[1][1] * a.at[2][2] - a.at[1][2] * a.at[2][1]) -
           a.at[0][1] * (a.at[1][0] * a.at[2][2] - a.at[1][2] * a.at[2][0]) +
           a.at[0][2] * (a.at[1][0] * a.at[2][1] - a.at[1][1] * a.at[2][0]);
}
INLINE vec matrix_times(matrix a, vec b)
{
    return (vec){a.at[0][0] * b.x + a.at[0][1] * b.y + a.at[0][2] * b.z,
                 a.at[1][0] * b.x + a.at[1][1] * b.y + a.at[1][2] * b.z,
                 a.at[2][0] * b.x + a.at[2][1] * b.y + a.at[2][2] * b.z};
}
/* The matrix [w] of w x. */
INLINE matrix matrix_cross(vec w)
{
    return (matrix){{{0.0, -w.z, w.y}, {w.z, 0.0, -w.x}, {-w.y, w.x, 0.0}}};
}
/* The vector of a - a^T, so that a - a^T = [c]; and for any w, the sum of a_ij [w]_ij is c . w. */
INLINE vec matrix_skew(matrix a)
{
    return (vec){a.at[2][1] - a.at[1][2], a.at[0][2] - a.at[2][0], a.at[1][0] - a.at[0][1]};
}
/* a + b c^T */
INLINE matrix matrix_plus_outer(matrix a, vec b, vec c)
{
    const double x[3] = {b.x, b.y, b.z}, y[3] = {c.x, c.y, c.z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a.at[i][j] += x[i] * y[j];
    return a;
}
/* The inverse of a symmetric matrix, by its cofactors. */
INLINE matrix matrix_symmetric_inverse(matrix a)
{
    const double a00 = a.at[0][0], a01 = a.at[0][1], a02 = a.at[0][2];
    const double a11 = a.at[1][1], a12 = a.at[1][2], a22 = a.at[2][2];
    const double c00 = a11 * a22 - a12 * a12, c01 = a02 * a12 - a01 * a22;
    const double c02 = a01 * a12 - a02 * a11, c11 = a00 * a22 - a02 * a02;
    const double c12 = a01 * a02 - a00 * a12, c22 = a00 * a11 - a01 * a01;
    const double over = 1.0 / (a00 * c00 + a01 * c01 + a02 * c02);
    return (matrix){{{over * c00, over * c01, over * c02},
                     {over * c01, over * c11, over * c12},
                     {over * c02, over * c12, over * c22}}};
}

#endif
