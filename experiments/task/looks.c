#include "task/looks.h"
#include "clock.h"
#include "core/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

trama_status task_looks_create(task_looks *looks, const trama_system *system,
                               const trama_spectrum_spec *spec, long horizon, long every,
                               trama_error *error)
{
    *looks = (task_looks){.spec = spec, .every = every, .capacity = (size_t)(horizon / every) + 2};
    trama_status status = trama_tangent_create(system, spec, &looks->tangent, error);
    if (status == TRAMA_OK)
        status = trama_reducer_create(system, &looks->reducer, error);
    looks->spectra = calloc(looks->capacity, sizeof *looks->spectra);
    looks->reduction = calloc(looks->capacity, sizeof *looks->reduction);
    if (status == TRAMA_OK && (!looks->spectra || !looks->reduction))
        status = trama_fail_memory(error);
    return status;
}

void task_looks_free(task_looks *looks)
{
    free(looks->reduction);
    free(looks->spectra);
    trama_reducer_destroy(looks->reducer);
    trama_tangent_destroy(looks->tangent);
}

static bool is_worse(const state_spectrum *l, const state_spectrum *worst)
{
    if (!l->spectrum.finite || !worst->spectrum.finite)
        return l->spectrum.finite && !worst->spectrum.finite;
    if (isinf(l->step) && isinf(worst->step))
        return l->spectrum.omega > worst->spectrum.omega;
    return l->step < worst->step;
}

/* The spectrum, and what it makes of the method's step. */
static trama_status look_at(task_looks *looks, trama_system *system, state_spectrum *l,
                            trama_reduction *r)
{
    *l = (state_spectrum){.iteration = system->iteration, .time = system->t};
    l->step = l->omega = l->damping = TRAMA_NAN;
    *r = (trama_reduction){.step = TRAMA_NAN};
    trama_status status = trama_reducer_begin(looks->reducer, looks->tangent, system, looks->spec,
                                              &l->spectrum, looks->error);
    if (status != TRAMA_OK || !l->spectrum.finite)
        return status;
    status = trama_reducer_find(looks->reducer, looks->tangent, system, looks->type,
                                looks->parameters, looks->tolerance, r, looks->error);
    l->step = r->step;
    l->omega = r->omega;
    l->damping = r->damping;
    l->converged = r->converged;
    return status;
}

static void look(task_looks *looks, trama_system *system)
{
    const double start = seconds_now();
    const size_t at = looks->count++;
    state_spectrum *l = looks->spectra + at;
    looks->status = look_at(looks, system, l, looks->reduction + at);
    if (looks->status == TRAMA_OK && (at == 0 || is_worse(l, looks->spectra + looks->worst))) {
        looks->worst = at;
        if (looks->worse && l->spectrum.finite)
            looks->status = looks->worse(looks->context, system, looks->error);
    }
    looks->seconds += seconds_now() - start;
}

static void observe(void *context, const trama_view *view)
{
    task_looks *looks = context;
    trama_system *system = (trama_system *)(uintptr_t)view->system;
    if (looks->status == TRAMA_OK && view->system->iteration % looks->every == 0)
        look(looks, system);
}

trama_status task_looks_run(task_looks *looks, trama_system *system, trama_integrator *integrator,
                            const trama_run_spec *spec, trama_outcome *outcome, trama_error *error)
{
    trama_run_spec watched = *spec;
    looks->count = looks->worst = 0;
    looks->status = TRAMA_OK;
    looks->error = error;
    watched.observe = observe;
    watched.context = looks;
    trama_status status = trama_run(system, integrator, &watched, outcome, error);
    if (status == TRAMA_OK && looks->status == TRAMA_OK &&
        looks->spectra[looks->count - 1].iteration < system->iteration)
        look(looks, system);
    return status == TRAMA_OK ? looks->status : status;
}

const state_spectrum *task_looks_worst(const task_looks *looks)
{
    return looks->spectra + looks->worst;
}

int64_t task_looks_products(const task_looks *looks)
{
    int64_t products = trama_reducer_products(looks->reducer);
    for (size_t i = 0; i < looks->count; i++)
        products += looks->spectra[i].spectrum.products;
    return products;
}

/* Whether the models correct a state three times as large, which every limit of strain refuses. */
static trama_status try_corrections(trama_system *system, double h, bool *act, trama_error *error)
{
    trama_archive before = {0};
    double *large = malloc((system->nq + 1) * sizeof *large);
    trama_archive_save(&before);
    trama_system_state(system, &before);
    trama_status status = large ? trama_archive_status(&before, error) : trama_fail_memory(error);
    if (status == TRAMA_OK) {
        for (size_t i = 0; i < system->nq; i++)
            large[i] = system->q[i] *= 3.0;
        memset(system->v, 0, system->nv * sizeof *system->v);
        trama_system_limit(system, h, system->q, system->v);
        *act = false;
        for (size_t i = 0; i < system->nv; i++)
            *act |= system->v[i] != 0.0;
        trama_system_correct(system, system->t, h);
        *act |= memcmp(large, system->q, system->nq * sizeof *large) != 0;
        trama_archive_load(&before);
        trama_system_state(system, &before);
    }
    trama_archive_free(&before);
    free(large);
    return status;
}

trama_status task_add_without(trama_system *system, double h, bundle *results, trama_error *error)
{
    char text[512] = "";
    bool act = false;
    const trama_status status = try_corrections(system, h, &act, error);
    size_t used = act ? (size_t)snprintf(text, sizeof text, "corrections") : 0;
    for (size_t i = 0; i < system->acting_count && used < sizeof text; i++) {
        const trama_acting *acting = &system->acting[i];
        if (trama_interaction_corrects(acting->type, acting->self))
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "",
                                     acting->name);
    }
    bundle_put_text(results, &column_without, text);
    return status;
}
