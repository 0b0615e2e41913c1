/* Every registered method on the system of the case, and the steps predicted for it from the
 * spectra. */
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
    m->z_start = m->z = m->dt_start = m->dt = m->step = m->error_max = m->velocity_error =
        TRAMA_NAN;
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

/* Its largest step at the system's state, s, with z, that times the frequency of the limiting mode;
 * of a method that grows at every step, where growth begins to count. Nothing limits a step where
 * there is neither stiffness nor damping, nor that of a method which is stated to be stable at
 * every step (the tests hold the statement to its step). */
static trama_status limit_here(advice *a, advice_method *m, double *z, double *dt,
                               trama_error *error)
{
    trama_reduction r;
    trama_stability found;
    *z = *dt = TRAMA_INFINITY;
    m->limit = ADVICE_NONE;
    m->loss = TRAMA_LOSS_NONE;
    if (isinf(m->type->stability))
        return TRAMA_OK;
    trama_status status = trama_reducer_find(a->looks.reducer, a->looks.tangent, a->bench->system,
                                             m->type, m->parameters, a->p->growth, &r, error);
    if (status != TRAMA_OK || isinf(r.step))
        return status;
    const trama_linear_pair pair = trama_reduction_pair(&r);
    status = trama_pair_limit(m->type, m->parameters, &pair, TRAMA_STABILITY_TOLERANCE_SEVERAL,
                              &found, error);
    m->limit = found.limit > 0.0 ? ADVICE_LIMIT : ADVICE_GROWS;
    m->loss = found.loss;
    *dt = found.limit > 0.0 ? found.limit / r.unit : r.step;
    *z = *dt * r.omega;
    return status;
}

/* Of all methods, at the system's state. */
static trama_status predict_here(advice *a, bool at_start, trama_error *error)
{
    trama_spectrum largest;
    trama_status status = trama_reducer_begin(a->looks.reducer, a->looks.tangent, a->bench->system,
                                              &a->p->spectrum, &largest, error);
    for (size_t i = 0; status == TRAMA_OK && i < a->count; i++) {
        advice_method *m = &a->method[i];
        if (m->integrator)
            status = limit_here(a, m, at_start ? &m->z_start : &m->z,
                                at_start ? &m->dt_start : &m->dt, error);
    }
    return status;
}

trama_status advice_methods_predict(advice *a, trama_error *error)
{
    trama_system *system = a->bench->system;
    trama_system_reset(system);
    const trama_status status = predict_here(a, true, error);
    if (status != TRAMA_OK)
        return status;
    trama_archive_load(&a->worst);
    trama_system_state(system, &a->worst);
    return predict_here(a, false, error);
}
