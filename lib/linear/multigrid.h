/* A preconditioner for conjugate gradients with iteration counts nearly independent of the mesh:
 * one V cycle of smoothed aggregation. P. Vanek, J. Mandel, M. Brezina, "Algebraic multigrid by
 * smoothed aggregation for second and fourth order elliptic problems", Computing 56 (1996).
 *
 * Strongly coupled points (nodes) are joined to aggregates. The modes, vectors of low energy, have
 * a basis on each aggregate, which gives the unknowns of the coarse level; the interpolation P is
 * that basis after a step of Jacobi's iteration, and the coarse matrix is P' A P. This is repeated
 * down to a level that is factorised. A cycle smooths by Gauss-Seidel, forwards before the coarse
 * level and backwards after it, so that it is symmetric. One thread, a fixed order, no BLAS:
 * results are reproducible bit for bit. */
#ifndef TRAMA_LINEAR_MULTIGRID_H
#define TRAMA_LINEAR_MULTIGRID_H

#include "linear/direct.h"
#include "linear/sparse.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The points and modes of a matrix's unknowns. */
typedef struct trama_multigrid_points {
    size_t unknowns, points, modes;
    size_t *point; /* of each unknown, below `points` */
    double *mode;  /* of each unknown, `modes` numbers side by side: translations, rotations */
} trama_multigrid_points;

typedef struct trama_multigrid trama_multigrid;

/* For A, symmetric and positive definite, which outlives it. TRAMA_DIRECT_INDEFINITE if a diagonal
 * entry or a pivot is not above 0. *multigrid is NULL unless TRAMA_DIRECT_OK. */
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
