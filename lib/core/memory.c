/* madvise */
#define _DEFAULT_SOURCE /* NOLINT(bugprone-reserved-identifier) */
#include "core/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Large blocks lie on large pages, where the system has them: a sheet of 1024 x 1024 nodes is
 * walked in a dozen places at once, and its small pages are more than the processor keeps track of.
 */
enum { LARGE_PAGE = 2 << 20 };

static double *allocate(size_t bytes)
{
    if (bytes < 2 * (size_t)LARGE_PAGE)
        return aligned_alloc(TRAMA_ALIGNMENT, bytes);
    const size_t pages = (bytes + LARGE_PAGE - 1) / LARGE_PAGE;
    double *block = aligned_alloc(LARGE_PAGE, pages * LARGE_PAGE);
#ifdef MADV_HUGEPAGE
    if (block)
        madvise(block, bytes, MADV_HUGEPAGE); /* a wish */
#endif
    return block;
}

double *trama_doubles(size_t count)
{
    if (count > SIZE_MAX / sizeof(double) - LARGE_PAGE)
        return NULL;
    const size_t bytes = trama_padded(count > 0 ? count : 1) * sizeof(double);
    double *block = allocate(bytes);
    if (block)
        memset(block, 0, bytes);
    return block;
}

void *trama_with_room(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    const size_t wanted = *capacity > 0 ? 2 * *capacity : 8;
    void *grown = wanted <= SIZE_MAX / size ? realloc(array, wanted * size) : NULL;
    if (grown)
        *capacity = wanted;
    return grown;
}
