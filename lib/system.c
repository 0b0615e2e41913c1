/* Access to a system, and its motion through a run. */
#include "system.h"

#include "system_lifetimes.h"

#include <string.h>

bool trama_object_is_led(const trama_object *object)
{
    return object->nq == 0 && object->type->is_moving && object->type->is_moving(object->model);
}

void trama_system_refresh(trama_system *system)
{
    for (size_t o = 0; o < system->object_count; o++)
        trama_activity_update(system->object[o].activity, system->t, system->iteration + 1, 0.0,
                              system->q + system->object[o].q_begin);
}

const trama_object *trama_system_first(const trama_system *system)
{
    for (size_t o = 0; o < system->object_count; o++)
        if (system->object[o].type->pointwise)
            return &system->object[o];
    return &system->object[0];
}

size_t trama_system_nodes(const trama_system *system)
{
    size_t nodes = 0;
    for (size_t o = 0; o < system->object_count; o++)
        nodes += trama_scene_nodes(system->object[o].scene);
    return nodes;
}

size_t trama_system_find(const trama_system *system, const char *name)
{
    size_t o = 0;
    while (o < system->object_count && strcmp(system->object[o].name, name) != 0)
        o++;
    return o;
}

/* ---- A run. */

/* Brings inverse_mass up to what is held now. */
static void update_inverse_mass(trama_system *system, size_t o)
{
    const trama_object *object = &system->object[o];
    const trama_held *held = trama_activity_held(object->activity);
    if (!system->inverse_mass || system->held_version[o] == held->version)
        return;
    double *inverse = system->inverse_mass + object->v_begin;
    for (size_t i = 0; i < object->nv; i++)
        inverse[i] = 1.0 / system->mass[object->v_begin + i];
    for (size_t i = 0; i < held->count; i++)
        inverse[held->coordinate[i]] = 0.0;
    system->held_version[o] = held->version;
}

static void update_activities(trama_system *system, double h)
{
    for (size_t o = 0; o < system->object_count; o++) {
        trama_activity_update(system->object[o].activity, system->t, system->iteration + 1, h,
                              system->q + system->object[o].q_begin);
        update_inverse_mass(system, o);
    }
}

void trama_system_reset(trama_system *system)
{
    system->t = system->t_mark = 0.0;
    system->iteration = system->iteration_mark = 0;
    system->evaluations = 0;
    for (size_t o = 0; o < system->object_count; o++) {
        trama_object *object = &system->object[o];
        object->type->initial(object->model, system->q + object->q_begin,
                              system->v + object->v_begin);
        trama_activity_restart(object->activity);
        object->limited = object->limited_last = 0;
    }
    trama_system_live(system, 0.0);
    system->disturbed = false;
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->restart)
            system->acting[i].type->restart(system->acting[i].self);
    update_activities(system, 0.0);
}

void trama_system_state(trama_system *system, trama_archive *archive)
{
    trama_archive_reals(archive, &system->t, 1);
    trama_archive_reals(archive, &system->t_mark, 1);
    trama_archive_integer(archive, &system->iteration);
    trama_archive_integer(archive, &system->iteration_mark);
    trama_archive_flag(archive, &system->disturbed);
    trama_archive_reals(archive, system->q, system->nq);
    trama_archive_reals(archive, system->v, system->nv);
    for (size_t o = 0; o < system->object_count; o++) {
        trama_object *object = &system->object[o];
        trama_activity_state(object->activity, archive);
        if (object->type->state)
            object->type->state(object->model, archive);
        if (archive->mode == TRAMA_ARCHIVE_DIGEST) /* no next step depends on these */
            continue;
        trama_archive_integer(archive, &object->limited);
        trama_archive_integer(archive, &object->limited_last);
    }
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->state)
            system->acting[i].type->state(system->acting[i].self, archive);
}

void trama_system_mark(trama_system *system)
{
    system->t_mark = system->t;
    system->iteration_mark = system->iteration;
}

void trama_system_begin(trama_system *system, double h)
{
    update_activities(system, h);
    trama_system_hold(system, system->v);
}

double trama_system_time_after(const trama_system *system, double h)
{
    return system->t_mark + (double)(system->iteration + 1 - system->iteration_mark) * h;
}

void trama_system_correct(trama_system *system, double t, double h)
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        if (object->type->post_step)
            object->type->post_step(object->model, t, h, system->inverse_mass + object->v_begin,
                                    system->q + object->q_begin, system->v + object->v_begin);
    }
}

void trama_system_end(trama_system *system, double h)
{
    system->t = trama_system_time_after(system, h);
    system->iteration++;
}
