/* KLU of SuiteSparse: P A Q = L U of any matrix, left-looking, with partial pivoting, without BLAS.
 * KLU could refactorise with the pivots of an earlier matrix, which is faster; this is not used,
 * since the bits would then depend on which matrix came first. */
#include "linear/direct.h"
#include "linear/suitesparse.h"

#include <klu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct klu {
    klu_l_common common;
    klu_l_symbolic *symbolic;
    klu_l_numeric *numeric;
} klu;

static void version(char *text, size_t size)
{
    snprintf(text, size, "KLU %d.%d.%d", KLU_MAIN_VERSION, KLU_SUB_VERSION, KLU_SUBSUB_VERSION);
}

static trama_status create(void **self, trama_error *error)
{
    klu *made = calloc(1, sizeof *made);
    *self = made;
    if (!made)
        return trama_fail_memory(error);
    klu_l_defaults(&made->common);
    return TRAMA_OK;
}

static void destroy(void *self)
{
    klu *k = self;
    if (!k)
        return;
    klu_l_free_numeric(&k->numeric, &k->common);
    klu_l_free_symbolic(&k->symbolic, &k->common);
    free(k);
}

static trama_direct_status status_of(const klu_l_common *c)
{
    switch (c->status) {
    case KLU_OK:
        return TRAMA_DIRECT_OK;
    case KLU_OUT_OF_MEMORY:
    case KLU_TOO_LARGE:
        return TRAMA_DIRECT_NO_MEMORY;
    default:
        return TRAMA_DIRECT_SINGULAR;
    }
}

static trama_direct_status analyse(void *self, const trama_sparse *a)
{
    klu *k = self;
    klu_l_free_numeric(&k->numeric, &k->common);
    klu_l_free_symbolic(&k->symbolic, &k->common);
    k->symbolic = klu_l_analyze((int64_t)a->rows, suitesparse_indices(a->start),
                                suitesparse_indices(a->column), &k->common);
    return k->symbolic ? TRAMA_DIRECT_OK : status_of(&k->common);
}

static trama_direct_status factorise(void *self, const trama_sparse *a)
{
    klu *k = self;
    klu_l_free_numeric(&k->numeric, &k->common);
    k->numeric = klu_l_factor(suitesparse_indices(a->start), suitesparse_indices(a->column),
                              suitesparse_values(a->value), k->symbolic, &k->common);
    return k->numeric ? TRAMA_DIRECT_OK : status_of(&k->common);
}

/* By rows A is the transpose of what KLU has by columns. */
static trama_direct_status solve(void *self, const trama_sparse *a, const double *b, double *x)
{
    klu *k = self;
    memcpy(x, b, a->rows * sizeof *x);
    klu_l_tsolve(k->symbolic, k->numeric, (int64_t)a->rows, 1, x, &k->common);
    return status_of(&k->common);
}

const trama_direct_type trama_direct_klu = {
    .name = "klu",
    .summary = "L U of any matrix with partial pivoting, left-looking, order by AMD",
    .reference = "Davis and Palamadai Natarajan 2010, KLU of SuiteSparse",
    .exact = true,
    .version = version,
    .create = create,
    .destroy = destroy,
    .analyse = analyse,
    .factorise = factorise,
    .solve = solve,
};
