#include "support/rigid.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

void rigid_touch(objects *o, const char *settings, const char *method)
{
    objects_join(o, "touch", "rigid_contact", settings, 1, 0);
    objects_make(o, method);
}

void rigid_set(double *to, double x, double y, double z)
{
    to[0] = x;
    to[1] = y;
    to[2] = z;
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

void rigid_begin_on_ground(objects *o, const double gravity[3], const char *ground)
{
    char settings[200];
    objects_begin(o);
    rigid_add(o, NULL, gravity);
    if (!ground)
        return;
    snprintf(settings, sizeof settings, "shape=box side=100,2,100 position=0,-1,0 motion=static %s",
             ground);
    rigid_add_body(o, 0, "ground", settings);
}

void rigid_begin_pulled(objects *o, double angle)
{
    const double pull[3] = {15.0 * cos(angle), -9.81, 15.0 * sin(angle)};
    rigid_begin_on_ground(o, pull, "friction=0.4");
    rigid_add_body(o, 0, "box", "shape=box side=1,0.2,1 mass=10 position=0,0.1,0 friction=0.4");
}

void rigid_pulled_velocity(const objects *o, double angle, double v[2])
{
    const double c = cos(angle), s = sin(angle), *u = o->system->v;
    v[0] = u[0] * c + u[2] * s;
    v[1] = u[2] * c - u[0] * s;
}

void rigid_add_swarm(objects *o, const char *more)
{
    static const char *const names[8] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    char text[240];
    for (int i = 0; i < 8; i++) {
        const int x = i % 2, y = i / 2 % 2, z = i / 4;
        snprintf(text, sizeof text,
                 "shape=%s position=%d,%d,%d velocity=%d,%d,%d angular_velocity=%d,2,-1 "
                 "orientation=1,0.2,%d,0.1 %s",
                 i % 3 ? "box side=0.6,0.4,0.5" : "sphere radius=0.35", x, y, z, 1 - 2 * x,
                 1 - 2 * y, 1 - 2 * z, i - 4, i, more);
        rigid_add_body(o, 0, names[i], text);
    }
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
