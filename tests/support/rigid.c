#include "support/rigid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/energy.h"

size_t rigid_add(objects *o, const char *settings, const double gravity[3])
{
    trama_scene_spec scene = {.weighs = true};
    if (gravity)
        memcpy(scene.gravity, gravity, sizeof scene.gravity);
    objects_add(o, "bodies", "rigid_bodies", settings, &scene);
    return o->spec.object_count - 1;
}

trama_rigid_spec *rigid_add_body(objects *o, size_t object, const char *name, const char *settings)
{
    trama_entries *bodies = &((trama_rigid_parameters *)o->parameters[object])->bodies;
    trama_rigid_spec *made = piece_parameters(trama_rigid_body_fields, settings);
    trama_rigid_spec *grown = realloc(bodies->item, (bodies->count + 1) * sizeof *grown);
    const char **names = realloc(bodies->name, (bodies->count + 1) * sizeof *names);
    assert_non_null(grown);
    assert_non_null(names);
    grown[bodies->count] = *made;
    names[bodies->count] = name;
    bodies->item = grown;
    bodies->name = names;
    free(made);
    return &grown[bodies->count++];
}

void rigid_end(objects *o)
{
    for (size_t i = 0; i < o->spec.object_count; i++)
        if (strcmp(o->object[i].type->name, "rigid_bodies") == 0)
            trama_entries_free(&((trama_rigid_parameters *)o->parameters[i])->bodies);
    objects_end(o);
}

const trama_rigid *rigid_of(const objects *o, size_t object)
{
    return o->system->object[object].model;
}

void rigid_angular_momentum(const objects *o, double angular[3])
{
    const double origin[3] = {0};
    trama_moments sum = {0};
    for (size_t i = 0; i < o->system->object_count; i++) {
        const trama_object *object = &o->system->object[i];
        if (object->type->moments)
            object->type->moments(object->model, o->system->q + object->q_begin,
                                  o->system->v + object->v_begin, origin, origin, &sum);
    }
    memcpy(angular, sum.angular, sizeof sum.angular);
}

double rigid_kinetic(const objects *o)
{
    return trama_kinetic_energy(o->system);
}
