#include "support/acting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define BESIDE                                                                                     \
    {0.0, 0.0, 1.0},                                                                               \
    {                                                                                              \
        0.1, 0.3, 0.2                                                                              \
    }
#define ABOVE                                                                                      \
    {0.22, 0.13, 0.31},                                                                            \
    {                                                                                              \
        0.4, -0.8, 0.1                                                                             \
    }
#define FALLING                                                                                    \
    {0.47, 0.57, 0.53},                                                                            \
    {                                                                                              \
        0.4, -0.8, 0.1                                                                             \
    }

#define UNDER                                                                                      \
    {0.52, -0.65, 0.47},                                                                           \
    {                                                                                              \
        0.1, 0.3, 0.05                                                                             \
    }

const acting_sample acting_samples[] = {
    {"spring_between", "stiffness=50 damping=0.3 length=0.1 first=-1,-1 second=0,0", NULL, ABOVE,
     0.0, false},
    {"my_tether", "stiffness=40 length=0.9 first=-1,-1 second=0,0", NULL, ABOVE, 0.0, false},
    {"attachment", "kind=force stiffness=400 damping=0.5 l=-1,-1 within=0.2",
     "kind=force stiffness=400 l=-1,-1 within=0.2", BESIDE, 0.05, false},
    {"attachment", "kind=row l=-1,-1", NULL, BESIDE, 1e-6, false},
    {"attachment", "kind=row compliance=0.02 l=-1,-1", NULL, BESIDE, 0.05, false},
    {"penalty_contact", "stiffness=200 damping=0.5 friction=0.4 slip=0.1 thickness=0.1", NULL,
     ABOVE, 0.0, false},
    {"bouncing_contact", "restitution=0.5 friction=0.4 thickness=0.1", NULL, ABOVE, 0.0, false},
    {"bridson_collision", "thickness=0.01 stiffness=20 friction=0.3",
     "thickness=0.01 stiffness=20 edge_ends=true", ABOVE, 0.0, false},
    {"provot_collision", "restitution=0.4 friction=0.3 response=corrected zones=corrected",
     "restitution=0.4 response=corrected zones=corrected", ABOVE, 0.0, false},
    {"nedel_collision", "treatment=nearest", "treatment=springs stiffness=0", ABOVE, 0.0, false},
    {"barrier_contact", "dhat=0.01 kappa=200 friction=0.3 slip=0.1", "dhat=0.01 kappa=200", ABOVE,
     0.01, false},
    {"surface_traversal", "thickness=0.1 repulsion=0.01 friction=0.3 stiffness=20",
     "thickness=0.1 repulsion=0.01 stiffness=20", FALLING, 0.1, true},
    {"air_layer", "ambient=100 law=gradient border=sealed permeability=0.1 propagation=0.1",
     "ambient=100 law=gradient border=sealed", UNDER, 0.0, true},
};

size_t acting_sample_count(void)
{
    return sizeof acting_samples / sizeof acting_samples[0];
}

bool acting_fits(const acting_sample *sample, const char *method)
{
    const trama_interaction_type *type = trama_interaction_find(sample->interaction);
    return !type || !type->admissible || trama_integrator_find(method)->guarded;
}

const char *acting_method(const acting_sample *sample, const char *method)
{
    return acting_fits(sample, method) ? method : "backward_euler";
}

static const char settings[] = "structural=30 shear=20 density=1 sweeps=0";

/* A sheet of side 1 in the plane of x and z. */
static trama_scene_spec sheet(const acting_setup *setup, trama_pin *pin)
{
    const long points = setup->points > 0 ? setup->points : 3;
    trama_scene_spec scene = {.grid = {.points = {points, points},
                                       .side = {1.0, 1.0},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                              .perturbation = 0.01,
                              .seed = 3};
    if (setup->held) {
        scene.pins = pin;
        scene.pin_count = 1;
    }
    return scene;
}

/* Sheets that begin beside each other, or above. */
static void add_sheet(objects *o, const acting_sample *sample, trama_scene_spec *first,
                      trama_scene_spec *second)
{
    for (int axis = 0; axis < 3; axis++)
        second->grid.origin[axis] = sample->origin[axis];
    if (sample->origin[2] == 1.0) /* side by side: sewn to nodes that are where its own are */
        first->perturbation = second->perturbation = 0.0;
    else
        second->grid.side[0] = 0.5;
    objects_add(o, "first", "provot", settings, first);
    objects_add(o, "second", "provot", settings, second);
}

/* A body that falls on the sheet, or rises to it. */
static void add_closed(objects *o, const acting_sample *sample, const trama_scene_spec *first,
                       trama_scene_spec *second)
{
    static trama_triangle face[8] = {{{0, 2, 4}}, {{2, 1, 4}}, {{1, 3, 4}}, {{3, 0, 4}},
                                     {{2, 0, 5}}, {{1, 2, 5}}, {{3, 1, 5}}, {{0, 3, 5}}};
    double corner[18] = {0}; /* SoA, 0.4 m along each axis and back */
    for (size_t i = 0; i < 18; i++)
        corner[i] = sample->origin[i / 6] + (i % 6 / 2 == i / 6 ? (i % 2 ? -0.4 : 0.4) : 0.0);
    second->grid = (trama_grid){0};
    second->mesh = (trama_mesh_spec){6, 8, corner, face};
    objects_add(o, "first", "provot", settings, first);
    objects_add(o, "second", "bridson", "structural=30 density=1 sweeps=0", second);
}

void acting_begin(objects *o, const acting_sample *sample, acting_setup setup)
{
    trama_pin pin;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.k[1] = pin.l[0] = pin.l[1] = -1;
    trama_scene_spec first = sheet(&setup, &pin), second = first;
    memcpy(second.velocity, sample->velocity, sizeof second.velocity);
    objects_begin(o);
    o->contact.rows = (trama_rows_spec){.sweeps = 10000, .tolerance = 1e-13};
    if (sample->closed)
        add_closed(o, sample, &first, &second);
    else
        add_sheet(o, sample, &first, &second);
    objects_join(o, "joint", sample->interaction,
                 setup.undamped && sample->undamped ? sample->undamped : sample->settings, 2, 0, 1);
    objects_make(o, setup.method);
}

const char *acting_name(const acting_sample *sample, const char *method)
{
    static char name[256];
    snprintf(name, sizeof name, "%s (%s) under %s", sample->interaction, sample->settings, method);
    return name;
}

void acting_each(const char *method, acting_check *check)
{
    for (size_t s = 0; s < acting_sample_count(); s++)
        check(&(acting_trial){&acting_samples[s], acting_method(&acting_samples[s], method)});
}

void acting_each_under_every_method(acting_check *check)
{
    for (size_t m = 0; m < trama_integrator_count(); m++)
        for (size_t s = 0; s < acting_sample_count(); s++)
            if (acting_fits(&acting_samples[s], trama_integrator_at(m)->name))
                check(&(acting_trial){&acting_samples[s], trama_integrator_at(m)->name});
}
