#include "interaction/barrier_convex.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

enum { MOST = 9, SWEEPS = 30 };

/* A symmetric matrix in a basis of `size` orthonormal vectors of a pair's 12 coordinates. */
typedef struct reduced {
    int size;
    double a[MOST][MOST], vector[MOST][MOST], basis[MOST][12];
} reduced;

/* One rotation of Jacobi's method that makes a[p][q] zero; the columns of `vector` follow (Golub
 * and Van Loan 1996, section 8.4). */
static void rotate(reduced *m, int p, int q)
{
    const double ratio = (m->a[q][q] - m->a[p][p]) / (2.0 * m->a[p][q]);
    const double t = (ratio >= 0.0 ? 1.0 : -1.0) / (fabs(ratio) + sqrt(1.0 + ratio * ratio));
    const double c = 1.0 / sqrt(1.0 + t * t), s = t * c;
    for (int k = 0; k < m->size; k++) {
        const double kp = m->a[k][p], kq = m->a[k][q];
        m->a[k][p] = c * kp - s * kq;
        m->a[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < m->size; k++) {
        const double pk = m->a[p][k], qk = m->a[q][k], vp = m->vector[k][p], vq = m->vector[k][q];
        m->a[p][k] = c * pk - s * qk;
        m->a[q][k] = s * pk + c * qk;
        m->vector[k][p] = c * vp - s * vq;
        m->vector[k][q] = s * vp + c * vq;
    }
    m->a[p][q] = m->a[q][p] = 0.0;
}

/* Eigenvalues on the diagonal of a, eigenvectors in the columns of `vector`. */
static void diagonalise(reduced *m)
{
    double size = 0.0;
    for (int i = 0; i < m->size; i++)
        for (int j = 0; j < m->size; j++) {
            m->vector[i][j] = i == j ? 1.0 : 0.0;
            size = fmax(size, fabs(m->a[i][j]));
        }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        bool done = true;
        for (int p = 0; p < m->size; p++)
            for (int q = p + 1; q < m->size; q++)
                if (fabs(m->a[p][q]) > 1e-15 * size) {
                    rotate(m, p, q);
                    done = false;
                }
        if (done)
            return;
    }
}

/* Sets the matrix to what the eigenvalues above 0 make. */
static void rebuild(reduced *m, double hessian[12][12])
{
    diagonalise(m);
    memset(hessian, 0, 12 * sizeof *hessian);
    for (int k = 0; k < m->size; k++) {
        double direction[12] = {0};
        if (!(m->a[k][k] > 0.0))
            continue;
        for (int i = 0; i < m->size; i++)
            for (int j = 0; j < 12; j++)
                direction[j] += m->vector[i][k] * m->basis[i][j];
        trama_add_products(m->a[k][k], direction, direction, hessian);
    }
}

/* It acts on three differences of the four points alone. */
void trama_convex_of_pair(double hessian[12][12])
{
    static const double difference[3][4] = {{0.5, 0.5, -0.5, -0.5},
                                            {0.70710678118654752, -0.70710678118654752, 0.0, 0.0},
                                            {0.0, 0.0, 0.70710678118654752, -0.70710678118654752}};
    reduced m = {.size = 9};
    for (int i = 0; i < 9; i++) {
        for (int p = 0; p < 4; p++)
            m.basis[i][3 * p + i % 3] = difference[i / 3][p];
        for (int j = 0; j < 9; j++)
            for (int p = 0; p < 4; p++)
                for (int q = 0; q < 4; q++)
                    m.a[i][j] += difference[i / 3][p] * difference[j / 3][q] *
                                 hessian[3 * p + i % 3][3 * q + j % 3];
    }
    rebuild(&m, hessian);
}

static double dot4(const double a[4], const double b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* Weights of the points that are orthonormal and span w and turn[a]: turn[a] = sum_b part[a][b]
 * weight[b], w = |w| weight[0]. */
static void orthonormal(const trama_distance *at, double weight[3][4], double part[2][3])
{
    const double length = sqrt(dot4(at->weight, at->weight));
    memset(weight, 0, 3 * sizeof *weight);
    for (int i = 0; i < 4; i++)
        weight[0][i] = at->weight[i] / length;
    for (int a = 0; a < at->slides; a++) {
        double rest[4];
        memcpy(rest, at->turn[a], sizeof rest);
        for (int b = 0; b <= a; b++) {
            part[a][b] = dot4(rest, weight[b]);
            for (int i = 0; i < 4; i++)
                rest[i] -= part[a][b] * weight[b][i];
        }
        part[a][a + 1] = sqrt(dot4(rest, rest));
        for (int i = 0; i < 4 && part[a][a + 1] > 0.0; i++)
            weight[a + 1][i] = rest[i] / part[a][a + 1];
    }
}

/* They act along w and turn[a] in direction n, and along w in the directions e_a; across these, b'
 * < 0 makes the eigenvalue negative. */
void trama_convex_of_barrier(const trama_distance *at, trama_barrier_value b,
                             double hessian[12][12])
{
    const int slides = at->slides;
    double weight[3][4], part[2][3] = {{0}};
    reduced m = {.size = 1 + 2 * slides};
    orthonormal(at, weight, part);
    const double length = sqrt(dot4(at->weight, at->weight));
    for (int i = 0; i < 12; i++) {
        for (int k = 0; k <= slides; k++)
            m.basis[k][i] = weight[k][i / 3] * at->normal[i % 3];
        for (int a = 0; a < slides; a++)
            m.basis[1 + slides + a][i] = weight[0][i / 3] * at->along[a][i % 3];
    }
    m.a[0][0] = b.second * length * length;
    for (int a = 0; a < slides; a++)
        for (int k = 0; k <= a + 1; k++) {
            m.a[1 + slides + a][k] = m.a[k][1 + slides + a] = -b.first * length * part[a][k];
            for (int l = 0; l <= a + 1; l++)
                m.a[k][l] -= b.first * at->d * part[a][k] * part[a][l];
        }
    rebuild(&m, hessian);
}
