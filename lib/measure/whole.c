#include "measure/whole.h"
#include "core/numbers.h"
#include "core/vec.h"
#include "model/rigid/rigid.h"

#include <math.h>
#include <string.h>

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

static const char *unit_of(const trama_model_type *type)
{
    if (type->pointwise)
        return "m";
    return type->unit ? type->unit : "1";
}

const char *trama_system_unit(const trama_system *system)
{
    const char *unit = NULL;
    for (size_t o = 0; o < system->object_count; o++) {
        const char *own = unit_of(system->object[o].type);
        if (system->object[o].nq == 0)
            continue;
        if (unit && strcmp(unit, own) != 0)
            return "mixed";
        unit = own;
    }
    return unit ? unit : "m";
}

bool trama_object_strains_springs(const trama_object *object)
{
    return object->type->composition && object->type->composition->strained;
}

bool trama_object_has_strain(const trama_object *object)
{
    const trama_model_type *type = object->type;
    return type->pointwise &&
           (trama_object_strains_springs(object) ? type->composition->springs(object->model) > 0
                                                 : trama_scene_has_edges(object->scene));
}

bool trama_object_has_area(const trama_object *object)
{
    return object->type->pointwise && trama_scene_has_area(object->scene);
}

static double strain_of(const trama_spring *spring, const double *q, size_t nodes)
{
    double square = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        const double d = q[axis * nodes + spring->node[1]] - q[axis * nodes + spring->node[0]];
        square += d * d;
    }
    return fabs(sqrt(square) / spring->rest - 1.0);
}

trama_peak trama_object_strain(const trama_object *object, const double *q)
{
    const size_t nodes = trama_scene_nodes(object->scene);
    trama_peak peak = {0.0, 0};
    if (!trama_object_has_strain(object))
        return (trama_peak){TRAMA_NAN, 0};
    if (!trama_object_strains_springs(object))
        return trama_edge_strain(object->scene, q);
    const size_t count = object->type->composition->springs(object->model);
    for (size_t i = 0; i < count && !isnan(peak.value); i++) {
        const trama_spring spring = object->type->composition->spring(object->model, i);
        const double strain = strain_of(&spring, q, nodes);
        if (outdoes(strain, peak.value))
            peak = (trama_peak){strain, spring.node[0]};
    }
    return peak;
}

trama_finding trama_system_strain(const trama_system *system)
{
    trama_finding found = {-1.0, TRAMA_NO_NODE, TRAMA_NO_OBJECT};
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        if (!trama_object_has_strain(object))
            continue;
        const trama_peak peak = trama_object_strain(object, system->q + object->q_begin);
        if (outdoes(peak.value, found.value))
            found = (trama_finding){peak.value, (long)peak.node, (long)o};
    }
    if (found.object == TRAMA_NO_OBJECT)
        found.value = TRAMA_NAN;
    return found;
}

trama_finding trama_system_area(const trama_system *system)
{
    trama_finding found = {TRAMA_NAN, TRAMA_NO_NODE, TRAMA_NO_OBJECT};
    double furthest = -1.0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        if (!trama_object_has_area(object))
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

/* ---- Volume. */

/* Of a closed surface about the origin, which its drawing cuts into triangles exactly. */
static double drawn_volume(const trama_rigid_kind *kind)
{
    double six_volumes = 0.0;
    for (size_t t = 0; t < kind->triangles; t++) {
        const uint32_t *corner = kind->triangle[t];
        double normal[3];
        cross3(kind->point[corner[1]], kind->point[corner[2]], normal);
        six_volumes += dot3(kind->point[corner[0]], normal);
    }
    return six_volumes / 6.0;
}

static double rigid_volume(const trama_rigid *rigid)
{
    double volume = 0.0;
    for (size_t i = 0; i < rigid->count; i++) {
        const trama_rigid_body *body = &rigid->body[i];
        const trama_convex_type *shape = body->shape.type;
        if (trama_rigid_moves(body))
            volume += shape->volume ? shape->volume(&body->shape) : drawn_volume(body->kind);
    }
    return rigid->free > 0 ? volume : TRAMA_NAN;
}

double trama_object_volume(const trama_object *object, const double *q)
{
    if (object->type->rigid)
        return rigid_volume(object->type->rigid(object->model));
    return object->type->pointwise ? trama_volume(object->scene, q) : TRAMA_NAN;
}
