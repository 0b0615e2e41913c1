#include "linear/operator.h"

double trama_dot(size_t n, const double *x, const double *y)
{
    double sum[8] = {0};
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (size_t j = 0; j < 8; j++)
            sum[j] += x[i + j] * y[i + j];
    for (; i < n; i++)
        sum[i % 8] += x[i] * y[i];
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}
