/* Every registered method on the case's system, and the steps that the looks predict for them. */
#include "core/numbers.h"
#include "solver/solver.h"
#include "task/advice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static trama_status make_parameters(const plan_case *c, advice_method *m, trama_error *error)
{
    m->parameters = c->integrator_parameters;
    if (m->type == c->integrator)
        return TRAMA_OK;
    m->parameters = m->defaults = calloc(1, m->type->parameters.size + 1);
    if (!m->defaults)
        return trama_fail_memory(error);
    trama_fields_default(m->type->parameters, m->defaults);
    return TRAMA_OK;
}

/* A method that the system is not for is a row that says so. */
static trama_status make_method(const advice *a, advice_method *m, trama_error *error)
{
    trama_error refusal = {0};
    *m = (advice_method){.type = m->type, .error_limit = TRAMA_NAN, .error = TRAMA_NAN};
    m->z_start = m->z = m->dt_start = m->dt = m->step = m->error_max = TRAMA_NAN;
    m->evaluations = m->estimate = m->cost = m->cost_second = TRAMA_NAN;
    m->check_stable = m->check_unstable = TRAMA_NAN;
    trama_status status = make_parameters(a->bench->the_case, m, error);
    if (status != TRAMA_OK)
        return status;
    status =
        trama_integrator_create(m->type, m->parameters, a->bench->system, &m->integrator, &refusal);
    if (status == TRAMA_NO_MEMORY)
        return trama_fail_memory(error);
    if (status != TRAMA_OK) {
        m->limit = ADVICE_REFUSED;
        m->integrator = NULL;
        snprintf(m->note, sizeof m->note, "%.150s", refusal.text);
    }
    return TRAMA_OK;
}

trama_status advice_methods_create(advice *a, trama_error *error)
{
    trama_status status = TRAMA_OK;
    const size_t all = trama_integrator_count();
    a->method = calloc(all, sizeof *a->method);
    if (!a->method)
        return trama_fail_memory(error);
    for (size_t i = 0; status == TRAMA_OK && i < all; i++) {
        const trama_integrator_type *type = trama_integrator_at(i);
        const bool is_own = type == a->bench->the_case->integrator;
        if (trama_solver_of(type) && !is_own)
            continue; /* what one machine has and another has not */
        if (is_own)
            a->own = a->count;
        a->method[a->count].type = type;
        status = make_method(a, &a->method[a->count++], error);
    }
    a->recommended = a->count;
    return status;
}

void advice_methods_free(advice *a)
{
    for (size_t i = 0; a->method && i < a->count; i++) {
        trama_integrator_destroy(a->method[i].integrator);
        free(a->method[i].defaults);
    }
    free(a->method);
}

/* A mode counts with a frequency of at least its damping over this, also if it has no stiffness. */
static const double overdamped = 1e6;

static double frequency_at(const state_spectrum *l)
{
    return fmax(l->spectrum.omega, fabs(l->spectrum.damping) / overdamped);
}

/* z at a state; of a method that grows at every step, where growth begins to count. Nothing limits
 * a step where there is neither stiffness nor damping, nor that of a method which is stated to be
 * stable at every step (the tests hold the statement to its step). */
static trama_status limit_at(const advice *a, advice_method *m, const state_spectrum *l, double *z,
                             trama_error *error)
{
    const double omega = frequency_at(l), k = omega > 0.0 ? l->spectrum.damping / omega : 0.0;
    const bool has_limit = omega > 0.0 && isfinite(m->type->stability);
    trama_stability found = {.tolerated = TRAMA_NAN, .loss = TRAMA_LOSS_NONE};
    trama_status status = TRAMA_OK;
    m->limit = ADVICE_LIMIT;
    if (has_limit)
        status = trama_stability_limit(m->type, m->parameters, k, TRAMA_STABILITY_TOLERANCE, &found,
                                       error);
    if (status == TRAMA_OK && has_limit && found.limit == 0.0) {
        m->limit = ADVICE_GROWS;
        status = trama_stability_limit(m->type, m->parameters, k, a->p->growth, &found, error);
    }
    m->loss = found.loss;
    *z = found.tolerated;
    if (found.loss == TRAMA_LOSS_NONE) {
        m->limit = ADVICE_NONE;
        *z = TRAMA_INFINITY;
    }
    return status;
}

/* The step at a state, s. */
static trama_status step_at(const advice *a, advice_method *m, const state_spectrum *l, double *z,
                            double *dt, trama_error *error)
{
    const trama_status status = limit_at(a, m, l, z, error);
    *dt = isinf(*z) ? *z : *z / frequency_at(l);
    return status;
}

/* Nothing that is stable at the largest frequency fails at a mode with less of both. */
static bool may_limit(const state_spectrum *damped, const state_spectrum *frequency)
{
    return damped->spectrum.finite &&
           damped->spectrum.damping > (1.0 + 1e-6) * frequency->spectrum.damping;
}

/* The lesser of the steps at the mode of the largest frequency and at the most damped one. */
static trama_status lesser_at(const advice *a, advice_method *m, const state_spectrum *frequency,
                              const state_spectrum *damped, double *z, double *dt,
                              trama_error *error)
{
    advice_method other = *m;
    double other_z = TRAMA_INFINITY, other_dt = TRAMA_INFINITY;
    trama_status status = step_at(a, m, frequency, z, dt, error);
    if (status == TRAMA_OK && may_limit(damped, frequency))
        status = step_at(a, &other, damped, &other_z, &other_dt, error);
    if (status == TRAMA_OK && other_dt < *dt) {
        m->limit = other.limit;
        m->loss = other.loss;
        *z = other_z;
        *dt = other_dt;
    }
    return status;
}

/* At the start, and at the worst states. */
static trama_status predict_method(const advice *a, advice_method *m, trama_error *error)
{
    const task_looks *l = &a->looks;
    const trama_status status =
        lesser_at(a, m, l->spectra, l->damping, &m->z_start, &m->dt_start, error);
    if (status != TRAMA_OK)
        return status;
    return lesser_at(a, m, task_looks_worst(l), task_looks_worst_damped(l), &m->z, &m->dt, error);
}

trama_status advice_methods_predict(advice *a, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t i = 0; status == TRAMA_OK && i < a->count; i++)
        if (a->method[i].integrator)
            status = predict_method(a, &a->method[i], error);
    return status;
}
