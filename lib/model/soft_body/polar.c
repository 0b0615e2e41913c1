#include "model/soft_body/polar.h"

#include "core/jacobi.h"

#include <math.h>

enum { NEWTON_MOST = 60, POLISH_MOST = 4, JACOBI_SWEEPS = 20 };

typedef struct form4 {
    double at[4][4]; /* symmetric; w, x, y, z */
} form4;

/* tr(R^T F) = q^T N q of a unit quaternion q. */
static form4 form_of(matrix f)
{
    double(*a)[3] = f.at;
    const double wx = a[2][1] - a[1][2], wy = a[0][2] - a[2][0], wz = a[1][0] - a[0][1];
    const double xy = a[0][1] + a[1][0], xz = a[0][2] + a[2][0], yz = a[1][2] + a[2][1];
    return (form4){{{a[0][0] + a[1][1] + a[2][2], wx, wy, wz},
                    {wx, a[0][0] - a[1][1] - a[2][2], xy, xz},
                    {wy, xy, a[1][1] - a[0][0] - a[2][2], yz},
                    {wz, xz, yz, a[2][2] - a[0][0] - a[1][1]}}};
}

/* The determinant of n without a row and a column. */
static double minor_of(const form4 *n, int row, int column)
{
    matrix rest;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            rest.at[i][j] = n->at[i + (i >= row)][j + (j >= column)];
    return matrix_determinant(rest);
}

static double determinant4(const form4 *n)
{
    double sum = 0.0;
    for (int j = 0; j < 4; j++)
        sum += (j % 2 == 0 ? 1.0 : -1.0) * n->at[0][j] * minor_of(n, 0, j);
    return sum;
}

/* The largest root of l^4 - 2 |F|^2 l^2 - 8 det F l + det N. The polynomial is convex above it, so
 * that Newton's iterates come down to it from sqrt(3) |F|, which no sum of singular values exceeds,
 * until rounding stops them. */
static double largest_eigenvalue(matrix f, const form4 *n)
{
    const double square = matrix_square(f), det8 = 8.0 * matrix_determinant(f);
    const double constant = determinant4(n);
    double root = sqrt(3.0 * square);
    for (int i = 0; i < NEWTON_MOST; i++) {
        const double value = ((root * root - 2.0 * square) * root - det8) * root + constant;
        const double slope = (4.0 * root * root - 4.0 * square) * root - det8;
        const double next = root - value / slope;
        if (!(slope > 0.0) || !(next < root))
            break;
        root = next;
    }
    return root;
}

/* The longest column of the adjugate of N - l, which is the eigenvector times a factor. Its square:
 * next to nothing where the eigenvalue is a double one. */
static double adjugate_column(const form4 *n, double eigenvalue, double q[4])
{
    form4 shifted = *n;
    double most = -1.0;
    for (int i = 0; i < 4; i++)
        shifted.at[i][i] -= eigenvalue;
    for (int column = 0; column < 4; column++) {
        double other[4], square = 0.0;
        for (int row = 0; row < 4; row++) {
            other[row] = ((row + column) % 2 == 0 ? 1.0 : -1.0) * minor_of(&shifted, row, column);
            square += other[row] * other[row];
        }
        if (square > most) {
            most = square;
            for (int row = 0; row < 4; row++)
                q[row] = other[row];
        }
    }
    return most;
}

static void jacobi_vector(form4 n, double q[4])
{
    form4 v;
    trama_jacobi(4, JACOBI_SWEEPS, &n.at[0][0], &v.at[0][0]);
    int largest = 0;
    for (int i = 1; i < 4; i++)
        if (n.at[i][i] > n.at[largest][largest])
            largest = i;
    for (int row = 0; row < 4; row++)
        q[row] = v.at[row][largest];
}

static matrix rotation_of(const double given[4])
{
    const double over = 1.0 / sqrt(given[0] * given[0] + given[1] * given[1] + given[2] * given[2] +
                                   given[3] * given[3]);
    const double w = over * given[0], x = over * given[1], y = over * given[2], z = over * given[3];
    return (matrix){{{1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)},
                     {2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)},
                     {2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)}}};
}

/* Turns the quaternion by the small rotation w in the body's axes: q (1, w/2). */
static void turn_by(double q[4], vec w)
{
    const double a = q[0], x = 0.5 * w.x, y = 0.5 * w.y, z = 0.5 * w.z;
    const vec v = {q[1], q[2], q[3]};
    q[0] = a - v.x * x - v.y * y - v.z * z;
    q[1] = v.x + a * x + v.y * z - v.z * y;
    q[2] = v.y + a * y + v.z * x - v.x * z;
    q[3] = v.z + a * z + v.x * y - v.y * x;
}

/* R^T F is symmetric at the end: the w with (tr S - S) w = skew(R^T F) takes the rest away, to its
 * square. */
static matrix polished(matrix f, double q[4])
{
    matrix r = rotation_of(q);
    for (int i = 0; i < POLISH_MOST; i++) {
        const matrix a = matrix_transposed_product(r, f), s = matrix_symmetric(a);
        const matrix g = matrix_plus_diagonal(matrix_sum(-1.0, s, 0.0, s), matrix_trace(s));
        const vec c = matrix_skew(a), w = matrix_times(matrix_symmetric_inverse(g), c);
        const double square = dot(w, w);
        if (!(square > 1e-31) || !(square < 1e-4))
            break;
        turn_by(q, w);
        r = rotation_of(q);
    }
    return r;
}

matrix trama_soft_rotation(matrix f)
{
    const form4 n = form_of(f);
    const double eigenvalue = largest_eigenvalue(f, &n);
    const double scale = matrix_square(f);
    double q[4];
    const double square = adjugate_column(&n, eigenvalue, q);
    if (!(square > 1e-12 * scale * scale * scale))
        jacobi_vector(n, q);
    return polished(f, q);
}
