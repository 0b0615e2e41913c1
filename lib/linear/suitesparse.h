/* Shared by the wrappers of SuiteSparse (for linear/ only): its long integers are our sizes. */
#ifndef TRAMA_LINEAR_SUITESPARSE_H
#define TRAMA_LINEAR_SUITESPARSE_H

#include <stddef.h>
#include <stdint.h>

_Static_assert(sizeof(size_t) == sizeof(int64_t), "sizes have 64 bits, as SuiteSparse's long ones");

/* Rows of A as columns of A^T: compressed rows are the compressed columns of the transpose. The
 * libraries do not change them, although not all declare them const. */
static inline int64_t *suitesparse_indices(const size_t *index)
{
    return (int64_t *)(uintptr_t)index;
}
static inline double *suitesparse_values(const double *value)
{
    return (double *)(uintptr_t)value;
}

#endif
