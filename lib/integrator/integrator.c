#include "integrator/integrator.h"

#include "core/memory.h"
#include "core/numbers.h"
#include "integrator/guard.h"
#include "integrator/move.h"
#include "integrator/step.h"
#include "system_lifetimes.h"

#include <assert.h>
#include <stdlib.h>

static trama_status open_context(trama_integrator *integrator, const trama_system *system,
                                 trama_error *error)
{
    const trama_integrator_type *type = integrator->type;
    integrator->q_work = trama_doubles(type->q_arrays * integrator->nq);
    integrator->v_work = trama_doubles(type->v_arrays * integrator->nv);
    if (!integrator->q_work || !integrator->v_work)
        return trama_fail_memory(error);
    if (((system->acting_count > 0 && !type->whole) || type->implicit) &&
        trama_step_create(system, type->implicit, &integrator->contact, error) != TRAMA_OK)
        return error->status;
    return type->open ? type->open(integrator, system, error) : TRAMA_OK;
}

static void free_workspace(trama_integrator *integrator)
{
    free(integrator->q_work);
    free(integrator->v_work);
    trama_step_destroy(integrator->contact);
    free(integrator);
}

trama_status trama_integrator_create(const trama_integrator_type *type, const void *parameters,
                                     const trama_system *system, trama_integrator **integrator,
                                     trama_error *error)
{
    assert(parameters || type->parameters.count == 0);
    *integrator = NULL;
    trama_status status = trama_fields_check(type->parameters, parameters, "", error);
    if (status == TRAMA_OK)
        status = trama_guard_check(type, system, error);
    if (status != TRAMA_OK)
        return status;
    trama_integrator *made = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    made->type = type;
    made->parameters = parameters;
    made->nq = system->nq;
    made->nv = system->nv;
    made->acting = system->acting_count;
    made->h = made->nominal = TRAMA_NAN;
    made->fresh = true;
    status = open_context(made, system, error);
    if (status == TRAMA_OK)
        *integrator = made;
    else
        free_workspace(made);
    return status;
}

void trama_integrator_destroy(trama_integrator *integrator)
{
    if (!integrator)
        return;
    if (integrator->type->close)
        integrator->type->close(integrator);
    free_workspace(integrator);
}

trama_step_status trama_integrator_advance(trama_integrator *integrator, trama_system *system,
                                           double h, double t_end)
{
    /* NAN, before the first step, differs from all */
    integrator->fresh = h != integrator->h || system->disturbed;
    system->disturbed = false;
    integrator->status = TRAMA_STEP_OK;
    const trama_integrator_type *type = integrator->type;
    const bool splits = !type->whole && trama_system_split(system, type->damped_order);
    if (splits)
        trama_system_flow(system, h / 2);
    type->step(integrator, system, h);
    if (splits)
        trama_system_flow(system, h / 2);
    if (integrator->status != TRAMA_STEP_OK)
        return integrator->status;
    if (!type->limits)
        trama_system_limit(system, h, system->q, system->v);
    trama_system_correct(system, t_end, h);
    integrator->fresh = false;
    integrator->h = h;
    return TRAMA_STEP_OK;
}

static trama_step_status make_step(trama_integrator *integrator, trama_system *system, double h)
{
    if (integrator->contact)
        return trama_step_make(integrator->contact, integrator, system, h);
    trama_system_begin(system, h);
    return trama_integrator_advance(integrator, system, h, trama_system_time_after(system, h));
}

/* A step with interactions is timed if somebody has set the clock. */
static trama_step_status time_step(trama_integrator *integrator, trama_system *system, double h)
{
    const double start = integrator->clock ? integrator->clock() : 0.0;
    const trama_step_status status = make_step(integrator, system, h);
    integrator->contact_s += integrator->clock ? integrator->clock() - start : 0.0;
    integrator->contact_steps++;
    return status;
}

trama_step_status trama_integrator_step(trama_integrator *integrator, trama_system *system,
                                        double h)
{
    const trama_step_status status = trama_integrator_move(integrator, system, h);
    if (status == TRAMA_STEP_OK)
        trama_system_live(system, h);
    return status;
}

trama_step_status trama_integrator_move(trama_integrator *integrator, trama_system *system,
                                        double h)
{
    if (h != integrator->nominal)
        trama_system_mark(system);
    integrator->nominal = h;
    const bool timed = integrator->contact || integrator->acting > 0;
    const trama_step_status status = (timed ? time_step : make_step)(integrator, system, h);
    if (status == TRAMA_STEP_OK)
        trama_system_end(system, h);
    return status;
}

trama_status trama_integrator_error(const trama_integrator *integrator, trama_step_status made,
                                    trama_error *error)
{
    if (made == TRAMA_STEP_NO_MEMORY)
        return trama_fail_memory(error);
    if (made == TRAMA_STEP_FAILED)
        return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name", "%s", integrator->failure);
    return TRAMA_OK;
}

void trama_integrator_restart(trama_integrator *integrator)
{
    integrator->h = integrator->nominal = TRAMA_NAN;
    if (integrator->contact)
        trama_step_restart(integrator->contact);
}

void trama_integrator_state(trama_integrator *integrator, trama_archive *archive)
{
    trama_archive_reals(archive, &integrator->h, 1);
    trama_archive_reals(archive, &integrator->nominal, 1);
    trama_archive_reals(archive, integrator->v_work,
                        integrator->type->state_arrays * integrator->nv);
    if (integrator->contact)
        trama_step_state(integrator->contact, archive);
}

void trama_integrator_solves_state(trama_integrator *integrator, trama_archive *archive)
{
    trama_solves *s = &integrator->solves;
    long *const count[] = {&s->unknowns,       &s->entries,   &s->newton,  &s->assemblies,
                           &s->factorisations, &s->solutions, &s->products};
    for (size_t i = 0; i < sizeof count / sizeof *count; i++)
        trama_archive_integer(archive, count[i]);
    for (size_t i = 0; i < TRAMA_REFUSALS; i++)
        trama_archive_integer(archive, &s->refused[i]);
    trama_archive_reals(archive, &s->residual, 1);
}

double trama_integrator_dissipated(const trama_integrator *integrator, size_t index)
{
    return integrator->contact ? trama_step_dissipated(integrator->contact, index) : TRAMA_NAN;
}

double trama_integrator_friction(const trama_integrator *integrator)
{
    return integrator->contact ? trama_step_friction(integrator->contact) : TRAMA_NAN;
}

long trama_integrator_unsolved(const trama_integrator *integrator)
{
    return integrator->contact ? trama_step_unsolved(integrator->contact) : 0;
}

trama_status trama_integrator_keep_impulses(trama_integrator *integrator, trama_error *error)
{
    if (integrator->contact && !trama_step_keep_impulses(integrator->contact, integrator->nv))
        return trama_fail_memory(error);
    return TRAMA_OK;
}

const double *trama_integrator_impulses(const trama_integrator *integrator, size_t index, double *h)
{
    return integrator->contact ? trama_step_impulses(integrator->contact, index, h) : NULL;
}

size_t trama_integrator_refuser(const trama_integrator *integrator)
{
    return integrator->contact ? trama_step_refuser(integrator->contact) : integrator->acting;
}
