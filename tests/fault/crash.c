/* A library to be preloaded (LD_PRELOAD) in which HDF5 crashes over one file: that whose path is in
 * the environment's CRASH_OVER. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t open_function(const char *name, unsigned flags, int64_t list);
open_function H5Fopen;

int64_t H5Fopen(const char *name, unsigned flags, int64_t list)
{
    const char *over = getenv("CRASH_OVER");
    union {
        void *found;
        open_function *call;
    } real = {dlsym(RTLD_NEXT, "H5Fopen")};
    if (over && strcmp(name, over) == 0)
        raise(SIGSEGV);
    return real.call(name, flags, list);
}
