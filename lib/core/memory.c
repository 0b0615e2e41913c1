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
