/* Contact of sheets within the sweeps of XPBD: the distance at rest, Coulomb's law, momentum, and
 * that nothing passes through. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "integrator/elemental.h"
#include "support/near.h"
#include "support/objects.h"

#define G 9.81
#define THICKNESS 2e-3

static const char cloth[] = "structural=300 shear=200 density=1 sweeps=0";
static const char *const ways[] = {"contact=within iterations=1", "contact=within iterations=7",
                                   "contact=within iterations=2 substeps=5"};
enum { WAYS = sizeof ways / sizeof *ways };

/* ---- A sheet of 0.04 kg, 0.2 m wide, over one triangle of a table of two, which is held. */

typedef struct laid {
    objects o;
    trama_pin pin;
    trama_scene_spec table, sheet;
} laid;

static void begin(laid *l, double above, double along, double down, const char *law,
                  const char *options)
{
    trama_fields_default(trama_pin_fields, &l->pin);
    l->pin.k[1] = l->pin.l[1] = 1;
    l->table = (trama_scene_spec){.grid = {.points = {2, 2},
                                           .side = {4.0, 4.0},
                                           .origin = {-2.0, 0.0, -2.0},
                                           .axis = {{1, 0, 0}, {0, 0, 1}}},
                                  .pins = &l->pin,
                                  .pin_count = 1};
    l->sheet = (trama_scene_spec){.grid = {.points = {3, 3},
                                           .side = {0.2, 0.2},
                                           .origin = {-0.9, above, 0.7},
                                           .axis = {{1, 0, 0}, {0, 0, 1}}},
                                  .gravity = {along, -down, 0.0}};
    objects_begin(&l->o);
    objects_add(&l->o, "table", "provot", cloth, &l->table);
    objects_add(&l->o, "sheet", "provot", cloth, &l->sheet);
    objects_join(&l->o, "touch", "bridson_collision", law, 2, (size_t)0, (size_t)1);
    objects_make_with(&l->o, "xpbd", options);
}

/* Coordinate `axis` of node i of an object. */
static double *at(const objects *o, size_t object, size_t i, size_t axis)
{
    const trama_object *of = &o->system->object[object];
    return o->system->q + of->q_begin + axis * (of->nq / 3) + i;
}

/* Each node lies on the table by itself: k (thickness - height) is its weight. */
static void a_sheet_rests_a_thickness_away_less_what_its_weight_presses(void **state)
{
    const double k = 2e3;
    (void)state;
    for (size_t w = 0; w < WAYS; w++) {
        laid l;
        begin(&l, THICKNESS + 1e-3, 0.0, G, "thickness=2e-3 stiffness=2e3", ways[w]);
        objects_steps(&l.o, 1.0 / 60.0, 600);
        for (size_t i = 0; i < 9; i++) {
            const double mass = l.o.system->mass[l.o.system->object[1].v_begin + i];
            assert_near(*at(&l.o, 1, i, 1), THICKNESS - mass * G / k, 1e-11);
        }
        assert_near(objects_observed(&l.o, 0, "contacts"), 9.0, 0.0);
        objects_end(&l.o);
    }
}

/* As in test_elemental_contact.c: a step of h by backward Euler slides a h^2 n more in the n-th. */
static void a_sheet_slides_as_coulomb_says(void **state)
{
    const double mu = 0.5, slope = 0.6, h = 2e-3, cosine = 1.0 / sqrt(1.36);
    const double a = G * (slope - mu) * cosine;
    (void)state;
    for (size_t w = 0; w < WAYS; w++) {
        const double part = strstr(ways[w], "substeps") ? h / 5.0 : h, t = 200.0 * h;
        trama_error error;
        laid l;
        double each, sum[3], turning[3];
        begin(&l, THICKNESS, G * slope * cosine, G * cosine,
              "thickness=2e-3 stiffness=1e12 friction=0.5", ways[w]);
        assert_int_equal(trama_integrator_keep_impulses(l.o.integrator, &error), TRAMA_OK);
        objects_steps(&l.o, h, 200);
        assert_near(*at(&l.o, 1, 4, 0), -0.8 + 0.5 * a * t * (t + part), 1e-9);
        assert_near(trama_integrator_dissipated(l.o.integrator, 0),
                    mu * 0.04 * G * cosine * 0.5 * a * t * t, 1e-9);
        objects_sums(l.o.system, l.o.system->q, trama_integrator_impulses(l.o.integrator, 0, &each),
                     false, sum, turning);
        assert_near(each, h, 0.0);
        assert_near(sum[0], -mu * 0.04 * G * cosine * h, 1e-12);
        assert_near(sum[1], 0.04 * G * cosine * h, 1e-12);
        assert_true(l.o.integrator->solves.residual < 1e-9);
        objects_end(&l.o);
    }
}

static void a_sheet_below_the_angle_of_friction_stays(void **state)
{
    (void)state;
    for (size_t w = 0; w < WAYS; w++) {
        laid l;
        begin(&l, THICKNESS, 0.499 * G, G, "thickness=2e-3 stiffness=1e12 friction=0.5", ways[w]);
        objects_steps(&l.o, 1.0 / 60.0, 600);
        assert_near(*at(&l.o, 1, 4, 0), -0.8, 1e-10);
        objects_end(&l.o);
    }
}

