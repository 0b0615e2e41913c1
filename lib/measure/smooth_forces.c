/* The forces at a state, by cause. */
#include "measure/smooth_parts.h"

#include "model/damping.h"

#include <string.h>

static void look_at_object(trama_smooth_work *w, const trama_object *object, double t,
                           const double *q, const double *v, bool known,
                           const trama_smooth_moment *at);
static void look_at_reactions(const trama_smooth_work *w, trama_system *system, double t,
                              const double *q, const trama_smooth_moment *at);

void trama_smooth_look(trama_smooth_work *w, trama_system *system, double t, const double *q,
                       bool known, trama_smooth_moment *at)
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        look_at_object(w, object, t, q + object->q_begin, at->v + object->v_begin, known, at);
    }
    double *loss = at->force[TRAMA_BY_INTERACTIONS], *friction = at->force[TRAMA_BY_FRICTION];
    memset(loss, 0, system->nv * sizeof *loss);
    memset(friction, 0, system->nv * sizeof *friction);
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        if (acting->type->losses)
            acting->type->losses(acting->self, t, q, at->v, loss);
        if (acting->type->friction)
            acting->type->friction(acting->self, t, q, at->v, friction);
    }
    if (w->rule[TRAMA_BY_LEADING])
        look_at_reactions(w, system, t, q, at);
}

/* ---- An object. */

/* The object's own acceleration without loads, dampers in it, and the dampers' part. */
static void look_inside(trama_smooth_work *w, const trama_object *object, double t, const double *q,
                        const double *v, double *inner, double *damping)
{
    const trama_model_type *type = object->type;
    if (!trama_object_is_damped(object)) {
        trama_object_acceleration(object, false, t, q, v, inner);
        return;
    }
    trama_damping_acceleration(type, object->model, t, q, v, w->zero, inner, damping);
    if (type->resultant) {
        type->resultant(object->model, inner);
        type->resultant(object->model, damping);
    }
}

/* Acceleration by gravity and the scene's forces: with them, less without. */
static void look_at_loads(const trama_object *object, double t, const double *q, const double *v,
                          const double *inner, double *load)
{
    trama_loads still = *trama_activity_loads(object->activity);
    still.damping = still.rate = still.drag = 0.0;
    trama_object_acceleration_under(object, &still, true, t, q, v, load);
    for (size_t i = 0; i < object->nv; i++)
        load[i] -= inner[i];
}

/* `loads`: those of the state before hold here too. */
static void look_at_object(trama_smooth_work *w, const trama_object *object, double t,
                           const double *q, const double *v, bool known,
                           const trama_smooth_moment *at)
{
    const size_t begin = object->v_begin;
    double *load = at->force[TRAMA_BY_LOADS] + begin, *air = at->force[TRAMA_BY_AIR] + begin,
           *whole = w->whole + begin, *inner = w->inner + begin;
    look_inside(w, object, t, q, v, inner, at->force[TRAMA_BY_DAMPING] + begin);
    if (!trama_object_is_aired(object)) {
        look_at_loads(object, t, q, v, inner, load);
        for (size_t i = 0; w->rule[TRAMA_BY_LEADING] && i < object->nv; i++)
            whole[i] = inner[i] + load[i];
        return;
    }
    if (known)
        memcpy(load, w->before.force[TRAMA_BY_LOADS] + begin, object->nv * sizeof *load);
    else
        look_at_loads(object, t, q, v, inner, load);
    trama_object_acceleration(object, true, t, q, v, whole);
    for (size_t i = 0; i < object->nv; i++)
        air[i] = whole[i] - inner[i] - load[i];
}

/* All forces on all coordinates, against which what leads them works: -F, N. */
static void look_at_reactions(const trama_smooth_work *w, trama_system *system, double t,
                              const double *q, const trama_smooth_moment *at)
{
    double *reaction = at->force[TRAMA_BY_LEADING];
    memset(reaction, 0, system->nv * sizeof *reaction);
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->forces)
            system->acting[i].type->forces(system->acting[i].self, t, q, at->v, reaction);
    for (size_t i = 0; i < system->nv; i++)
        reaction[i] = -reaction[i] - system->mass[i] * w->whole[i];
}
