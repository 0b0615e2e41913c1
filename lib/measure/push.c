#include "measure/push.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "core/random.h"
#include "measure/whole.h"

#include <stdlib.h>
#include <string.h>

/* What both runs begin with, and where the quiet one ends. */
typedef struct rig {
    trama_archive moment;
    double *block, *start, *end, *push; /* nq, nq, nv */
} rig;

static trama_status keep(rig *r, trama_system *system, trama_integrator *integrator,
                         trama_error *error)
{
    *r = (rig){.block = trama_doubles(2 * trama_padded(system->nq) + trama_padded(system->nv))};
    if (!r->block)
        return trama_fail_memory(error);
    double *rest = r->block;
    r->start = trama_carve(&rest, system->nq);
    r->end = trama_carve(&rest, system->nq);
    r->push = trama_carve(&rest, system->nv);
    memcpy(r->start, system->q, system->nq * sizeof *r->start);
    trama_archive_save(&r->moment);
    trama_system_state(system, &r->moment);
    trama_integrator_state(integrator, &r->moment);
    return trama_archive_status(&r->moment, error);
}

static void restore(rig *r, trama_system *system, trama_integrator *integrator)
{
    trama_archive_load(&r->moment);
    trama_system_state(system, &r->moment);
    trama_integrator_state(integrator, &r->moment);
}

/* False if an interaction refused a step. */
static bool go_on(trama_system *system, trama_integrator *integrator, double h, long iterations)
{
    for (long i = 0; i < iterations; i++)
        if (trama_integrator_step(integrator, system, h) != TRAMA_STEP_OK)
            return false;
    return true;
}

/* A velocity of up to 1 m/s for every coordinate, 0 for those that are held and for pads. */
static void fill_push(const trama_system *system, double *push)
{
    trama_random random = {1};
    for (size_t i = 0; i < system->nv; i++)
        push[i] = trama_random_signed(&random);
    trama_system_clear_idle(system, push);
}

static double distance(const trama_system *system, const double *from)
{
    return trama_system_displacement(system, from).value;
}

static void compare(rig *r, trama_system *system, trama_integrator *integrator, double h,
                    long iterations, double size, trama_push *push)
{
    bool made = go_on(system, integrator, h, iterations);
    memcpy(r->end, system->q, system->nq * sizeof *r->end);
    restore(r, system, integrator);
    fill_push(system, r->push);
    trama_system_drift(system, size, r->push, system->q, system->q);
    push->before = distance(system, r->start);
    made = made && go_on(system, integrator, h, iterations);
    push->after = made ? distance(system, r->end) : TRAMA_NAN;
    push->stable = push->after < push->before;
    restore(r, system, integrator);
}

trama_status trama_push_apply(trama_system *system, trama_integrator *integrator, double h,
                              long iterations, double size, trama_push *push, trama_error *error)
{
    rig r;
    const trama_status status = keep(&r, system, integrator, error);
    if (status == TRAMA_OK)
        compare(&r, system, integrator, h, iterations, size, push);
    trama_archive_free(&r.moment);
    free(r.block);
    return status;
}
