/* The interval in which a pin, a stop or a force acts. */
#include "scene/activity.h"

#include <math.h>

/* A time n h rounds to either side of a limit that people write in decimals: within 1e-12 of it, it
 * is at the limit. */
static bool reached(double t, double limit)
{
    return t >= limit || limit - t <= 1e-12 * t;
}

bool trama_interval_holds(const trama_interval *interval, double t, long iteration)
{
    if (!isnan(interval->iterations[0]))
        return (double)iteration >= interval->iterations[0] &&
               (double)iteration <= interval->iterations[1];
    if (!isnan(interval->seconds[0]))
        return reached(t, interval->seconds[0]) && !reached(t, interval->seconds[1]);
    return true;
}
