/* The operations of a system that a method uses: accelerations, kicks, drifts, each applied object
 * by object. */
#include "system.h"

#include "core/advance.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- Held coordinates. */

void trama_system_hold(const trama_system *system, double *v)
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_held *held = trama_activity_held(system->object[o].activity);
        double *own = v + system->object[o].v_begin;
        for (size_t i = 0; i < held->count; i++)
            own[held->coordinate[i]] = held->velocity[i];
    }
}

static void clear_held(const trama_object *object, double *a)
{
    const trama_held *held = trama_activity_held(object->activity);
    for (size_t i = 0; i < held->count; i++)
        a[object->v_begin + held->coordinate[i]] = 0.0;
}

/* What lies between an object's part of x and the one before it. */
static void clear_pad(double *x, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        x[i] = 0.0;
}

void trama_system_clear_idle(const trama_system *system, double *x)
{
    size_t end = 0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        if (object->nv == 0)
            continue;
        clear_pad(x, end, object->v_begin);
        end = object->v_begin + object->nv;
        clear_held(object, x);
    }
}

/* ---- Accelerations. */

static void add_interactions(trama_system *system, double t, const double *q, const double *v,
                             double *a)
{
    memset(system->force, 0, system->nv * sizeof *system->force);
    bool any = false;
    for (size_t i = 0; i < system->acting_count; i++) {
        trama_acting *acting = &system->acting[i];
        if (!acting->type->forces)
            continue;
        const double from = trama_system_now(system);
        acting->type->forces(acting->self, t, q, v, system->force);
        acting->seconds += trama_system_now(system) - from;
        any = true;
    }
    for (size_t i = 0; any && i < system->nv; i++)
        a[i] += system->force[i] / system->mass[i];
}

/* The state as forces see it at t: what turning pins hold is where it is then. */
static void see(trama_system *system, double t, const double **q, const double **v)
{
    if (!system->seen_q)
        return;
    memcpy(system->seen_q, *q, system->nq * sizeof **q);
    memcpy(system->seen_v, *v, system->nv * sizeof **v);
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        trama_activity_turn(object->activity, t, system->seen_q + object->q_begin,
                            system->seen_v + object->v_begin);
    }
    *q = system->seen_q;
    *v = system->seen_v;
}

void trama_object_acceleration_under(const trama_object *object, const trama_loads *loads,
                                     bool pulled, double t, const double *q, const double *v,
                                     double *a)
{
    const trama_model_type *type = object->type;
    type->acceleration(object->model, t, q, v, loads, a);
    if (pulled && trama_scene_spec_of(object->scene)->force_count > 0)
        trama_activity_add_forces(object->activity, t, q, v, type->inverse_measure(object->model),
                                  a);
    if (type->resultant)
        type->resultant(object->model, a);
}

void trama_object_acceleration(const trama_object *object, bool loaded, double t, const double *q,
                               const double *v, double *a)
{
    static const trama_loads none = {.none = true};
    const trama_loads *loads = loaded ? trama_activity_loads(object->activity) : &none;
    trama_object_acceleration_under(object, loads, loaded, t, q, v, a);
}

void trama_system_acceleration(trama_system *system, double t, const double *q, const double *v,
                               double *a)
{
    size_t end = 0;
    see(system, t, &q, &v);
    for (size_t o = 0; o < system->object_count; o++) {
        trama_object *object = &system->object[o];
        const double from = trama_system_now(system);
        if (object->nv > 0) {
            clear_pad(a, end, object->v_begin);
            end = object->v_begin + object->nv;
        }
        trama_object_acceleration(object, true, t, q + object->q_begin, v + object->v_begin,
                                  a + object->v_begin);
        object->seconds += trama_system_now(system) - from;
    }
    if (system->acting_count > 0)
        add_interactions(system, t, q, v, a);
    for (size_t o = 0; o < system->object_count; o++)
        clear_held(&system->object[o], a);
    system->evaluations++;
}

void trama_system_rates(trama_system *system, double t, const double *q, const double *v,
                        double *dq, double *dv)
{
    if (system->plain)
        memcpy(dq, v, system->nv * sizeof *dq);
    size_t end = 0;
    for (size_t o = 0; o < system->object_count && !system->plain; o++) {
        const trama_object *object = &system->object[o];
        if (object->nq > 0) {
            clear_pad(dq, end, object->q_begin);
            end = object->q_begin + object->nq;
        }
        if (object->type->rates)
            object->type->rates(object->model, q + object->q_begin, v + object->v_begin,
                                dq + object->q_begin);
        else
            memcpy(dq + object->q_begin, v + object->v_begin, object->nv * sizeof *dq);
    }
    trama_system_acceleration(system, t, q, v, dv);
}

