/* Counts the allocations of a program: `allocations` rises with each. glibc lets a program put its
 * own malloc before the library's; under AddressSanitizer, which does so too, its hooks. Defines
 * malloc and its kin: include in one file of a program, after <stdlib.h>. */
#ifndef SUPPORT_ALLOCATIONS_H
#define SUPPORT_ALLOCATIONS_H

#include "support/sanitizer.h"
#include "support/suitesparse.h"

#include <stdlib.h>

static long allocations;

/* What a direct solver allocates inside SuiteSparse is its own affair. */
static void *solvers_malloc(size_t size)
{
    allocations--;
    return malloc(size);
}
static void *solvers_calloc(size_t count, size_t size)
{
    allocations--;
    return calloc(count, size);
}
static void *solvers_realloc(void *block, size_t size)
{
    allocations--;
    return realloc(block, size);
}

#ifdef ADDRESS_SANITIZER
/* As in <sanitizer/allocator_interface.h>, which Debian's gcc does not bring. */
int __sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void *, size_t),
                                              void (*freed)(const volatile void *));

static void count_allocation(const volatile void *block, size_t size)
{
    (void)block, (void)size;
    allocations++;
}

static void ignore_free(const volatile void *block)
{
    (void)block;
}

static void watch_allocations(void)
{
    __sanitizer_install_malloc_and_free_hooks(count_allocation, ignore_free);
    suitesparse_allocates_by(solvers_malloc, solvers_calloc, solvers_realloc);
}
#else
/* NOLINTBEGIN(bugprone-reserved-identifier,readability-inconsistent-declaration-parameter-name):
 * glibc's names, and the standard's. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    allocations++;
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    allocations++;
    return __libc_memalign(alignment, size);
}

/* NOLINTEND(bugprone-reserved-identifier,readability-inconsistent-declaration-parameter-name) */

static void watch_allocations(void)
{
    suitesparse_allocates_by(solvers_malloc, solvers_calloc, solvers_realloc);
}
#endif

#endif
