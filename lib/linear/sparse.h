/* Sparse matrices: entries as they come (triplets), and compressed rows made from them.
 *
 * Entries of one place are summed in the order in which they were added, so that the same
 * additions give the same bits. A matrix that is refilled keeps its pattern's number as long as
 * the places are the same, so that what was computed from the pattern alone can be used again.
 * Zeros are entries like any other, so that a pattern does not depend on values. */
#ifndef TRAMA_LINEAR_SPARSE_H
#define TRAMA_LINEAR_SPARSE_H

#include "core/status.h"
#include "linear/operator.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Entries in the order of adding; zeroed: none. */
typedef struct trama_triplets {
    size_t count, capacity;
    size_t *row, *column;
    double *value;
    size_t row_offset, column_offset; /* added to the places that trama_triplets_add is given */
    bool no_memory;                   /* an entry is missing */
} trama_triplets;

void trama_triplets_add(trama_triplets *triplets, size_t row, size_t column, double value);
void trama_triplets_clear(trama_triplets *triplets); /* keeps the room */
void trama_triplets_free(trama_triplets *triplets);

typedef struct trama_sparse {
    size_t rows, columns;
    size_t *start;  /* rows + 1: entries of row i are start[i] <= e < start[i + 1] */
    size_t *column; /* of each entry, ascending within a row */
    double *value;
    unsigned long pattern; /* another number, from 1, whenever the places change; 0: not filled */
    size_t capacity;       /* of column and value */
    /* The places of the last entries, as they came, and where each one is summed. */
    size_t seen, seen_capacity, *seen_row, *seen_column, *slot;
    size_t order_capacity, *order; /* room to sort them */
} trama_sparse;

/* An empty matrix. Errors: TRAMA_NO_MEMORY. */
trama_status trama_sparse_create(size_t rows, size_t columns, trama_sparse **matrix,
                                 trama_error *error);
void trama_sparse_destroy(trama_sparse *matrix); /* accepts NULL */

/* Makes A the matrix of the entries t alone, whose places lie in it. If they come at the same
 * places in the same order as the last time, nothing is sorted; where there was room for as many,
 * nothing is allocated. Errors: TRAMA_NO_MEMORY, also if an entry is missing; the matrix is then as
 * it was. */
trama_status trama_sparse_fill(trama_sparse *a, const trama_triplets *t, trama_error *error);

/* y = A x. */
void trama_sparse_multiply(const trama_sparse *a, const double *x, double *y);
trama_operator trama_sparse_operator(const trama_sparse *a);
/* 0 where there is no entry. */
double trama_sparse_at(const trama_sparse *a, size_t row, size_t column);
/* The diagonal of a square matrix, into `rows` numbers. */
void trama_sparse_diagonal(const trama_sparse *a, double *diagonal);

#ifdef __cplusplus
}
#endif

#endif
