#include "measure/reaction.h"

#include "core/numbers.h"
#include "core/vec.h"

#include <math.h>
#include <string.h>

/* ---- Sums over components. */

/* Of nodes x, y and z stand in thirds; of a rigid body they are the first three of six. */
static size_t axis_of(const trama_object *object, size_t component)
{
    return object->type->rigid ? component % 6 : component / (object->nv / 3);
}

static bool is_in_space(const trama_object *object)
{
    return object->type->pointwise || object->type->rigid;
}

static void add_forces(const trama_system *system, const double *f, double share, double sum[3])
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        for (size_t i = 0; i < object->nv && is_in_space(object); i++) {
            const size_t axis = axis_of(object, i), at = object->v_begin + i;
            if (axis < 3 && system->inverse_mass[at] > 0.0)
                sum[axis] += share * f[at];
        }
    }
}

/* ---- Interactions. */

static void act(const trama_system *system, size_t index, double *f)
{
    const trama_acting *acting = &system->acting[index];
    if (acting->type->forces)
        acting->type->forces(acting->self, system->t, system->q, system->v, f);
}

static void add_carried(const trama_carried *carried, double h, trama_reaction *reaction)
{
    const double along = dot3(carried->impulse, carried->normal),
                 whole = dot3(carried->impulse, carried->impulse);
    const bool touches = dot3(carried->normal, carried->normal) > 0.0;
    if (touches) {
        reaction->normal += fabs(along) / h;
        reaction->friction += sqrt(fmax(whole - along * along, 0.0)) / h;
        return;
    }
    reaction->joint = fmax(reaction->joint, sqrt(whole) / h);
    reaction->torque = fmax(reaction->torque, sqrt(dot3(carried->moment, carried->moment)) / h);
}

static void sum_carried(const trama_acting *acting, double h, trama_reaction *reaction)
{
    const size_t count = acting->type->carriers(acting->self);
    const bool joins = acting->type->composition && acting->type->composition->joints;
    *(joins ? &reaction->joint : &reaction->normal) = 0.0;
    *(joins ? &reaction->torque : &reaction->friction) = 0.0;
    for (size_t i = 0; i < count; i++) {
        trama_carried carried;
        acting->type->carried(acting->self, i, &carried);
        add_carried(&carried, h, reaction);
    }
}

trama_reaction trama_reaction_of(const trama_system *system, const trama_integrator *integrator,
                                 size_t index, double *room)
{
    trama_reaction reaction = {
        {TRAMA_NAN, TRAMA_NAN, TRAMA_NAN}, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN};
    double h = TRAMA_NAN;
    const double *impulses = integrator ? trama_integrator_impulses(integrator, index, &h) : NULL;
    if (!impulses || !(h > 0.0))
        return reaction;
    memset(reaction.force, 0, sizeof reaction.force);
    memset(room, 0, system->nv * sizeof *room);
    act(system, index, room);
    add_forces(system, room, 1.0, reaction.force);
    add_forces(system, impulses, 1.0 / h, reaction.force);
    if (system->acting[index].type->carriers)
        sum_carried(&system->acting[index], h, &reaction);
    return reaction;
}

/* ---- Pins. */

/* Subtracts f, of each component times its mass if that is asked for. */
static void subtract_held(const trama_system *system, const trama_object *object, const double *f,
                          bool weighed, double force[3])
{
    const trama_held *held = trama_activity_held(object->activity);
    for (size_t i = 0; i < held->count; i++) {
        const size_t component = held->coordinate[i];
        force[axis_of(object, component)] -=
            f[component] * (weighed ? system->mass[object->v_begin + component] : 1.0);
    }
}

void trama_pin_force(const trama_system *system, size_t index, double *room, double force[3])
{
    const trama_object *object = &system->object[index];
    const double *q = system->q + object->q_begin, *v = system->v + object->v_begin;
    const bool any = object->type->pointwise && trama_activity_held(object->activity)->count > 0;
    for (size_t axis = 0; axis < 3; axis++)
        force[axis] = any ? 0.0 : TRAMA_NAN;
    if (!any)
        return;
    memset(room, 0, system->nv * sizeof *room);
    for (size_t i = 0; i < system->acting_count; i++)
        act(system, i, room);
    subtract_held(system, object, room + object->v_begin, false, force);
    trama_object_acceleration(object, true, system->t, q, v, room + object->v_begin);
    subtract_held(system, object, room + object->v_begin, true, force);
}
