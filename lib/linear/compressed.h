/* Sparse matrices as compressed rows with unsorted columns: products and transposes for
 * multigrid.h. Entries are summed in a fixed order, so results are reproducible bit for bit. */
#ifndef TRAMA_LINEAR_COMPRESSED_H
#define TRAMA_LINEAR_COMPRESSED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct trama_compressed {
    size_t rows, columns;
    size_t *start, *column; /* entries of row i are start[i] <= e < start[i + 1] */
    double *value;
} trama_compressed;

/* Allocates a matrix; start is 0. False without memory; free it in any case. */
bool trama_compressed_make(trama_compressed *m, size_t rows, size_t columns, size_t entries);
void trama_compressed_free(trama_compressed *m);
/* A product has an entry wherever a pair of factors has one. False without memory. */
bool trama_compressed_product(const trama_compressed *a, const trama_compressed *b,
                              trama_compressed *product);
bool trama_compressed_transpose(const trama_compressed *a, trama_compressed *transposed);
/* y = A x, and y += A x. */
void trama_compressed_apply(const trama_compressed *a, const double *x, double *y);
void trama_compressed_add(const trama_compressed *a, const double *x, double *y);

#endif
