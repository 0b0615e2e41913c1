/* CHOLMOD of SuiteSparse: A = L L^T of a symmetric positive definite matrix, in two variants:
 * simplicial, column by column, without BLAS; and supernodal, by blocks of columns with equal
 * patterns, with BLAS, on which its bits depend. The ordering is always AMD: CHOLMOD's own choice
 * among several would depend on its build. */
#include "linear/direct.h"
#include "linear/suitesparse.h"

#include <cholmod.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cholmod {
    cholmod_common common;
    cholmod_factor *factor;
    cholmod_dense *x, *y, *e; /* of solutions; CHOLMOD makes them when it needs them */
} cholmod;

static void version(char *text, size_t size)
{
    int v[3];
    cholmod_l_version(v);
    snprintf(text, size, "CHOLMOD %d.%d.%d", v[0], v[1], v[2]);
}

static trama_status create_as(int supernodal, void **self, trama_error *error)
{
    cholmod *made = calloc(1, sizeof *made);
    *self = made;
    if (!made)
        return trama_fail_memory(error);
    cholmod_common *c = &made->common;
    cholmod_l_start(c);
    c->print = 0;
    c->supernodal = supernodal;
    c->final_ll = 1; /* L D L^T would accept a negative pivot */
    c->nmethods = 1;
    c->method[0].ordering = CHOLMOD_AMD;
    c->quick_return_if_not_posdef = 1;
    return TRAMA_OK;
}

static trama_status create(void **self, trama_error *error)
{
    return create_as(CHOLMOD_SIMPLICIAL, self, error);
}

static trama_status create_supernodal(void **self, trama_error *error)
{
    return create_as(CHOLMOD_SUPERNODAL, self, error);
}

static void destroy(void *self)
{
    cholmod *c = self;
    if (!c)
        return;
    cholmod_l_free_factor(&c->factor, &c->common);
    cholmod_l_free_dense(&c->x, &c->common);
    cholmod_l_free_dense(&c->y, &c->common);
    cholmod_l_free_dense(&c->e, &c->common);
    cholmod_l_finish(&c->common);
    free(c);
}

/* The lower triangle by rows is the upper one by columns, which is all that CHOLMOD reads. */
static cholmod_sparse view(const trama_sparse *a)
{
    return (cholmod_sparse){.nrow = a->rows,
                            .ncol = a->columns,
                            .nzmax = a->start[a->rows],
                            .p = suitesparse_indices(a->start),
                            .i = suitesparse_indices(a->column),
                            .x = suitesparse_values(a->value),
                            .stype = 1,
                            .itype = CHOLMOD_LONG,
                            .xtype = CHOLMOD_REAL,
                            .dtype = CHOLMOD_DOUBLE,
                            .sorted = 1,
                            .packed = 1};
}

static trama_direct_status status_of(const cholmod_common *c)
{
    switch (c->status) {
    case CHOLMOD_OK:
        return TRAMA_DIRECT_OK;
    case CHOLMOD_NOT_POSDEF:
        return TRAMA_DIRECT_INDEFINITE;
    case CHOLMOD_OUT_OF_MEMORY:
    case CHOLMOD_TOO_LARGE:
        return TRAMA_DIRECT_NO_MEMORY;
    default:
        return TRAMA_DIRECT_SINGULAR;
    }
}

static trama_direct_status analyse(void *self, const trama_sparse *a)
{
    cholmod *c = self;
    cholmod_sparse matrix = view(a);
    cholmod_l_free_factor(&c->factor, &c->common);
    c->factor = cholmod_l_analyze(&matrix, &c->common);
    return c->factor ? TRAMA_DIRECT_OK : TRAMA_DIRECT_NO_MEMORY;
}

static trama_direct_status factorise(void *self, const trama_sparse *a)
{
    cholmod *c = self;
    cholmod_sparse matrix = view(a);
    cholmod_l_factorize(&matrix, c->factor, &c->common);
    return status_of(&c->common);
}

/* CHOLMOD 3.0.14 writes into these without a look at whether it has them. */
static bool has_room(cholmod *c, size_t rows)
{
    const size_t n = c->factor->maxesize > 0 ? c->factor->maxesize : 1;
    return !c->factor->is_super ||
           (cholmod_l_ensure_dense(&c->y, rows, 1, rows, CHOLMOD_REAL, &c->common) &&
            cholmod_l_ensure_dense(&c->e, 1, n, 1, CHOLMOD_REAL, &c->common));
}

static trama_direct_status solve(void *self, const trama_sparse *a, const double *b, double *x)
{
    cholmod *c = self;
    cholmod_dense right = {.nrow = a->rows,
                           .ncol = 1,
                           .nzmax = a->rows,
                           .d = a->rows,
                           .x = suitesparse_values(b),
                           .xtype = CHOLMOD_REAL,
                           .dtype = CHOLMOD_DOUBLE};
    if (!has_room(c, a->rows) || !cholmod_l_solve2(CHOLMOD_A, c->factor, &right, NULL, &c->x, NULL,
                                                   &c->y, &c->e, &c->common))
        return status_of(&c->common);
    memcpy(x, c->x->x, a->rows * sizeof *x);
    return TRAMA_DIRECT_OK;
}

const trama_direct_type trama_direct_cholmod = {
    .name = "cholmod",
    .summary = "L L^T of a symmetric positive definite matrix, simplicial, order by AMD",
    .reference = "Chen, Davis, Hager and Rajamanickam 2008, CHOLMOD of SuiteSparse",
    .definite = true,
    .exact = true,
    .version = version,
    .create = create,
    .destroy = destroy,
    .analyse = analyse,
    .factorise = factorise,
    .solve = solve,
};

const trama_direct_type trama_direct_cholmod_supernodal = {
    .name = "cholmod_supernodal",
    .summary = "L L^T of a symmetric positive definite matrix, supernodal, order by AMD, over BLAS",
    .reference = "Chen, Davis, Hager and Rajamanickam 2008, CHOLMOD of SuiteSparse",
    .definite = true,
    .exact = false,
    .version = version,
    .create = create_supernodal,
    .destroy = destroy,
    .analyse = analyse,
    .factorise = factorise,
    .solve = solve,
};
