/* Solves A x = b by Krylov methods: conjugate gradients if A is symmetric and positive definite,
 * BiCGStab for any A. A solve allocates nothing; sums have a fixed order. Sources: Hestenes and
 * Stiefel 1952; van der Vorst, SIAM J. Sci. Stat. Comput. 13, 1992; both as in Saad, Iterative
 * Methods for Sparse Linear Systems, 2003, algorithms 9.1 and 7.7. */
#ifndef TRAMA_LINEAR_KRYLOV_H
#define TRAMA_LINEAR_KRYLOV_H

#include "core/status.h"
#include "linear/operator.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_krylov_spec {
    double tolerance; /* of |b - A x| / |b| */
    long iterations;  /* at most */
} trama_krylov_spec;

typedef struct trama_krylov_result {
    double residual; /* |b - A x| / |b|, updated by recurrence; if b is 0, |A x| */
    long iterations; /* made */
    long products;   /* with A */
    bool converged;
    bool broken; /* a divisor vanished, or a number is not finite; conjugate gradients also: A or
                    the preconditioner is found not positive definite */
} trama_krylov_result;

/* Room for a solve with n unknowns. Errors: TRAMA_NO_MEMORY. */
typedef struct trama_krylov trama_krylov;
trama_status trama_krylov_create(size_t n, trama_krylov **krylov, trama_error *error);
void trama_krylov_destroy(trama_krylov *krylov); /* accepts NULL */

/* x (n) holds the first guess, then the solution. `diagonal` (n): of the preconditioner, without
 * zeros, and for conjugate gradients of the sign of A's; NULL: none. A solve that does not converge
 * is a result, not an error. */
trama_krylov_result trama_conjugate_gradients(trama_krylov *krylov, const trama_operator *a,
                                              const double *diagonal, const double *b,
                                              const trama_krylov_spec *spec, double *x);
/* The same with any preconditioner that is symmetric and positive definite: z = P r. */
trama_krylov_result trama_conjugate_gradients_by(trama_krylov *krylov, const trama_operator *a,
                                                 const trama_operator *preconditioner,
                                                 const double *b, const trama_krylov_spec *spec,
                                                 double *x);
trama_krylov_result trama_bicgstab(trama_krylov *krylov, const trama_operator *a,
                                   const double *diagonal, const double *b,
                                   const trama_krylov_spec *spec, double *x);

#ifdef __cplusplus
}
#endif

#endif
