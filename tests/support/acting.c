#include "support/acting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

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

const acting_sample acting_samples[] = {
    {"spring_between", "stiffness=50 damping=0.3 length=0.1 first=-1,-1 second=0,0", NULL, ABOVE,
     0.0},
    {"my_tether", "stiffness=40 length=0.9 first=-1,-1 second=0,0", NULL, ABOVE, 0.0},
    {"attachment", "kind=force stiffness=400 damping=0.5 l=-1,-1 within=0.2",
     "kind=force stiffness=400 l=-1,-1 within=0.2", BESIDE, 0.05},
    {"attachment", "kind=row l=-1,-1", NULL, BESIDE, 1e-6},
    {"attachment", "kind=row compliance=0.02 l=-1,-1", NULL, BESIDE, 0.05},
    {"penalty_contact", "stiffness=200 damping=0.5 friction=0.4 slip=0.1 thickness=0.1", NULL,
     ABOVE, 0.0},
    {"bouncing_contact", "restitution=0.5 friction=0.4 thickness=0.1", NULL, ABOVE, 0.0},
    {"bridson_collision", "thickness=0.01 stiffness=20 friction=0.3",
     "thickness=0.01 stiffness=20 edge_ends=true", ABOVE, 0.0},
    {"provot_collision", "restitution=0.4 friction=0.3 response=corrected zones=corrected",
     "restitution=0.4 response=corrected zones=corrected", ABOVE, 0.0},
    {"nedel_collision", "treatment=nearest", "treatment=springs stiffness=0", ABOVE, 0.0},
    {"barrier_contact", "dhat=0.01 kappa=200 friction=0.3 slip=0.1", "dhat=0.01 kappa=200", ABOVE,
     0.01},
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

void acting_begin(objects *o, const acting_sample *sample, acting_setup setup)
{
    static const char settings[] = "structural=30 shear=20 density=1 sweeps=0";
    trama_pin pin;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.k[1] = pin.l[0] = pin.l[1] = -1;
    trama_scene_spec first = sheet(&setup, &pin), second = first;
    for (int axis = 0; axis < 3; axis++) {
        second.grid.origin[axis] = sample->origin[axis];
        second.velocity[axis] = sample->velocity[axis];
    }
    if (sample->origin[2] == 1.0) /* side by side: sewn to nodes that are where its own are */
        first.perturbation = second.perturbation = 0.0;
    else
        second.grid.side[0] = 0.5;
    objects_begin(o);
    o->contact.rows = (trama_rows_spec){.sweeps = 10000, .tolerance = 1e-13};
    objects_add(o, "first", "provot", settings, &first);
    objects_add(o, "second", "provot", settings, &second);
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
