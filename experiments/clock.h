/* The time by a clock of the system. */
#ifndef EXPERIMENTS_CLOCK_H
#define EXPERIMENTS_CLOCK_H

#include <time.h>

/* s. CLOCK_MONOTONIC: since some moment in the past, never backwards. CLOCK_THREAD_CPUTIME_ID: the
 * thread's own time, in which other processes show only in what they take of caches and of a shared
 * core. */
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
