/* A library to be preloaded (LD_PRELOAD) in which HDF5 crashes over one file: that whose path is in
 * the environment's CRASH_OVER, whatever name it is opened by. HDF5 reads in a child process, which
 * opens nothing else; the program itself may open the file. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef int open_function(const char *name, int flags, ...);

static bool is_child;

static void begin_child(void)
{
    is_child = true;
}

__attribute__((constructor)) static void begin(void)
{
    pthread_atfork(NULL, NULL, begin_child);
}

static bool is_same(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

static int open_by(const char *function, const char *name, int flags, mode_t mode)
{
    const char *over = getenv("CRASH_OVER");
    union {
        void *found;
        open_function *call;
    } real = {dlsym(RTLD_NEXT, function)};
    if (is_child && over && is_same(name, over))
        raise(SIGSEGV);
    return real.call(name, flags, mode);
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the C library says __file. */
#define OPEN(function)                                                                             \
    int function(const char *name, int flags, ...)                                                 \
    {                                                                                              \
        va_list more;                                                                              \
        va_start(more, flags);                                                                     \
        const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;              \
        va_end(more);                                                                              \
        return open_by(#function, name, flags, mode);                                              \
    }

OPEN(open)
OPEN(open64)
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
