/* The time of a system clock. */
#ifndef EXPERIMENTS_CLOCK_H
#define EXPERIMENTS_CLOCK_H

#include <time.h>

/* s. CLOCK_MONOTONIC: since some moment in the past, never backwards. CLOCK_THREAD_CPUTIME_ID: the
 * thread's processor time, which other processes affect only through caches and a shared core. */
static inline double clock_seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* s by CLOCK_MONOTONIC. */
static inline double seconds_now(void)
{
    return clock_seconds(CLOCK_MONOTONIC);
}

/* s by CLOCK_THREAD_CPUTIME_ID. */
static inline double thread_seconds_now(void)
{
    return clock_seconds(CLOCK_THREAD_CPUTIME_ID);
}

#endif
