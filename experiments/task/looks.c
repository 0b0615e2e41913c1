#include "task/looks.h"
#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

trama_status task_looks_create(task_looks *looks, const trama_system *system,
                               const trama_spectrum_spec *spec, long horizon, long every,
                               trama_error *error)
{
    *looks = (task_looks){.spec = spec, .every = every, .capacity = (size_t)(horizon / every) + 2};
    trama_status status = trama_tangent_create(system, spec, &looks->tangent, error);
    looks->spectra = calloc(looks->capacity, sizeof *looks->spectra);
    looks->damping = calloc(looks->capacity, sizeof *looks->damping);
    if (status == TRAMA_OK && (!looks->spectra || !looks->damping))
        status = trama_fail_memory(error);
    return status;
}

void task_looks_free(task_looks *looks)
{
    free(looks->damping);
    free(looks->spectra);
    trama_tangent_destroy(looks->tangent);
}

static const state_spectrum *worst_of(const task_looks *looks, task_look kind)
{
    return kind == TASK_LOOK_FREQUENCY ? task_looks_worst(looks) : task_looks_worst_damped(looks);
}

/* The last look, in one respect; and what is worse than all before is said. */
static void look_for(task_looks *looks, task_look kind, trama_system *system)
{
    state_spectrum *of[] = {looks->spectra + looks->count - 1, looks->damping + looks->count - 1};
    state_spectrum *l = of[kind];
    *l = (state_spectrum){.iteration = system->iteration, .time = system->t};
    if (kind == TASK_LOOK_FREQUENCY)
        looks->status = trama_spectrum_largest(looks->tangent, system, system->q, system->v,
                                               looks->spec, &l->spectrum, looks->error);
    else
        looks->status =
            trama_spectrum_damped(looks->tangent, system, system->q, system->v, looks->spec,
                                  &of[TASK_LOOK_FREQUENCY]->spectrum, &l->spectrum, looks->error);
    if (looks->status == TRAMA_OK && looks->worse && l->spectrum.finite &&
        worst_of(looks, kind) == l)
        looks->status = looks->worse(looks->context, kind, system, looks->error);
}

static void look(task_looks *looks, trama_system *system)
{
    const double start = seconds_now();
    looks->count++;
    look_for(looks, TASK_LOOK_FREQUENCY, system);
    if (looks->status == TRAMA_OK && looks->damped)
        look_for(looks, TASK_LOOK_DAMPING, system);
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
    looks->count = 0;
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
    const state_spectrum *worst = looks->spectra;
    for (const state_spectrum *l = looks->spectra; l < looks->spectra + looks->count; l++)
        if (!(l->spectrum.omega <= worst->spectrum.omega) && l->spectrum.finite)
            worst = l;
    return worst;
}

const state_spectrum *task_looks_worst_damped(const task_looks *looks)
{
    const state_spectrum *worst = looks->damped ? looks->damping : NULL;
    for (size_t i = 0; worst && i < looks->count; i++) {
        const trama_spectrum *s = &looks->damping[i].spectrum;
        if (s->finite &&
            !(trama_spectrum_flip_step(s) >= trama_spectrum_flip_step(&worst->spectrum)))
            worst = &looks->damping[i];
    }
    return worst;
}

int64_t task_looks_products(const task_looks *looks)
{
    int64_t products = 0;
    for (size_t i = 0; i < looks->count; i++)
        products += looks->spectra[i].spectrum.products + looks->damping[i].spectrum.products;
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
