/* The causes that do work on a system, and how the work of each is summed. */
#include "measure/smooth_parts.h"

#include "model/damping.h"
#include "system_lifetimes.h"

static bool is_corrected(const trama_system *system);
static trama_smooth_rule rule_of(const trama_system *system, trama_cause cause, bool corrected);

void trama_smooth_find_causes(trama_smooth_work *w, const trama_system *system)
{
    w->corrected = is_corrected(system);
    for (trama_cause cause = 0; cause < TRAMA_CAUSES; cause++) {
        w->rule[cause] = rule_of(system, cause, w->corrected);
        w->any_varies |= w->rule[cause] > TRAMA_SUM_EXACT;
    }
}

/* ---- What acts. */

bool trama_object_is_aired(const trama_object *object)
{
    const trama_loads *loads = trama_activity_loads(object->activity);
    return object->nv > 0 && (loads->damping != 0.0 || loads->rate != 0.0 || loads->drag != 0.0);
}

bool trama_object_is_damped(const trama_object *object)
{
    return object->nv > 0 && trama_damping_name(object->type, object->model);
}

static bool acts_on(const trama_object *object, trama_cause cause)
{
    switch (cause) {
    case TRAMA_BY_LOADS:
        return true;
    case TRAMA_BY_AIR:
        return trama_object_is_aired(object);
    case TRAMA_BY_DAMPING:
        return trama_object_is_damped(object);
    case TRAMA_BY_LEADING:
        return trama_scene_moves(trama_scene_spec_of(object->scene));
    default:
        return false;
    }
}

bool trama_system_has_work(const trama_system *system, trama_cause cause)
{
    bool any = false;
    for (size_t o = 0; o < system->object_count; o++)
        any |= acts_on(&system->object[o], cause);
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_interaction_type *type = system->acting[i].type;
        any |= (cause == TRAMA_BY_INTERACTIONS && type->losses) ||
               (cause == TRAMA_BY_FRICTION && type->friction);
    }
    return any;
}

/* By forces of the scene. */
static bool is_pulled(const trama_system *system)
{
    bool any = false;
    for (size_t o = 0; o < system->object_count; o++)
        any |= trama_scene_spec_of(system->object[o].scene)->force_count > 0;
    return any;
}

bool trama_system_is_led(const trama_system *system)
{
    bool led = false, against = false;
    for (size_t o = 0; o < system->object_count; o++)
        led |= trama_object_is_led(&system->object[o]);
    for (size_t i = 0; i < system->acting_count; i++)
        against |= system->acting[i].type->forces != NULL;
    return trama_system_has_work(system, TRAMA_BY_LEADING) || (led && against) ||
           trama_system_has_lifetimes(system);
}

bool trama_system_sums_work(const trama_system *system)
{
    bool any = is_pulled(system);
    for (trama_cause cause = TRAMA_BY_AIR; cause < TRAMA_CAUSES; cause++)
        any |= trama_system_has_work(system, cause);
    return any;
}

/* ---- How it is summed. */

/* A force of interactions that begins and ends within a step is of no order above the second. */
static bool is_rough(const trama_system *system)
{
    bool any = false;
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_interaction_type *type = system->acting[i].type;
        any |= type->losses && type->order_limit > 0 && type->order_limit < 3;
    }
    return any;
}

static bool limits(const trama_object *object)
{
    const trama_model_type *type = object->type;
    if (object->nv == 0 || !(type->post_step || type->limit))
        return false;
    return (type->order_limit_of ? type->order_limit_of(object->model) : type->order_limit) == 1;
}

/* By rows and filters of interactions, or by limits of a model. */
static bool is_corrected(const trama_system *system)
{
    bool any = false;
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        any |= (acting->type->rows || acting->type->filter) &&
               (!acting->type->corrects || acting->type->corrects(acting->self));
    }
    for (size_t o = 0; o < system->object_count; o++)
        any |= limits(&system->object[o]);
    return any;
}

/* What is held goes its way whatever is corrected. */
static trama_smooth_rule rule_of(const trama_system *system, trama_cause cause, bool corrected)
{
    if (!trama_system_has_work(system, cause))
        return TRAMA_SUM_NONE;
    if (cause == TRAMA_BY_LOADS && !is_pulled(system))
        return TRAMA_SUM_EXACT;
    const bool rough =
        (cause == TRAMA_BY_INTERACTIONS || cause == TRAMA_BY_FRICTION) && is_rough(system);
    return cause != TRAMA_BY_LEADING && (corrected || rough) ? TRAMA_SUM_TRAPEZOID
                                                             : TRAMA_SUM_CUBIC;
}
