#include "process/process.h"

#include <sys/resource.h>

/* MiB; a bound beyond an exabyte is none. AddressSanitizer reserves terabytes of addresses for
 * itself, so that a program built with it keeps to no bound here. */
#if defined(__SANITIZE_ADDRESS__)
static const double most = 0.0;
#else
static const double most = 1e12;
#endif

unsigned long long process_bound_memory(double memory)
{
    struct rlimit space;
    if (getrlimit(RLIMIT_AS, &space) != 0)
        return RLIM_INFINITY;
    const rlim_t before = space.rlim_cur;
    if (memory > 0.0 && memory < most) {
        const rlim_t bytes = (rlim_t)(memory * 1048576.0);
        space.rlim_cur = bytes < before ? bytes : before;
        setrlimit(RLIMIT_AS, &space);
    }
    return before;
}

void process_release_memory(unsigned long long before)
{
    struct rlimit space;
    if (getrlimit(RLIMIT_AS, &space) == 0) {
        space.rlim_cur = (rlim_t)before;
        setrlimit(RLIMIT_AS, &space);
    }
}
