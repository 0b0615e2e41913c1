/* Aligned blocks of doubles, allocated up front, carved into arrays and freed at one exit; and
 * arrays that grow, for an unknown number of entries. */
#ifndef TRAMA_CORE_MEMORY_H
#define TRAMA_CORE_MEMORY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_ALIGNMENT = 64 };

/* A zeroed block of `count` doubles, aligned to TRAMA_ALIGNMENT bytes; NULL if there is no memory.
 * Free with free(). */
double *trama_doubles(size_t count);

/* `count` rounded up to a whole number of aligned lines, so that carved arrays stay aligned. */
static inline size_t trama_padded(size_t count)
{
    const size_t line = TRAMA_ALIGNMENT / sizeof(double);
    return (count + line - 1) / line * line;
}

/* Takes an aligned array of `count` doubles off the front of the block at *rest. */
static inline double *trama_carve(double **rest, size_t count)
{
    double *array = *rest;
    *rest += trama_padded(count);
    return array;
}

/* Makes room for one entry more than the `count` of `size` bytes, doubling *capacity if needed.
 * Returns the array, or NULL without memory; the array is then unchanged. */
void *trama_with_room(void *array, size_t count, size_t *capacity, size_t size);

#ifdef __cplusplus
}
#endif

#endif
