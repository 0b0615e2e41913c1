/* The nearest positive semidefinite matrix, in the sum of squares, to the second derivatives of a
 * pair's barrier: eigenvalues below 0 become 0 (Li et al. 2020, algorithm 1). For interaction/
 * only. */
#ifndef TRAMA_INTERACTION_BARRIER_CONVEX_H
#define TRAMA_INTERACTION_BARRIER_CONVEX_H

#include "interaction/barrier_distance.h"

/* That of b(d), from the five vectors on which its second derivatives act. */
void trama_convex_of_barrier(const trama_distance *at, trama_barrier_value b,
                             double hessian[12][12]);
/* The same for any matrix that gives 0 for a translation of the pair. */
void trama_convex_of_pair(double hessian[12][12]);

/* Adds c (a b^T + b a^T)/2. */
static inline void trama_add_products(double c, const double a[12], const double b[12],
                                      double hessian[12][12])
{
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            hessian[i][j] += 0.5 * c * (a[i] * b[j] + b[i] * a[j]);
}

#endif
