#include "system.h"

#include "core/advance.h"
#include "core/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A pointwise model moves the nodes of a grid or a mesh; any other has no use for them. */
static trama_status check_match(const trama_model_type *type, const trama_scene *scene,
                                trama_error *error)
{
    const char *nodes = trama_scene_mesh(scene) ? "mesh" : "grid";
    const bool any = trama_scene_nodes(scene) > 0;
    if (type->rectangular && trama_scene_mesh(scene))
        return trama_fail(error, TRAMA_BAD_INPUT, "mesh",
                          "the model %s needs a rectangular grid, and the scene has a mesh",
                          type->name);
    if (type->pointwise && !any)
        return trama_fail(error, TRAMA_BAD_INPUT, "grid",
                          "the model %s needs a scene with a grid, and the scene has none",
                          type->name);
    if (!type->pointwise && any)
        return trama_fail(error, TRAMA_BAD_INPUT, nodes,
                          "the model %s takes no %s, and the scene has one", type->name, nodes);
    return TRAMA_OK;
}

static trama_status allocate(trama_system *system, trama_error *error)
{
    system->q = trama_doubles(system->nq);
    system->v = trama_doubles(system->nv);
    system->mass = trama_doubles(system->nv);
    const bool corrects = system->type->post_step || system->type->limit;
    if (corrects)
        system->inverse_mass = trama_doubles(system->nv);
    return system->q && system->v && system->mass && (system->inverse_mass || !corrects)
               ? TRAMA_OK
               : trama_fail_memory(error);
}

static void fill_masses(trama_system *system)
{
    for (size_t i = 0; i < system->nv; i++)
        system->mass[i] = 1.0;
    if (system->type->masses)
        system->type->masses(system->model, system->mass);
}

static trama_status build(trama_system *system, const void *parameters, trama_error *error)
{
    const trama_model_type *type = system->type;
    trama_status status = check_match(type, system->scene, error);
    if (status == TRAMA_OK)
        status = trama_fields_check(type->parameters, parameters, "", error);
    if (status == TRAMA_OK)
        status = type->create(parameters, system->scene, &system->model, error);
    if (status != TRAMA_OK)
        return status;
    type->dimensions(system->model, &system->nq, &system->nv);
    assert(system->nq == system->nv || (type->drift && type->rates));
    assert(!type->pointwise || system->nq == 3 * trama_scene_nodes(system->scene));
    status = trama_activity_create(system->scene, &system->activity, error);
    if (status == TRAMA_OK)
        status = allocate(system, error);
    return status;
}

trama_status trama_system_create(const trama_model_type *type, const void *parameters,
                                 const trama_scene *scene, trama_system **system,
                                 trama_error *error)
{
    *system = NULL;
    trama_system *made = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    made->type = type;
    made->scene = scene;
    const trama_status status = build(made, parameters, error);
    if (status != TRAMA_OK) {
        trama_system_destroy(made);
        return status;
    }
    fill_masses(made);
    trama_system_reset(made);
    *system = made;
    return TRAMA_OK;
}

void trama_system_destroy(trama_system *system)
{
    if (!system)
        return;
    system->type->destroy(system->model);
    trama_activity_destroy(system->activity);
    free(system->q);
    free(system->v);
    free(system->mass);
    free(system->inverse_mass);
    free(system);
}

/* Brings inverse_mass up to what is held now. */
static void weigh(trama_system *system)
{
    const trama_held *held = trama_activity_held(system->activity);
    if (!system->inverse_mass || system->held_version == held->version)
        return;
    for (size_t i = 0; i < system->nv; i++)
        system->inverse_mass[i] = 1.0 / system->mass[i];
    for (size_t i = 0; i < held->count; i++)
        system->inverse_mass[held->coordinate[i]] = 0.0;
    system->held_version = held->version;
}

void trama_system_reset(trama_system *system)
{
    system->t = system->t_mark = 0.0;
    system->iteration = system->iteration_mark = 0;
    system->evaluations = 0;
    system->type->initial(system->model, system->q, system->v);
    trama_activity_restart(system->activity);
    trama_activity_update(system->activity, 0.0, 1, 0.0, system->q);
    weigh(system);
}

void trama_system_begin(trama_system *system, double h, bool new_h)
{
    if (new_h) {
        system->t_mark = system->t;
        system->iteration_mark = system->iteration;
    }
    trama_activity_update(system->activity, system->t, system->iteration + 1, h, system->q);
    weigh(system);
    trama_system_hold(system, system->v);
}

void trama_system_end(trama_system *system, double h)
{
    system->iteration++;
    system->t = system->t_mark + (double)(system->iteration - system->iteration_mark) * h;
    if (system->type->post_step)
        system->type->post_step(system->model, system->t, h, system->inverse_mass, system->q,
                                system->v);
}

void trama_system_limit(trama_system *system, double h, const double *q, double *v)
{
    if (system->type->limit)
        system->type->limit(system->model, h, system->inverse_mass, q, v);
}

bool trama_system_solve_drag(trama_system *system, double h, const double *q, double *dv)
{
    const trama_held *held = trama_activity_held(system->activity);
    if (!system->type->solve_drag)
        return false;
    system->type->solve_drag(system->model, h, q, trama_activity_loads(system->activity), dv);
    for (size_t i = 0; i < held->count; i++)
        dv[held->coordinate[i]] = 0.0;
    return true;
}

void trama_system_hold(const trama_system *system, double *v)
{
    const trama_held *held = trama_activity_held(system->activity);
    for (size_t i = 0; i < held->count; i++)
        v[held->coordinate[i]] = held->velocity[i];
}

void trama_system_acceleration(trama_system *system, double t, const double *q, const double *v,
                               double *a)
{
    const trama_loads *loads = trama_activity_loads(system->activity);
    const trama_held *held = trama_activity_held(system->activity);
    system->type->acceleration(system->model, t, q, v, loads, a);
    for (size_t i = 0; i < held->count; i++)
        a[held->coordinate[i]] = 0.0;
    system->evaluations++;
}

void trama_system_drift(const trama_system *system, double h, const double *v, const double *q_in,
                        double *q_out)
{
    if (system->type->drift)
        system->type->drift(system->model, h, v, q_in, q_out);
    else
        trama_advance(system->nq, h, v, q_in, q_out);
}

void trama_system_kick(const trama_system *system, double h, const double *a, const double *v_in,
                       double *v_out)
{
    trama_advance(system->nv, h, a, v_in, v_out);
}

void trama_system_kick_and_drift(const trama_system *system, double h, const double *a, double *v,
                                 double *q)
{
    if (system->type->drift) {
        trama_system_kick(system, h, a, v, v);
        trama_system_drift(system, h, v, q, q);
        return;
    }
    trama_advance_both(system->nv, h, a, v, q);
}

void trama_system_rates(trama_system *system, double t, const double *q, const double *v,
                        double *dq, double *dv)
{
    if (system->type->rates)
        system->type->rates(system->model, q, v, dq);
    else
        memcpy(dq, v, system->nv * sizeof *dq);
    trama_system_acceleration(system, t, q, v, dv);
}