/* ---- Kicks and drifts. */

void trama_system_drift(const trama_system *system, double h, const double *v, const double *q_in,
                        double *q_out)
{
    if (system->plain) {
        trama_advance(system->nq, h, v, q_in, q_out);
        return;
    }
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const double *own_v = v + object->v_begin, *own_in = q_in + object->q_begin;
        if (object->type->drift)
            object->type->drift(object->model, h, own_v, own_in, q_out + object->q_begin);
        else
            trama_advance(object->nq, h, own_v, own_in, q_out + object->q_begin);
    }
}

void trama_system_kick(const trama_system *system, double h, const double *a, const double *v_in,
                       double *v_out)
{
    trama_advance(system->nv, h, a, v_in, v_out);
}

void trama_system_kick_and_drift(const trama_system *system, double h, const double *a, double *v,
                                 double *q)
{
    if (system->plain) {
        trama_advance_both(system->nv, h, a, v, q);
        return;
    }
    trama_system_kick(system, h, a, v, v);
    trama_system_drift(system, h, v, q, q);
}

typedef struct mover {
    const trama_object *object;
    double h, *v, *q;
} mover;

static void move_nodes(void *context, size_t first, size_t count, double *const a[3])
{
    const mover *m = context;
    const size_t nodes = m->object->nv / 3;
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t begin = axis * nodes + first;
        trama_activity_clear_held(m->object->activity, begin, count, a[axis]);
        trama_advance_both_here(count, m->h, a[axis], m->v + begin, m->q + begin);
    }
}

/* With fewer coordinates the state stays in cache from one pass to the next. */
enum { SWEEP_LEAST = 100000 };

/* Nothing adds to the model's acceleration but what it holds. */
static bool can_sweep(const trama_system *system)
{
    const trama_object *object = &system->object[0];
    return system->object_count == 1 && system->acting_count == 0 && system->plain &&
           !system->seen_q && system->nv >= SWEEP_LEAST && object->type->sweep &&
           !object->type->resultant && trama_scene_spec_of(object->scene)->force_count == 0;
}

void trama_system_accelerate_and_move(trama_system *system, double h, double *a)
{
    const trama_object *object = &system->object[0];
    mover m = {object, h, system->v, system->q};
    if (!can_sweep(system)) {
        trama_system_acceleration(system, system->t, system->q, system->v, a);
        trama_system_kick_and_drift(system, h, a, system->v, system->q);
        return;
    }
    object->type->sweep(object->model, system->t, system->q, system->v,
                        trama_activity_loads(object->activity), a, move_nodes, &m);
    system->evaluations++;
}

void trama_system_difference(const trama_system *system, double h, const double *from,
                             const double *to, double *u)
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const double *own_from = from + object->q_begin, *own_to = to + object->q_begin;
        double *own = u + object->v_begin;
        if (object->type->difference)
            object->type->difference(object->model, h, own_from, own_to, own);
        else
            for (size_t i = 0; i < object->nv; i++)
                own[i] = (own_to[i] - own_from[i]) / h;
    }
}

/* ---- What models carry apart from the method. */

bool trama_system_split(const trama_system *system, int order)
{
    bool any = false;
    for (size_t o = 0; o < system->object_count; o++)
        if (system->object[o].type->split)
            any |= system->object[o].type->split(system->object[o].model, order);
    return any;
}

void trama_system_flow(trama_system *system, double h)
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        if (object->type->flow)
            system->disturbed |= object->type->flow(object->model, h, system->v + object->v_begin);
    }
}

/* ---- Corrections. */

void trama_system_limit(trama_system *system, double h, const double *q, double *v)
{
    for (size_t o = 0; o < system->object_count; o++) {
        trama_object *object = &system->object[o];
        if (!object->type->limit ||
            !object->type->limit(object->model, h, system->inverse_mass + object->v_begin,
                                 q + object->q_begin, v + object->v_begin))
            continue;
        object->limited += object->limited_last != system->iteration + 1;
        object->limited_last = system->iteration + 1;
    }
}

const trama_object *trama_system_without_drag(const trama_system *system)
{
    for (size_t o = 0; o < system->object_count; o++)
        if (system->object[o].nv > 0 && !system->object[o].type->solve_drag)
            return &system->object[o];
    return NULL;
}

void trama_system_solve_drag(trama_system *system, double h, const double *q, double *dv)
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        if (object->nv > 0)
            object->type->solve_drag(object->model, h, q + object->q_begin,
                                     trama_activity_loads(object->activity), dv + object->v_begin);
        clear_held(object, dv);
    }
}
