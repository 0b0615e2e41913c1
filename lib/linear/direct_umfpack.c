/* UMFPACK of SuiteSparse: P R A Q = L U of any matrix, multifrontal, with BLAS. The bits depend on
 * that BLAS, on the processor for which it chooses its kernels, and on its threads: `exact` is
 * false, and results name the BLAS. */
#include "linear/direct.h"
#include "linear/suitesparse.h"

#include <stdio.h>
#include <stdlib.h>
#include <umfpack.h>

typedef struct umfpack {
    double control[UMFPACK_CONTROL];
    void *symbolic, *numeric;
} umfpack;

static void version(char *text, size_t size)
{
    snprintf(text, size, "UMFPACK %d.%d.%d", UMFPACK_MAIN_VERSION, UMFPACK_SUB_VERSION,
             UMFPACK_SUBSUB_VERSION);
}

static trama_status create(void **self, trama_error *error)
{
    umfpack *made = calloc(1, sizeof *made);
    *self = made;
    if (!made)
        return trama_fail_memory(error);
    umfpack_dl_defaults(made->control);
    return TRAMA_OK;
}

static void destroy(void *self)
{
    umfpack *u = self;
    if (!u)
        return;
    umfpack_dl_free_numeric(&u->numeric);
    umfpack_dl_free_symbolic(&u->symbolic);
    free(u);
}

static trama_direct_status status_of(int64_t status)
{
    switch (status) {
    case UMFPACK_OK:
        return TRAMA_DIRECT_OK;
    case UMFPACK_ERROR_out_of_memory:
        return TRAMA_DIRECT_NO_MEMORY;
    default:
        return TRAMA_DIRECT_SINGULAR;
    }
}

static trama_direct_status analyse(void *self, const trama_sparse *a)
{
    umfpack *u = self;
    const int64_t n = (int64_t)a->rows;
    umfpack_dl_free_numeric(&u->numeric);
    umfpack_dl_free_symbolic(&u->symbolic);
    /* without values, so that the order depends on the pattern alone */
    return status_of(umfpack_dl_symbolic(n, n, suitesparse_indices(a->start),
                                         suitesparse_indices(a->column), NULL, &u->symbolic,
                                         u->control, NULL));
}

static trama_direct_status factorise(void *self, const trama_sparse *a)
{
    umfpack *u = self;
    umfpack_dl_free_numeric(&u->numeric);
    return status_of(umfpack_dl_numeric(suitesparse_indices(a->start),
                                        suitesparse_indices(a->column), a->value, u->symbolic,
                                        &u->numeric, u->control, NULL));
}

/* By rows A is the transpose of what UMFPACK has by columns. */
static trama_direct_status solve(void *self, const trama_sparse *a, const double *b, double *x)
{
    umfpack *u = self;
    return status_of(umfpack_dl_solve(UMFPACK_At, suitesparse_indices(a->start),
                                      suitesparse_indices(a->column), a->value, x, b, u->numeric,
                                      u->control, NULL));
}

const trama_direct_type trama_direct_umfpack = {
    .name = "umfpack",
    .summary = "L U of any matrix, multifrontal, by BLAS: its bits are those of the BLAS",
    .reference = "Davis 2004, UMFPACK of SuiteSparse",
    .version = version,
    .create = create,
    .destroy = destroy,
    .analyse = analyse,
    .factorise = factorise,
    .solve = solve,
};
