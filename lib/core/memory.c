#include "core/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

double *trama_doubles(size_t count)
{
    if (count > SIZE_MAX / sizeof(double) - TRAMA_ALIGNMENT)
        return NULL;
    const size_t bytes = trama_padded(count > 0 ? count : 1) * sizeof(double);
    double *block = aligned_alloc(TRAMA_ALIGNMENT, bytes);
    if (block)
        memset(block, 0, bytes);
    return block;
}

void *trama_with_room(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    const size_t wanted = *capacity > 0 ? 2 * *capacity : 64;
    void *grown = wanted <= SIZE_MAX / size ? realloc(array, wanted * size) : NULL;
    if (grown)
        *capacity = wanted;
    return grown;
}
