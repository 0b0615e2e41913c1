/* For ITIMER_PROF. */
#define _GNU_SOURCE
#include "results/internal.h"

#include <sys/time.h>

/* Beside the seconds for a step, which stand for anything small. */
static const double seconds_per_byte = 1e-7;

static double seconds_per_step; /* 0: no bound */

/* The timer counts processor time: a busy machine, or a person who stops everything for a while, is
 * no fault of the file. */
static void set_timer(double seconds)
{
    const struct timeval left = {(time_t)seconds,
                                 (suseconds_t)(1e6 * (seconds - (double)(time_t)seconds))};
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value = left}, NULL);
}

void record_time_begin(double seconds)
{
    seconds_per_step = seconds;
}

void record_time_step(size_t bytes)
{
    if (seconds_per_step > 0)
        set_timer(seconds_per_step + seconds_per_byte * (double)bytes);
}

void record_time_end(void)
{
    set_timer(0);
}
