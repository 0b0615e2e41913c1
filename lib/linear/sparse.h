/* Sparse matrices: lists of entries (triplets), and compressed rows made from them.
 *
 * Entries of one place are summed in the order in which they were added, so that the same additions
 * give the same bits. A matrix that is refilled keeps the number of its pattern as long as the
 * places are the same, so that an analysis of the pattern can be reused. Zeros are stored like
 * other values, so that the pattern does not depend on values. */
#ifndef TRAMA_LINEAR_SPARSE_H
#define TRAMA_LINEAR_SPARSE_H

#include "core/status.h"
#include "linear/operator.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Entries in the order in which they were added. A zeroed struct is empty. */
typedef struct trama_triplets {
    size_t count, capacity;
    size_t *row, *column;
    double *value;
    size_t row_offset, column_offset; /* added to the row and column in trama_triplets_add */
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
    unsigned long pattern; /* number of the pattern, from 1, changed whenever the places change; 0:
                              not filled */
    size_t capacity;       /* of column and value */
    /* The places of the last entries, in the order added, and the slot where each is summed. */
    size_t seen, seen_capacity, *seen_row, *seen_column, *slot;
    size_t order_capacity, *order; /* room to sort them */
} trama_sparse;

/* An empty matrix. Errors: TRAMA_NO_MEMORY. */
trama_status trama_sparse_create(size_t rows, size_t columns, trama_sparse **matrix,
                                 trama_error *error);
void trama_sparse_destroy(trama_sparse *matrix); /* accepts NULL */

/* Sets A to the sum of the entries t, all of which lie in it. Nothing is sorted if the places and
 * their order are those of the last call, and nothing is allocated if there is room. Errors:
 * TRAMA_NO_MEMORY, also if t lacks entries; A is unchanged then. */
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
