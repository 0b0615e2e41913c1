#include "measure/whole.h"

#include <math.h>

/* Whether `next` is to stand for what was found so far: not a number goes first. */
static bool outdoes(double next, double so_far)
{
    return !isnan(so_far) && !(next <= so_far);
}

trama_finding trama_system_displacement(const trama_system *system, const double *before)
{
    trama_finding found = {-1.0, TRAMA_NO_NODE, TRAMA_NO_OBJECT};
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const bool nodes = object->type->pointwise;
        if (object->nq == 0)
            continue;
        const trama_peak peak = trama_displacement(
            system->q + object->q_begin, before + object->q_begin, object->nq, nodes ? 3 : 1);
        if (outdoes(peak.value, found.value))
            found = (trama_finding){peak.value, nodes ? (long)peak.node : TRAMA_NO_NODE, (long)o};
    }
    return found;
}

trama_finding trama_system_strain(const trama_system *system)
{
    trama_finding found = {-1.0, TRAMA_NO_NODE, TRAMA_NO_OBJECT};
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        if (!object->type->pointwise)
            continue;
        const trama_peak peak = trama_edge_strain(object->scene, system->q + object->q_begin);
        if (outdoes(peak.value, found.value))
            found = (trama_finding){peak.value, (long)peak.node, (long)o};
    }
    if (found.object == TRAMA_NO_OBJECT)
        found.value = 0.0;
    return found;
}

trama_finding trama_system_area(const trama_system *system)
{
    trama_finding found = {1.0, TRAMA_NO_NODE, TRAMA_NO_OBJECT};
    double furthest = -1.0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        if (!object->type->pointwise)
            continue;
        const double ratio = trama_area_ratio(object->scene, system->q + object->q_begin);
        const double away = fmax(ratio, 1.0 / ratio);
        if (outdoes(isnan(ratio) ? ratio : away, furthest)) {
            furthest = isnan(ratio) ? ratio : away;
            found = (trama_finding){ratio, TRAMA_NO_NODE, (long)o};
        }
    }
    return found;
}
