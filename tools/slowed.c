/* A program that is slower on purpose, to see whether trama compare finds it: trama itself, but
 * every step takes TRAMA_SLOWED percent longer (default 10). The linker puts this before the
 * library's function (--wrap). Steps are counted in blocks, so that reading the clock costs next to
 * nothing. */
#include "integrator/integrator.h"

#include <stdlib.h>
#include <time.h>

/* The linker's names for the library's function and for what stands before it. */
trama_step_status true_step(trama_integrator *integrator, trama_system *system,
                            double h) __asm__("__real_trama_integrator_step");
trama_step_status slowed_step(trama_integrator *integrator, trama_system *system,
                              double h) __asm__("__wrap_trama_integrator_step");

enum { BLOCK = 20 };

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double share(void)
{
    static double known = -1.0;
    if (known < 0.0) {
        const char *percent = getenv("TRAMA_SLOWED");
        known = percent ? strtod(percent, NULL) / 100.0 : 0.10;
    }
    return known;
}

trama_step_status slowed_step(trama_integrator *integrator, trama_system *system, double h)
{
    static long step;
    static double begin;
    if (step % BLOCK == 0)
        begin = seconds_now();
    const trama_step_status status = true_step(integrator, system, h);
    if (++step % BLOCK != 0)
        return status;
    const double until = begin + (1.0 + share()) * (seconds_now() - begin);
    while (seconds_now() < until)
        ;
    return status;
}
