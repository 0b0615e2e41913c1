/* A library to be preloaded (LD_PRELOAD) in which HDF5 crashes over one file: that whose path is in
 * the environment's CRASH_OVER, whatever name it is opened by. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef int64_t open_function(const char *name, unsigned flags, int64_t list);
open_function H5Fopen;

static int is_same(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

int64_t H5Fopen(const char *name, unsigned flags, int64_t list)
{
    const char *over = getenv("CRASH_OVER");
    union {
        void *found;
        open_function *call;
    } real = {dlsym(RTLD_NEXT, "H5Fopen")};
    if (over && is_same(name, over))
        raise(SIGSEGV);
    return real.call(name, flags, list);
}
