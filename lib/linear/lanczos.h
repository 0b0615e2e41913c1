/* Lanczos' process with full reorthogonalisation, kept in Arnoldi's form: after k products,
 *
 *   A V = V H + beyond v_k e_k^T,   V (n x k) orthonormal, H (k x k) upper Hessenberg,
 *
 * so that operators need not be symmetric. If A is symmetric, H is tridiagonal up to rounding.
 * Eigenvalues of H (Ritz values) approach those of A, extreme ones first; if the eigenvector of one
 * has last component c, some eigenvalue of a symmetric A is within beyond |c| of it. Sources:
 * Lanczos 1950; Arnoldi 1951; Saad, Numerical Methods for Large Eigenvalue Problems, 2011, chapter
 * 6. Small matrices by GSL. */
#ifndef TRAMA_LINEAR_LANCZOS_H
#define TRAMA_LINEAR_LANCZOS_H

#include "core/status.h"
#include "linear/operator.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A workspace for operators of n unknowns and at most min(`size`, n) products. Errors:
 * TRAMA_NO_MEMORY. */
typedef struct trama_lanczos trama_lanczos;
trama_status trama_lanczos_create(size_t n, size_t size, trama_lanczos **lanczos,
                                  trama_error *error);
void trama_lanczos_destroy(trama_lanczos *lanczos); /* accepts NULL */
size_t trama_lanczos_size(const trama_lanczos *lanczos);

/* Starts again. Returns the first vector (n numbers), which the caller fills with a unit vector. */
double *trama_lanczos_begin(trama_lanczos *lanczos);
/* Computes the next vector by one product. Returns its length before it is normalised: NAN or
 * infinity if the product is not finite, 0 if the space is exhausted. At most `size` times. */
double trama_lanczos_extend(trama_lanczos *lanczos, const trama_operator *a);
/* Products since the beginning. */
size_t trama_lanczos_products(const trama_lanczos *lanczos);
/* H[0][0] */
double trama_lanczos_first(const trama_lanczos *lanczos);

/* Selects an eigenvalue of H: that of largest modulus, or of largest real part. */
typedef enum trama_extreme { TRAMA_LARGEST_MODULUS, TRAMA_LARGEST_REAL } trama_extreme;

/* That eigenvalue, and the modulus of the last component of its unit eigenvector. */
typedef struct trama_ritz {
    double real, imaginary, last;
    bool found; /* GSL's iteration ended */
} trama_ritz;
/* The Ritz value of the vectors so far. False: no memory. */
bool trama_lanczos_ritz(trama_lanczos *lanczos, trama_extreme which, trama_ritz *ritz);
/* The vector (n) of the last Ritz value found: its real part. */
void trama_lanczos_mode(const trama_lanczos *lanczos, double *mode);

/* The real part of the vector of the Ritz value number `rank`, counted from 0 for the largest, of
 * those found last. False: there is none. */
bool trama_lanczos_ranked(trama_lanczos *lanczos, trama_extreme which, size_t rank, double *mode);

/* The largest eigenvalue of (H + H^T)/2. False: no memory. The last Ritz vector is lost. */
bool trama_lanczos_symmetric(trama_lanczos *lanczos, double *value);
/* |H - H^T| / |H|, Frobenius' norm: 0 for a symmetric operator. */
double trama_lanczos_asymmetry(const trama_lanczos *lanczos);

#ifdef __cplusplus
}
#endif

#endif
