/* FNV-1a, a hash of 64 bits by G. Fowler, L. C. Noll, K.-P. Vo: fast, but not collision-resistant
 * against intent. */
#ifndef TRAMA_CORE_FNV_H
#define TRAMA_CORE_FNV_H

#include <stddef.h>
#include <stdint.h>

#define TRAMA_FNV_BEGIN UINT64_C(14695981039346656037)

/* Extends `hash` by these bytes. */
static inline uint64_t trama_fnv(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * UINT64_C(1099511628211);
    return hash;
}

#endif
