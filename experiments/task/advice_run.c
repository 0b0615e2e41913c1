/* The short run on which predictions are based: symplectic Euler at half of its predicted step, so
 * that the largest frequency may double before the run is unstable. If it is unstable nevertheless,
 * it is repeated with half the step over the same time. */
#include "core/memory.h"
#include "core/numbers.h"
#include "task/advice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HALVINGS_MAX = 6, ITERATIONS_MAX = 100000000 };

/* The state, and its mode: where nothing limits a step, that of the largest frequency. */
static trama_status keep_worst(void *context, trama_system *system, trama_error *error)
{
    advice *a = context;
    advice_mode *m = &a->mode;
    const state_spectrum *worst = task_looks_worst(&a->looks);
    memcpy(m->q, system->q, system->nq * sizeof *m->q);
    m->parts = 0;
    trama_archive_free(&a->worst);
    trama_archive_save(&a->worst);
    trama_system_state(system, &a->worst);
    if (trama_archive_status(&a->worst, error) != TRAMA_OK)
        return error->status;
    if (isinf(worst->step)) {
        memset(m->u, 0, system->nv * sizeof *m->u);
        return TRAMA_OK;
    }
    trama_reducer_mode(a->looks.reducer, system, m->u);
    return trama_mode_split(system, system->q, system->v, m->u, m->part, &m->parts, error);
}

trama_status advice_run_create(advice *a, trama_error *error)
{
    const trama_system *system = a->bench->system;
    advice_mode *m = &a->mode;
    const trama_status status =
        task_looks_create(&a->looks, system, &a->p->spectrum, a->p->looks + 1, 1, error);
    if (status != TRAMA_OK)
        return status;
    a->looks.type = trama_integrator_find("symplectic_euler");
    a->looks.tolerance = TRAMA_STABILITY_TOLERANCE_SEVERAL;
    a->looks.worse = keep_worst;
    a->looks.context = a;
    m->q = trama_doubles(system->nq);
    m->u = trama_doubles(system->nv);
    m->part = calloc(trama_mode_parts_most(system), sizeof *m->part);
    return m->q && m->u && m->part ? TRAMA_OK : trama_fail_memory(error);
}

void advice_run_free(advice *a)
{
    task_looks_free(&a->looks);
    trama_archive_free(&a->worst);
    free(a->mode.part);
    free(a->mode.u);
    free(a->mode.q);
}

static trama_status run_once(advice *a, trama_integrator *integrator, trama_error *error)
{
    const trama_run_spec spec = task_run_spec(a->bench, a->h, a->horizon);
    a->looks.every = a->horizon > a->p->looks ? (a->horizon - 1) / a->p->looks + 1 : 1;
    return task_looks_run(&a->looks, a->bench->system, integrator, &spec, &a->outcome, error);
}

/* Half of the method's step at the start; without stiffness, a thousandth of a second. */
static trama_status choose_step(advice *a, trama_error *error)
{
    const double h = 0.5 * a->looks.spectra->step;
    a->h = isfinite(h) ? h : 1e-3;
    if (a->p->duration == 0.0) {
        a->horizon = a->p->iterations;
        return TRAMA_OK;
    }
    const double steps = ceil(a->p->duration / a->h);
    if (!(steps <= ITERATIONS_MAX))
        return trama_fail(error, TRAMA_BAD_INPUT, "task.duration",
                          "duration: %g s takes %.3g steps of %.3g s; allowed: at most %d",
                          a->p->duration, steps, a->h, ITERATIONS_MAX);
    a->horizon = (long)steps;
    a->h = a->p->duration / steps;
    return TRAMA_OK;
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
        status = choose_step(a, error);
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

/* A mode flips where omega^2 + 2 c/h = 4/h^2. Damping limits where its term is the larger one. */
static bool is_limited_by_damping(const state_spectrum *worst)
{
    return isfinite(worst->step) &&
           2.0 * worst->damping / worst->step > worst->omega * worst->omega;
}

trama_status advice_run_make(advice *a, trama_error *error)
{
    trama_integrator *integrator = NULL;
    trama_status status =
        trama_integrator_create(a->looks.type, NULL, a->bench->system, &integrator, error);
    if (status == TRAMA_OK)
        status = run_all(a, integrator, error);
    trama_integrator_destroy(integrator);
    a->damped = status == TRAMA_OK && is_limited_by_damping(task_looks_worst(&a->looks));
    return status;
}
