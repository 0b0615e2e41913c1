/* Solutions of A x = b by sparse factorisation. Libraries of others do the work behind one small
 * table of operations: SuiteSparse's CHOLMOD, KLU and UMFPACK. To add one: write its file, export
 * its table, add a line to directs.def.
 *
 * A solve has three parts. The analysis orders the unknowns and depends on the places of A's
 * entries alone; it is made again only when the pattern's number changes (sparse.h). The
 * factorisation depends on the values. The solution is two triangular solves. None of them
 * remembers values of an earlier matrix, so a run that is resumed has the same bits. The libraries
 * allocate in all three. */
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
    TRAMA_DIRECT_INDEFINITE, /* not positive definite, where the solver needs that */
} trama_direct_status;

/* "ok", "no memory", "singular", "indefinite". */
const char *trama_direct_status_name(trama_direct_status status);

typedef struct trama_direct_type {
    const char *name, *summary, *reference; /* as other tables have them */
    bool
        definite; /* only for symmetric positive definite A, of which it reads the lower triangle */
    bool exact;   /* declares: for one version of the library and one kind of processor the bits do
                     not depend on instruction sets or threads. BLAS cannot promise that. */
    void (*version)(char *text, size_t size); /* "CHOLMOD 3.0.14" */

    trama_status (*create)(void **self, trama_error *error);
    void (*destroy)(void *self); /* accepts NULL */
    /* A is square, with the same pattern in analyse and in every factorise that follows. */
    trama_direct_status (*analyse)(void *self, const trama_sparse *a);
    trama_direct_status (*factorise)(void *self, const trama_sparse *a);
    /* x from b (n each, apart), by the last factorisation, which was of `a`. */
    trama_direct_status (*solve)(void *self, const trama_sparse *a, const double *b, double *x);
} trama_direct_type;

/* The registry, in the order of directs.def. */
extern const trama_registry trama_direct_registry;
size_t trama_direct_count(void);
const trama_direct_type *trama_direct_at(size_t index);
const trama_direct_type *trama_direct_find(const char *name); /* or NULL */

/* A solver at work: its type, and what it keeps of the pattern. */
typedef struct trama_direct {
    const trama_direct_type *type;
    void *self;
    unsigned long pattern; /* that was analysed; 0: none */
    size_t rows;
} trama_direct;

/* Errors: TRAMA_NO_MEMORY. */
trama_status trama_direct_create(const trama_direct_type *type, trama_direct **direct,
                                 trama_error *error);
void trama_direct_destroy(trama_direct *direct); /* accepts NULL */

/* True if `a` must be analysed before it is factorised. */
bool trama_direct_is_new(const trama_direct *direct, const trama_sparse *a);
/* The three parts, in this order. All matrices that one solver sees are one trama_sparse, filled
 * anew, or have patterns of different numbers. After a failure the solver can be used again. */
trama_direct_status trama_direct_analyse(trama_direct *direct, const trama_sparse *a);
trama_direct_status trama_direct_factorise(trama_direct *direct, const trama_sparse *a);
trama_direct_status trama_direct_solve(trama_direct *direct, const trama_sparse *a, const double *b,
                                       double *x);

#ifdef __cplusplus
}
#endif

#endif
