/* Solves A x = b by sparse factorisation, with SuiteSparse's CHOLMOD, KLU and UMFPACK behind one
 * small table of operations. To add one: write its file, export its table, add a line to
 * directs.def.
 *
 * A solve has three parts. The analysis orders the unknowns; it depends only on the pattern of A,
 * and is repeated only when the number of the pattern changes (sparse.h). The factorisation depends
 * on the values. The solution is two triangular solves. None depends on values of an earlier
 * matrix, so a resumed run has the same bits. The libraries allocate in all three. */
#ifndef TRAMA_LINEAR_DIRECT_H
#define TRAMA_LINEAR_DIRECT_H

#include "core/registry.h"
#include "core/status.h"
#include "linear/sparse.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trama_direct_status {
    TRAMA_DIRECT_OK,
    TRAMA_DIRECT_NO_MEMORY,
    TRAMA_DIRECT_SINGULAR,   /* a pivot is zero, or not finite */
    TRAMA_DIRECT_INDEFINITE, /* not positive definite, which the solver needs */
} trama_direct_status;

/* "ok", "no memory", "singular", "indefinite". */
const char *trama_direct_status_name(trama_direct_status status);

typedef struct trama_direct_type {
    const char *name, *summary, *reference; /* as in other tables */
    bool
        definite; /* only for symmetric positive definite A, of which it reads the lower triangle */
    bool exact;   /* the bits do not depend on instruction sets or threads, for one version of the
                     library and one kind of processor; not so with BLAS. */
    void (*version)(char *text, size_t size); /* "CHOLMOD 3.0.14" */

    trama_status (*create)(void **self, trama_error *error);
    void (*destroy)(void *self); /* accepts NULL */
    /* A is square, with the same pattern in analyse and in every factorise that follows. */
    trama_direct_status (*analyse)(void *self, const trama_sparse *a);
    trama_direct_status (*factorise)(void *self, const trama_sparse *a);
    /* x from b (n each, not overlapping), by the last factorisation, which was of `a`. */
    trama_direct_status (*solve)(void *self, const trama_sparse *a, const double *b, double *x);
} trama_direct_type;

/* The registry, in the order of directs.def. */
extern const trama_registry trama_direct_registry;
size_t trama_direct_count(void);
const trama_direct_type *trama_direct_at(size_t index);
const trama_direct_type *trama_direct_find(const char *name); /* or NULL */

/* An instance of a solver. */
typedef struct trama_direct {
    const trama_direct_type *type;
    void *self;
    unsigned long pattern; /* number of the pattern analysed; 0: none */
    size_t rows;
} trama_direct;

/* Errors: TRAMA_NO_MEMORY. */
trama_status trama_direct_create(const trama_direct_type *type, trama_direct **direct,
                                 trama_error *error);
void trama_direct_destroy(trama_direct *direct); /* accepts NULL */

/* True if `a` must be analysed before it is factorised. */
bool trama_direct_is_new(const trama_direct *direct, const trama_sparse *a);
/* The three parts, to be called in this order. All matrices passed to one solver are one
 * trama_sparse, refilled, or have patterns with different numbers. After a failure the solver can
 * be used again. */
trama_direct_status trama_direct_analyse(trama_direct *direct, const trama_sparse *a);
trama_direct_status trama_direct_factorise(trama_direct *direct, const trama_sparse *a);
trama_direct_status trama_direct_solve(trama_direct *direct, const trama_sparse *a, const double *b,
                                       double *x);

#ifdef __cplusplus
}
#endif

#endif
