/* The short run from which is predicted: symplectic Euler at half of its own predicted step, so
 * that the largest frequency may double before the run itself is in doubt. If it is unstable
 * nevertheless, it is made again with half the step, over the same time. */
#include "core/memory.h"
#include "core/numbers.h"
#include "task/advice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HALVINGS_MAX = 6, ITERATIONS_MAX = 100000000 };

static trama_status keep_worst(void *context, trama_system *system, trama_error *error)
{
    advice *a = context;
    memcpy(a->q, system->q, system->nq * sizeof *a->q);
    trama_tangent_mode(a->looks.tangent, a->mode);
    a->parts = 0;
    if (!(task_looks_worst(&a->looks)->spectrum.omega > 0.0))
        return TRAMA_OK;
    return trama_mode_split(system, system->q, system->v, a->mode, a->part, &a->parts, error);
}

trama_status advice_run_create(advice *a, trama_error *error)
{
    const trama_system *system = a->bench->system;
    const trama_status status =
        task_looks_create(&a->looks, system, &a->p->spectrum, a->p->looks + 1, 1, error);
    if (status != TRAMA_OK)
        return status;
    a->q = trama_doubles(system->nq);
    a->mode = trama_doubles(system->nv);
    a->part = calloc(trama_mode_parts_most(system), sizeof *a->part);
    a->looks.worse = keep_worst;
    a->looks.context = a;
    return a->q && a->mode && a->part ? TRAMA_OK : trama_fail_memory(error);
}

void advice_run_free(advice *a)
{
    task_looks_free(&a->looks);
    free(a->part);
    free(a->mode);
    free(a->q);
}

static trama_status run_once(advice *a, trama_integrator *integrator, trama_error *error)
{
    const trama_run_spec spec = task_run_spec(a->bench, a->h, a->horizon);
    a->looks.every = a->horizon > a->p->looks ? (a->horizon - 1) / a->p->looks + 1 : 1;
    return task_looks_run(&a->looks, a->bench->system, integrator, &spec, &a->outcome, error);
}

/* Half of the method's step at the start; without stiffness, a thousandth of a second. */
static trama_status choose_step(advice *a, const trama_integrator_type *type, trama_error *error)
{
    const trama_spectrum *s = &a->looks.spectra[0].spectrum;
    trama_stability found = {.limit = 1.0};
    trama_status status = TRAMA_OK;
    a->h = 1e-3;
    if (s->finite && s->omega > 0.0) {
        status = trama_stability_limit(type, NULL, s->damping / s->omega, TRAMA_STABILITY_TOLERANCE,
                                       &found, error);
        a->h = 0.5 * found.limit / s->omega;
    }
    if (a->p->duration == 0.0) {
        a->horizon = a->p->iterations;
        return status;
    }
    const double steps = ceil(a->p->duration / a->h);
    if (status == TRAMA_OK && !(steps <= ITERATIONS_MAX))
        return trama_fail(error, TRAMA_BAD_INPUT, "task.duration",
                          "duration: %g s takes %.3g steps of %.3g s; allowed: at most %d",
                          a->p->duration, steps, a->h, ITERATIONS_MAX);
    a->horizon = (long)steps;
    a->h = a->p->duration / steps;
    return status;
}

static bool may_halve(const advice *a)
{
    return a->outcome.ending == TRAMA_UNSTABLE && a->halvings < HALVINGS_MAX &&
           a->horizon <= ITERATIONS_MAX / 2;
}

/* A look at the start, for the step; then the run. */
static trama_status run_all(advice *a, trama_integrator *integrator, trama_error *error)
{
    a->h = 1e-3;
    trama_status status = run_once(a, integrator, error);
    if (status == TRAMA_OK && a->looks.spectra[0].spectrum.finite) {
        status = choose_step(a, integrator->type, error);
        if (status == TRAMA_OK)
            status = run_once(a, integrator, error);
    }
    for (; status == TRAMA_OK && may_halve(a); a->halvings++) {
        a->h *= 0.5;
        a->horizon *= 2;
        status = run_once(a, integrator, error);
    }
    return status;
}

trama_status advice_run_make(advice *a, trama_error *error)
{
    const trama_integrator_type *type = trama_integrator_find("symplectic_euler");
    trama_integrator *integrator = NULL;
    trama_status status = trama_integrator_create(type, NULL, a->bench->system, &integrator, error);
    if (status == TRAMA_OK)
        status = run_all(a, integrator, error);
    trama_integrator_destroy(integrator);
    return status;
}
