#include "core/jacobi.h"

#include <math.h>

/* Makes a[i][j] zero; the columns of `vector` turn along. */
static void turn(int order, double *a, double *vector, int i, int j)
{
    const double off = a[i * order + j];
    if (off == 0.0)
        return;
    const double ratio = (a[j * order + j] - a[i * order + i]) / (2.0 * off);
    const double tangent = (ratio >= 0.0 ? 1.0 : -1.0) / (fabs(ratio) + sqrt(1.0 + ratio * ratio));
    const double cosine = 1.0 / sqrt(1.0 + tangent * tangent), sine = tangent * cosine;
    for (int k = 0; k < order; k++) {
        double *row = a + k * order;
        const double x = row[i], y = row[j];
        row[i] = cosine * x - sine * y;
        row[j] = sine * x + cosine * y;
    }
    for (int k = 0; k < order; k++) {
        double *row = vector + k * order;
        const double x = a[i * order + k], y = a[j * order + k], u = row[i], v = row[j];
        a[i * order + k] = cosine * x - sine * y;
        a[j * order + k] = sine * x + cosine * y;
        row[i] = cosine * u - sine * v;
        row[j] = sine * u + cosine * v;
    }
}

void trama_jacobi(int order, int sweeps, double *a, double *vector)
{
    for (int i = 0; i < order * order; i++)
        vector[i] = i % (order + 1) == 0 ? 1.0 : 0.0;
    for (int sweep = 0; sweep < sweeps; sweep++)
        for (int i = 0; i < order; i++)
            for (int j = i + 1; j < order; j++)
                turn(order, a, vector, i, j);
}
