#include "support/layer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* An octahedron of radius 1 about (0, -1, 0), its normals outwards. */
static double octahedron[18] = {1, -1, 0, 0, 0, 0, -1, -1, 0, -2, -1, -1, 0, 0, 0, 0, 1, -1};
static trama_triangle faces[8] = {{{0, 2, 4}}, {{2, 1, 4}}, {{1, 3, 4}}, {{3, 0, 4}},
                                  {{2, 0, 5}}, {{1, 2, 5}}, {{3, 1, 5}}, {{0, 3, 5}}};

static void add_body(objects *o, int body)
{
    trama_scene_spec ball = {.mesh = {6, 8, octahedron, faces}};
    if (body == LAYER_PLANE)
        objects_add(o, "body", "plane", NULL, NULL);
    else if (body == LAYER_SPHERE)
        objects_add(o, "body", "sphere", "position=0.03,-1,0.02 radius=1", NULL);
    else
        objects_add(o, "body", "bridson", "structural=20 density=1 sweeps=0", &ball);
}

void layer_add(objects *o, const layer *l)
{
    char settings[160];
    const double corner = -0.5 * l->side;
    const trama_scene_spec sheet = {
        .grid = {.points = {l->points, l->points},
                 .side = {l->side, l->side},
                 .origin = {corner, l->height, corner},
                 .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
        .gravity = {0.0, -l->gravity, 0.0},
        .velocity = {0.0, l->velocity, 0.0},
        .perturbation = l->perturbation,
        .seed = 3,
    };
    snprintf(settings, sizeof settings, "structural=%g shear=%g density=%g sweeps=0", l->springs,
             l->springs, l->density > 0.0 ? l->density : 0.2);
    objects_begin(o);
    objects_add(o, "cloth", "bridson", settings, &sheet);
    add_body(o, l->body);
    objects_join(o, "air", "air_layer", l->air, 2, 0, 1);
}

layer layer_falling(int body, const char *air)
{
    return (layer){.points = 5,
                   .side = 0.3,
                   .height = 0.03,
                   .velocity = -1.0,
                   .perturbation = 0.002,
                   .body = body,
                   .air = air};
}

void layer_begin(objects *o, const layer *l)
{
    layer_add(o, l);
    objects_make(o, l->integrator ? l->integrator : "velocity_verlet");
}

double layer_observed(const objects *o, const char *name)
{
    return objects_observed(o, 0, name);
}

void layer_flow(objects *o, double h)
{
    const trama_system *s = o->system;
    const trama_moment now = {s->t, s->q, s->v};
    s->acting[0].type->advance(s->acting[0].self, &now, h);
}
