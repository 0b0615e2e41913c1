/* Under the responses that guarantee it, nothing meets anything in any step: by exact arithmetic
 * over all pairs, on the straight way of every vertex from a step's begin to its end. Detection,
 * the broad phase and the response have no part in the judgement. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "exact/passes.h"
#include "support/objects.h"

static const struct {
    const char *name, *settings;
} models[] = {
    {"cosserat", "zeta=100 xi=0.3 phi=0.001 mass=1"},
    {"provot", "structural=40 shear=20 density=0.3 sweeps=0"},
    {"bridson", "structural=40 shear=20 density=0.3 sweeps=0"},
    {"nedel", "mass=0.1 elasticity=40 curvature=0.1"},
};

static const struct {
    const char *name, *settings;
} responses[] = {
    {"bridson_collision", "friction=0.2"},
    {"bridson_collision", "rounds=0 thickness=1e-5"}, /* impact zones alone */
    {"provot_collision", "response=corrected zones=corrected on_unresolved=halve"},
};

static trama_scene_spec sheet(long points, double side, double x, double y, double z)
{
    return (trama_scene_spec){.grid = {.points = {points, points},
                                       .side = {side, side},
                                       .origin = {x, y, z},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                              .perturbation = 1e-3,
                              .seed = 7};
}

/* Steps in none of which anything meets. Returns the pairs that were decided. */
static size_t judged_steps(objects *o, double h, long count, const char *what)
{
    trama_system *s = o->system;
    double *before = malloc(s->nq * sizeof *before);
    size_t near = 0;
    for (long i = 0; i < count; i++) {
        memcpy(before, s->q, s->nq * sizeof *before);
        objects_steps(o, h, 1);
        const exact_passes passes = exact_passes_of(s, before, s->q);
        if (passes.meet > 0)
            fail_msg("%s, step %ld: %zu pairs meet, of %zu near", what, i, passes.meet,
                     passes.near);
        near += passes.near;
    }
    free(before);
    return near;
}

static trama_pin whole(void)
{
    trama_pin pin;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.l[0] = 0;
    pin.k[1] = pin.l[1] = -1;
    return pin;
}

/* A sheet that falls on another, which is held. */
static void begin_fall(objects *o, size_t model, const char *response, const char *settings)
{
    trama_pin pin = whole();
    trama_scene_spec cloth = sheet(6, 0.5, 0.0, 0.012, 0.0),
                     table = sheet(3, 0.22, 0.13, 0.0, 0.14);
    cloth.velocity[1] = -3.0;
    cloth.velocity[0] = 0.4;
    table.pins = &pin;
    table.pin_count = 1;
    objects_begin(o);
    objects_add(o, "cloth", models[model].name, models[model].settings, &cloth);
    objects_add(o, "table", "provot", models[1].settings, &table);
    objects_join(o, "touch", response, settings, 2, 0, 1);
    objects_make(o, "symplectic_euler");
}

static void a_sheet_falls_on_another(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        for (size_t r = 0; r < sizeof responses / sizeof *responses; r++) {
            objects o;
            begin_fall(&o, m, responses[r].name, responses[r].settings);
            const size_t near = judged_steps(&o, 2e-3, 30, models[m].name);
            print_message("%s under %s, %s: %zu pairs near, none meets\n", models[m].name,
                          responses[r].name, responses[r].settings, near);
            assert_true(near > 50);
            objects_end(&o);
        }
}

static void without_rounds_and_zones_it_falls_through(void **state)
{
    (void)state;
    objects o;
    begin_fall(&o, 0, "bridson_collision",
               "thickness=1e-9 rounds=0 zone_rounds=0 on_unresolved=record");
    trama_system *s = o.system;
    double *before = malloc(s->nq * sizeof *before);
    size_t meet = 0;
    for (long i = 0; i < 5; i++) {
        memcpy(before, s->q, s->nq * sizeof *before);
        objects_steps(&o, 2e-3, 1);
        meet += exact_passes_of(s, before, s->q).meet;
    }
    print_message("%zu pairs meet\n", meet);
    assert_true(meet > 4);
    free(before);
    objects_end(&o);
}

/* Nodes that no spring holds fly about, a third of a cell a step, with each other's triangles. */
static void the_nodes_of_a_loose_sheet_fly_about(void **state)
{
    (void)state;
    for (size_t r = 0; r < sizeof responses / sizeof *responses; r++) {
        objects o;
        trama_random random = {5};
        const trama_scene_spec cloth = sheet(5, 0.4, 0.0, 0.0, 0.0);
        objects_begin(&o);
        objects_add(&o, "cloth", "provot", "structural=0 shear=0 density=0.3 sweeps=0", &cloth);
        objects_join(&o, "self", responses[r].name, responses[r].settings, 1, 0);
        objects_make(&o, "symplectic_euler");
        for (size_t i = 0; i < o.system->nv; i++)
            o.system->v[i] = 30.0 * trama_random_signed(&random);
        const size_t near = judged_steps(&o, 1e-3, 20, responses[r].name);
        print_message("loose under %s, %s: %zu pairs near, none meets\n", responses[r].name,
                      responses[r].settings, near);
        assert_true(near > 50);
        objects_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sheet_falls_on_another),
        cmocka_unit_test(without_rounds_and_zones_it_falls_through),
        cmocka_unit_test(the_nodes_of_a_loose_sheet_fly_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
