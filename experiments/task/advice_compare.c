/* The expected error: positions and velocities after a short time, against a reference by GSL's
 * method of order 8 at the step of the run and at half of it; the distance of these two bounds the
 * error of the reference. Each method starts at its fraction of the predicted step, or without a
 * limit at a tenth of the time. Its step is halved until the required accuracy is reached, or until
 * halving no longer reduces the error: the motion then does not converge with the step. The
 * comparison of an implicit method also ends where its steps would take seconds (`solve_work`). */
#include "clock.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "task/advice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 2000, RUNS_MAX = 8, STEPS_WITHOUT_LIMIT = 10 };

/* --- the reference --- */

static trama_status run_to_end(const advice *a, trama_integrator *integrator, long steps,
                               trama_outcome *outcome, trama_error *error)
{
    const trama_run_spec spec = task_run_spec(a->bench, a->end / (double)steps, steps);
    return trama_run(a->bench->system, integrator, &spec, outcome, error);
}

/* Nodes that go less are at rest, m. */
static const double rest = 1e-9;

/* How far the nodes have gone from where they began, and how fast they are. */
static void find_way(advice *a)
{
    trama_system *system = a->bench->system;
    trama_system_reset(system);
    a->way = trama_deviation_of(system, system->q, a->reference).rms;
    memset(system->v, 0, system->nv * sizeof *system->v);
    a->speed = fmax(trama_deviation_of(system, system->v, a->velocity).rms, a->way / a->end);
    trama_system_reset(system);
}

static trama_status find_reference(advice *a, trama_integrator *integrator, bool *stable,
                                   trama_error *error)
{
    const trama_system *system = a->bench->system;
    const long steps = (long)ceil(a->end / a->h);
    trama_outcome whole = {0}, half = {0};
    trama_status status = run_to_end(a, integrator, steps, &whole, error);
    memcpy(a->reference, system->q, system->nq * sizeof *a->reference);
    memcpy(a->velocity, system->v, system->nv * sizeof *a->velocity);
    if (status == TRAMA_OK)
        status = run_to_end(a, integrator, 2 * steps, &half, error);
    *stable = whole.ending != TRAMA_UNSTABLE && half.ending != TRAMA_UNSTABLE;
    a->reference_dt = a->end / (double)(2 * steps);
    a->doubt = trama_deviation_of(system, a->reference, system->q);
    a->velocity_doubt = trama_deviation_of(system, a->velocity, system->v);
    memcpy(a->velocity, system->v, system->nv * sizeof *a->velocity);
    memcpy(a->reference, system->q, system->nq * sizeof *a->reference);
    if (status == TRAMA_OK)
        find_way(a);
    return status;
}

/* --- a method --- */

/* An error that half the step leaves at more than this share of it does not fall. */
static const double smaller = 0.9;

/* Positions and velocities are as near to the reference as is asked for. Errors below the
 * reference's own cannot be told. Velocities count too: a method whose velocities belong to another
 * time than its positions has them to first order. */
static bool is_accurate(const advice *a, double error, double velocity_error)
{
    const double p = a->p->accuracy;
    return error <= fmax(p * fmax(a->way, rest), a->doubt.rms) &&
           velocity_error <= fmax(p * fmax(a->speed, rest / a->end), a->velocity_doubt.rms);
}

static void keep_error(const advice *a, advice_method *m, long steps, const trama_outcome *outcome)
{
    const trama_system *system = a->bench->system;
    trama_deviation error = {TRAMA_NAN, TRAMA_NAN}, velocity = error;
    if (outcome->ending != TRAMA_UNSTABLE) {
        error = trama_deviation_of(system, system->q, a->reference);
        velocity = trama_deviation_of(system, system->v, a->velocity);
    }
    m->stuck =
        m->runs > 0 && error.rms > smaller * m->error && velocity.rms > smaller * m->velocity_error;
    m->step = a->end / (double)steps;
    m->evaluations = (double)outcome->evaluations / (double)outcome->iteration;
    m->error = error.rms;
    m->error_max = error.largest;
    m->velocity_error = velocity.rms;
    m->accurate = is_accurate(a, error.rms, velocity.rms);
    if (m->runs++ == 0)
        m->error_limit = error.rms;
}

/* The cost of a step goes as this power of the unknowns (docs/implicit.md). */
static const double solve_power = 1.8;

/* Without the pads between objects. */
static size_t unknowns(const advice *a)
{
    const trama_system *system = a->bench->system;
    size_t sum = 0;
    for (size_t i = 0; i < system->object_count; i++)
        sum += system->object[i].nv;
    return sum;
}

static bool is_dear(const advice *a, const advice_method *m, double steps)
{
    return m->type->implicit && steps * pow((double)unknowns(a), solve_power) > a->p->solve_work;
}

static void say_dear(const advice *a, advice_method *m, double steps)
{
    snprintf(m->note, sizeof m->note, "%s: %.0f steps of %zu unknowns exceed solve_work",
             m->runs > 0 ? "halved no further" : "not compared", steps, unknowns(a));
}

static bool goes_on(const advice *a, advice_method *m, long steps)
{
    if (m->accurate || m->stuck || steps > STEPS_MAX || m->runs >= RUNS_MAX)
        return false;
    if (is_dear(a, m, (double)steps))
        say_dear(a, m, (double)steps);
    return !is_dear(a, m, (double)steps);
}

static trama_status compare_method(const advice *a, advice_method *m, trama_error *error)
{
    const double first = m->limit == ADVICE_NONE ? a->end / STEPS_WITHOUT_LIMIT : m->step;
    const double steps = ceil(a->end / first * (1.0 - 1e-9));
    if (!(steps <= STEPS_MAX)) {
        snprintf(m->note, sizeof m->note, "not compared: more than %d steps", STEPS_MAX);
        return TRAMA_OK;
    }
    trama_status status = TRAMA_OK;
    for (long n = (long)steps; status == TRAMA_OK && goes_on(a, m, n); n *= 2) {
        trama_outcome outcome = {0};
        const double begun = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
        status = run_to_end(a, m->integrator, n, &outcome, error);
        m->estimate = (clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begun) / (double)n;
        if (status == TRAMA_OK)
            keep_error(a, m, n, &outcome);
    }
    return status;
}

static trama_status compare_all(advice *a, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t i = 0; status == TRAMA_OK && i < a->count; i++) {
        advice_method *m = &a->method[i];
        m->step = a->p->share * m->dt;
        if (m->integrator && m->dt > 0.0)
            status = compare_method(a, m, error);
    }
    return status;
}

trama_status advice_compare(advice *a, trama_error *error)
{
    const trama_integrator_type *type = trama_integrator_find("gsl_rk8pd");
    trama_integrator *integrator = NULL;
    bool stable = false;
    a->end = a->p->compare > 0.0 ? a->p->compare : 0.1 * a->h * (double)a->horizon;
    a->reference = trama_doubles(a->bench->system->nq);
    a->velocity = trama_doubles(a->bench->system->nv);
    trama_status status = a->reference && a->velocity ? TRAMA_OK : trama_fail_memory(error);
    if (status == TRAMA_OK)
        status = trama_integrator_create(type, NULL, a->bench->system, &integrator, error);
    if (status == TRAMA_OK)
        status = find_reference(a, integrator, &stable, error);
    if (!stable)
        a->way = a->speed = a->doubt.rms = a->doubt.largest = a->velocity_doubt.rms = TRAMA_NAN;
    if (status == TRAMA_OK && stable)
        status = compare_all(a, error);
    trama_integrator_destroy(integrator);
    return status;
}
