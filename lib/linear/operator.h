/* A linear operator as a function and its context, and the sums that iterations over it take. */
#ifndef TRAMA_LINEAR_OPERATOR_H
#define TRAMA_LINEAR_OPERATOR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y = A x for x of `columns` and y of `rows` numbers; y does not overlap x. */
typedef struct trama_operator {
    size_t rows, columns;
    void (*apply)(void *context, const double *x, double *y);
    void *context;
} trama_operator;

static inline void trama_operator_apply(const trama_operator *a, const double *x, double *y)
{
    a->apply(a->context, x, y);
}

/* x . y of n numbers, always in the same eight partial sums: the same bits for any number of
 * threads and any vector width. */
double trama_dot(size_t n, const double *x, const double *y);

#ifdef __cplusplus
}
#endif

#endif
