/* The time, for tests of what takes turns. */
#ifndef SUPPORT_CLOCK_H
#define SUPPORT_CLOCK_H

#include <time.h>

/* s, since some moment in the past. */
static inline double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void clock_sleep(long milliseconds)
{
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
}

#endif
