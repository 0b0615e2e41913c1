#include "integrator/integrator.h"

#include "core/memory.h"

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
    return type->open ? type->open(integrator, system, error) : TRAMA_OK;
}

static void free_workspace(trama_integrator *integrator)
{
    free(integrator->q_work);
    free(integrator->v_work);
    free(integrator);
}

trama_status trama_integrator_create(const trama_integrator_type *type, const void *parameters,
                                     const trama_system *system, trama_integrator **integrator,
                                     trama_error *error)
{
    assert(parameters || type->parameters.count == 0);
    *integrator = NULL;
    trama_status status = trama_fields_check(type->parameters, parameters, "", error);
    if (status != TRAMA_OK)
        return status;
    trama_integrator *made = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    made->type = type;
    made->parameters = parameters;
    made->nq = system->nq;
    made->nv = system->nv;
    made->h = TRAMA_NAN;
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

void trama_integrator_step(trama_integrator *integrator, trama_system *system, double h)
{
    integrator->fresh = h != integrator->h; /* NAN, before the first step, differs from all */
    trama_system_begin(system, h, integrator->fresh);
    integrator->type->step(integrator, system, h);
    if (!integrator->type->limits)
        trama_system_limit(system, h, system->q, system->v);
    trama_system_end(system, h);
    integrator->fresh = false;
    integrator->h = h;
}

void trama_integrator_restart(trama_integrator *integrator)
{
    integrator->h = TRAMA_NAN;
}