/* At 6 m/s and 60 Hz it goes 0.1 m a step, 50 times the thickness. */
static void what_has_passed_in_a_step_is_put_back(void **state)
{
    laid l;
    (void)state;
    begin(&l, 0.153, 0.0, G, "thickness=2e-3 stiffness=1e12", ways[0]);
    for (size_t i = 0; i < 9; i++)
        l.o.system->v[l.o.system->object[1].v_begin + 9 + i] = -6.0;
    for (int n = 0; n < 6; n++) {
        objects_steps(&l.o, 1.0 / 60.0, 1);
        for (size_t i = 0; i < 9; i++)
            assert_true(*at(&l.o, 1, i, 1) > THICKNESS - 1e-9);
    }
    assert_near(*at(&l.o, 1, 4, 1), THICKNESS, 1e-9);
    assert_near(objects_observed(&l.o, 0, "impact_lost"), 0.0, 0.0);
    objects_end(&l.o);
}

/* ---- Two sheets that meet in free flight, one askew and turned. */

static void momentum_is_kept(void **state)
{
    const double c = cos(0.3), s = sin(0.3);
    const trama_scene_spec below = {.grid = {.points = {6, 5},
                                             .side = {0.5, 0.4},
                                             .axis = {{1, 0, 0}, {0, 0, 1}}}},
                           above = {.grid = {.points = {5, 7},
                                             .side = {0.3, 0.4},
                                             .origin = {0.11, 0.02, 0.07},
                                             .axis = {{c, 0.1 * s, s}, {-s, 0, c}}}};
    objects o;
    double before[3], after[3], turning[3], pairs = 0.0;
    (void)state;
    objects_begin(&o);
    objects_add(&o, "below", "provot", cloth, &below);
    objects_add(&o, "above", "provot", cloth, &above);
    objects_join(&o, "touch", "bridson_collision", "thickness=2e-3 stiffness=1e5 friction=0.4", 2,
                 (size_t)0, (size_t)1);
    objects_make_with(&o, "xpbd", "contact=within iterations=3 substeps=4");
    for (size_t i = 0; i < 35; i++) {
        o.system->v[o.system->object[1].v_begin + i] = 0.7;
        o.system->v[o.system->object[1].v_begin + 35 + i] = -2.3;
    }
    objects_sums(o.system, o.system->q, o.system->v, true, before, turning);
    for (int n = 0; n < 12; n++) {
        objects_steps(&o, 1.0 / 120.0, 1);
        pairs = worst_of(pairs, objects_observed(&o, 0, "contacts"));
        assert_near(objects_observed(&o, 0, "crossings"), 0.0, 0.0);
    }
    objects_sums(o.system, o.system->q, o.system->v, true, after, turning);
    print_message("%g pairs, momentum %g of %g\n", pairs, after[1] - before[1], before[1]);
    for (int axis = 0; axis < 3; axis++)
        assert_near(after[axis], before[axis], 1e-14);
    assert_true(pairs > 10.0);
    assert_near(objects_observed(&o, 0, "impact_lost"), 0.0, 0.0);
    assert_true(trama_integrator_dissipated(o.integrator, 0) > 0.01);
    objects_end(&o);
}

/* ---- Refusals. */

static void refusals_say_what_sheets_are_not_held_apart(void **state)
{
    static const struct {
        const char *law, *words;
        size_t objects, times;
    } cases[] = {
        {"stiffness=0", "has no stiffness", 1, 1},
        {"part=0.2", "has a part, which bounds its own springs alone", 1, 1},
        {"", "is with an obstacle, which bouncing_contact is for", 2, 1},
        {"", "is the second that lends its pairs", 1, 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const trama_scene_spec scene = {
            .grid = {.points = {3, 3}, .side = {0.2, 0.2}, .axis = {{1, 0, 0}, {0, 0, 1}}}};
        trama_error error;
        objects o;
        objects_begin(&o);
        objects_add(&o, "sheet", "provot", cloth, &scene);
        objects_add(&o, "floor", "box_mesh", "low=-1,-2,-1 high=1,-0.1,1 points=3,3,3", NULL);
        objects_join(&o, "touch", "bridson_collision", cases[i].law, cases[i].objects, (size_t)0,
                     (size_t)1);
        if (cases[i].times > 1)
            objects_join(&o, "again", "bridson_collision", "", 1, (size_t)0);
        assert_int_equal(objects_try_with(&o, "xpbd", "contact=within", &error), TRAMA_BAD_INPUT);
        if (!strstr(error.text, cases[i].words))
            fail_msg("%s", error.text);
        objects_end(&o);
    }
}

static int register_all(void **state)
{
    trama_error error;
    (void)state;
    return trama_elementals_register(&error) == TRAMA_OK ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sheet_rests_a_thickness_away_less_what_its_weight_presses),
        cmocka_unit_test(a_sheet_slides_as_coulomb_says),
        cmocka_unit_test(a_sheet_below_the_angle_of_friction_stays),
        cmocka_unit_test(what_has_passed_in_a_step_is_put_back),
        cmocka_unit_test(momentum_is_kept),
        cmocka_unit_test(refusals_say_what_sheets_are_not_held_apart),
    };
    return cmocka_run_group_tests(tests, register_all, NULL);
}
