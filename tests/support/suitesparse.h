/* How SuiteSparse allocates, for tests that count or fail it. Include after <stdlib.h>. */
#ifndef TRAMA_TESTS_SUPPORT_SUITESPARSE_H
#define TRAMA_TESTS_SUPPORT_SUITESPARSE_H

#include <SuiteSparse_config.h>

static inline void suitesparse_allocates_by(void *(*get)(size_t), void *(*zeroed)(size_t, size_t),
                                            void *(*again)(void *, size_t))
{
#if SUITESPARSE_MAIN_VERSION >= 7
    SuiteSparse_config_malloc_func_set(get);
    SuiteSparse_config_calloc_func_set(zeroed);
    SuiteSparse_config_realloc_func_set(again);
#else
    SuiteSparse_config.malloc_func = get;
    SuiteSparse_config.calloc_func = zeroed;
    SuiteSparse_config.realloc_func = again;
#endif
}

#endif
