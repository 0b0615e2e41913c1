/* The one sort of numbers; what sorts structs gives qsort an order of its own. */
#ifndef TRAMA_CORE_SORT_H
#define TRAMA_CORE_SORT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In ascending order. A NaN is a breach of the precondition. */
void trama_sort(double *value, size_t count);

#ifdef __cplusplus
}
#endif

#endif
