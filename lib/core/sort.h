/* Sorts numbers. To sort structs, call qsort. */
#ifndef TRAMA_CORE_SORT_H
#define TRAMA_CORE_SORT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sorts in ascending order. No value may be NaN. */
void trama_sort(double *value, size_t count);

#ifdef __cplusplus
}
#endif

#endif
