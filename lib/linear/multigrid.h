/* A preconditioner for conjugate gradients whose count hardly grows with the mesh: one V cycle of
 * smoothed aggregation. P. Vanek, J. Mandel, M. Brezina, "Algebraic multigrid by smoothed
 * aggregation for second and fourth order elliptic problems", Computing 56 (1996).
 *
 * Points (nodes) that are strongly coupled are gathered into aggregates. On each of them the modes,
 * vectors that cost A little energy, have a basis, which is the coarse level's; the interpolation
 * P is that basis after a step of Jacobi's iteration, and the coarse matrix P' A P. So it goes on
 * to a level that is factorised. A cycle relaxes by Gauss-Seidel, forwards before the coarse level
 * and backwards after it: it is symmetric. One thread, one order, no BLAS: bits are one. */
#ifndef TRAMA_LINEAR_MULTIGRID_H
#define TRAMA_LINEAR_MULTIGRID_H

#include "linear/direct.h"
#include "linear/sparse.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the unknowns of a matrix are of. */
typedef struct trama_multigrid_points {
    size_t unknowns, points, modes;
    size_t *point; /* of each unknown, below `points` */
    double *mode;  /* of each unknown, `modes` numbers side by side: translations, rotations */
} trama_multigrid_points;

typedef struct trama_multigrid trama_multigrid;

/* Of A, symmetric and positive definite, whose rows outlive it. TRAMA_DIRECT_INDEFINITE: an entry
 * of a diagonal, or a pivot, is not above 0. *multigrid is NULL unless TRAMA_DIRECT_OK. */
trama_direct_status trama_multigrid_create(const trama_sparse *a,
                                           const trama_multigrid_points *points,
                                           trama_multigrid **multigrid);
void trama_multigrid_destroy(trama_multigrid *multigrid); /* accepts NULL */
size_t trama_multigrid_levels(const trama_multigrid *multigrid);
/* z = one cycle for A z = r. */
trama_operator trama_multigrid_operator(trama_multigrid *multigrid);

#ifdef __cplusplus
}
#endif

#endif
