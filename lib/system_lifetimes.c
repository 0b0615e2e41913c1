#include "system_lifetimes.h"

#include "model/rigid/lifetimes.h"

#include <stdio.h>
#include <string.h>

bool trama_system_has_lifetimes(const trama_system *system)
{
    bool any = false;
    for (size_t o = 0; o < system->object_count; o++)
        any |= trama_model_has_lifetimes(system->object[o].type, system->object[o].model);
    return any;
}

bool trama_system_awaits(const trama_system *system)
{
    bool any = false;
    for (size_t o = 0; o < system->object_count; o++)
        any |= trama_model_awaits(system->object[o].type, system->object[o].model, system->t);
    return any;
}

bool trama_system_live(trama_system *system, double h)
{
    const double due = system->t + 1e-6 * h;
    bool changed = false;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        changed |= trama_model_live(object->type, object->model, due, system->q + object->q_begin,
                                    system->v + object->v_begin);
    }
    system->disturbed |= changed;
    return changed;
}

trama_status trama_system_check_lifetimes(const trama_interaction_type *type,
                                          const trama_object *object, trama_error *error)
{
    char allowed[200] = "";
    if (type->follows_lifetimes || !trama_model_has_lifetimes(object->type, object->model))
        return TRAMA_OK;
    for (size_t i = 0; i < trama_interaction_count(); i++) {
        const size_t length = strlen(allowed);
        if (trama_interaction_at(i)->follows_lifetimes)
            snprintf(allowed + length, sizeof allowed - length, "%s%s", length > 0 ? ", " : "",
                     trama_interaction_at(i)->name);
    }
    return trama_fail(error, TRAMA_BAD_INPUT, "among",
                      "bodies of '%s' appear or vanish, which %s does not follow; allowed: %s",
                      object->name, type->name, allowed);
}
