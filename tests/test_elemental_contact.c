/* Contact within the sweeps of XPBD: Coulomb's law exactly, what it takes out of the energy, what
 * it gives, and that nothing is left out by not asking. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "integrator/elemental.h"
#include "support/near.h"
#include "support/objects.h"

#define G 9.81

static const char *const ways[] = {"contact=within iterations=1", "contact=within iterations=7",
                                   "contact=within iterations=2 substeps=5"};
enum { WAYS = sizeof ways / sizeof *ways };

/* Of 0.04 kg, and 0.2 m wide, on y = 0. */
static trama_scene_spec block_of(double along, double down)
{
    return (trama_scene_spec){
        .grid = {.points = {3, 3}, .side = {0.2, 0.2}, .axis = {{1, 0, 0}, {0, 0, 1}}},
        .gravity = {along, -down, 0.0}};
}

static void begin(objects *o, const trama_scene_spec *scene, const char *obstacle,
                  const char *settings, const char *law, const char *options)
{
    objects_begin(o);
    objects_add(o, "block", "provot", "structural=300 shear=200 density=1 sweeps=0", scene);
    objects_add(o, "obstacle", obstacle, settings, NULL);
    objects_join(o, "touch", "bouncing_contact", law, 2, 0, 1);
    objects_make_with(o, "xpbd", options);
}

/* ---- Friction. */

/* A step of h by backward Euler slides a h^2 n more in the n-th. Losses are those of friction. */
static void a_block_slides_as_coulomb_says(void **state)
{
    const double mu = 0.5, slope = 0.6, mass = 0.04, h = 2e-3, cosine = 1.0 / sqrt(1.36);
    const double a = G * (slope - mu) * cosine;
    (void)state;
    for (size_t i = 0; i < WAYS; i++) {
        const trama_scene_spec scene = block_of(G * slope * cosine, G * cosine);
        const double part = strstr(ways[i], "substeps") ? h / 5.0 : h, t = 200.0 * h;
        trama_error error;
        objects o;
        double each, sum[3], turning[3];
        begin(&o, &scene, "plane", NULL, "friction=0.5", ways[i]);
        assert_int_equal(trama_integrator_keep_impulses(o.integrator, &error), TRAMA_OK);
        objects_steps(&o, h, 200);
        assert_near(o.system->q[0], 0.5 * a * t * (t + part), 1e-11);
        assert_near(o.system->q[9], 0.0, 1e-14);
        assert_near(trama_integrator_dissipated(o.integrator, 0),
                    mu * mass * G * cosine * 0.5 * a * t * t, 1e-12);
        objects_sums(o.system, o.system->q, trama_integrator_impulses(o.integrator, 0, &each),
                     false, sum, turning);
        assert_near(each, h, 0.0);
        assert_near(sum[0], -mu * mass * G * cosine * h, 1e-14);
        assert_near(sum[1], mass * G * cosine * h, 1e-14);
        assert_true(o.integrator->solves.residual < 1e-12);
        objects_end(&o);
    }
}

static void a_block_below_the_angle_of_friction_stays(void **state)
{
    (void)state;
    for (size_t i = 0; i < WAYS; i++) {
        const trama_scene_spec scene = block_of(0.499 * G, G);
        objects o;
        begin(&o, &scene, "plane", NULL, "friction=0.5", ways[i]);
        objects_steps(&o, 1.0 / 60.0, 600);
        assert_near(o.system->q[0], 0.0, 1e-13);
        assert_near(trama_integrator_dissipated(o.integrator, 0), 0.0, 1e-13);
        objects_end(&o);
    }
}

/* At mu g, until it is as fast as the floor, whose point it then keeps to. */
static void a_floor_that_moves_takes_a_block_along(void **state)
{
    const double h = 0.01, u = 0.3, mu = 0.2;
    const trama_scene_spec scene = block_of(0.0, G);
    objects o;
    double way = 0.0;
    (void)state;
    begin(&o, &scene, "plane", "velocity=0.3,0,0", "friction=0.2", ways[0]);
    for (int n = 1; n <= 50; n++)
        way += h * fmin(n * mu * G * h, u);
    objects_steps(&o, h, 50);
    assert_near(o.system->q[0], way, 1e-13);
    assert_near(o.system->v[0], u, 1e-13);
    objects_end(&o);
}

/* ---- Normal forces. */

/* It falls 0.1 m and stays: what it had is lost. */
static void nothing_bounces(void **state)
{
    trama_scene_spec scene = block_of(0.0, G);
    objects o;
    (void)state;
    scene.grid.origin[1] = 0.1;
    begin(&o, &scene, "plane", NULL, "", ways[1]);
    objects_steps(&o, 1e-3, 400);
    assert_near(o.system->q[9], 0.0, 1e-15);
    assert_near(o.system->v[9], 0.0, 1e-12);
    assert_near(trama_integrator_dissipated(o.integrator, 0), 0.04 * G * 0.1,
                0.01 * 0.04 * G * 0.1);
    objects_end(&o);
}

/* A chain that hangs is caught by the first sweeps, before its springs have pulled it up: what they
 * pushed it by is taken back, and it is where it is without a floor. */
static void a_contact_that_is_pulled_off_lets_go(void **state)
{
    static const char *const floors[] = {"point=0.5005,0,0 normal=-1,0,0",
                                         "point=9,0,0 normal=-1,0,0"};
    double end[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        trama_pin pin;
        trama_scene_spec scene = {.lattice = {.points = {6, 1, 1}, .side = {0.5, 0.0, 0.0}},
                                  .pins = &pin,
                                  .pin_count = 1,
                                  .gravity = {G, 0.0, 0.0}};
        objects o;
        trama_fields_default(trama_pin_fields, &pin);
        objects_begin(&o);
        objects_add(&o, "chain", "lattice", "mass=0.06 edge=1e4", &scene);
        objects_add(&o, "floor", "plane", floors[i], NULL);
        objects_join(&o, "touch", "bouncing_contact", "", 2, (size_t)0, (size_t)1);
        objects_make_with(&o, "xpbd", "contact=within iterations=2000");
        objects_steps(&o, 1.0 / 60.0, 1);
        end[i] = o.system->q[5];
        objects_end(&o);
    }
    assert_true(end[1] > 0.5 && end[1] < 0.5005);
    assert_near(end[0], end[1], 1e-13);
}

/* A guide lets a node move along y alone; the plane leans. */
static void what_is_held_is_pushed_along_what_is_free(void **state)
{
    trama_scene_spec scene = block_of(0.0, G);
    trama_pin pin;
    objects o;
    (void)state;
    trama_fields_default(trama_pin_fields, &pin);
    pin.free[1] = true;
    scene.pins = &pin;
    scene.pin_count = 1;
    scene.grid.origin[1] = 0.3;
    begin(&o, &scene, "plane", "normal=0.6,0.8,0", "friction=0.1", ways[1]);
    objects_steps(&o, 1e-2, 100);
    assert_near(o.system->q[0], 0.0, 0.0);
    assert_near(o.system->q[9], 0.0, 1e-12);
    objects_end(&o);
}

/* ---- A sheet on a ball. */

static trama_scene_spec sheet_of(void)
{
    trama_scene_spec scene = {.grid = {.points = {17, 17},
                                       .side = {1.0, 1.0},
                                       .origin = {-0.497, 0.31, -0.502},
                                       .axis = {{1, 0, 0}, {0, 0, 1}}},
                              .gravity = {0.0, -G, 0.0}};
    return scene;
}

static const char ball[] = "radius=0.3", law[] = "friction=0.5 thickness=0.002",
                  sheet_way[] = "contact=within substeps=4 iterations=1";

/* The last thing in a step is contact. */
static void no_node_is_within_the_ball(void **state)
{
    const trama_scene_spec scene = sheet_of();
    objects o;
    double touching = 0.0;
    (void)state;
    begin(&o, &scene, "sphere", ball, law, sheet_way);
    for (int i = 0; i < 60; i++) {
        objects_steps(&o, 1.0 / 60.0, 1);
        assert_true(objects_observed(&o, 0, "penetration") < 1e-12);
        touching = worst_of(touching, objects_observed(&o, 0, "contacts"));
    }
    print_message("%g nodes touch\n", touching);
    assert_true(touching > 8.0);
    objects_end(&o);
}

/* What moves, by nothing that can be seen, is asked about every node in every sweep. */
static void nodes_that_are_clear_need_not_ask(void **state)
{
    static const char *const obstacles[][2] = {
        {"sphere", "radius=0.3"},
        {"box", "low=-0.2,-0.3,-0.2 high=0.2,0.3,0.15"},
        {"sphere_mesh", "radius=0.3 points=9,9"},
    };
    const trama_scene_spec scene = sheet_of();
    (void)state;
    for (size_t i = 0; i < sizeof obstacles / sizeof *obstacles; i++) {
        objects kept, asked;
        char led[128];
        snprintf(led, sizeof led, "%s velocity=0,1e-300,0", obstacles[i][1]);
        begin(&kept, &scene, obstacles[i][0], obstacles[i][1], law, sheet_way);
        begin(&asked, &scene, obstacles[i][0], led, law, sheet_way);
        objects_steps(&kept, 1.0 / 60.0, 30);
        objects_steps(&asked, 1.0 / 60.0, 30);
        assert_memory_equal(kept.system->q, asked.system->q, kept.system->nq * sizeof(double));
        assert_true(objects_observed(&kept, 0, "contacts") > 2.0);
        assert_true(objects_observed(&kept, 0, "penetration") < 1e-12);
        objects_end(&kept);
        objects_end(&asked);
    }
}

/* ---- Refusals. */

static void refusals_say_what_contact_is_not_within(void **state)
{
    static const struct {
        const char *interaction, *law, *options, *words;
        size_t objects;
    } cases[] = {
        {"bouncing_contact", "restitution=0.5", "contact=within", "('touch') bounces", 2},
        {"bouncing_contact", "thickness=0.01", "contact=within", "among several sheets", 3},
        {"provot_collision", "", "contact=within", "nothing is contact that it takes", 2},
        {"bouncing_contact", "", "contact=within momentum=restored", "momentum: restored", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const trama_scene_spec scene = block_of(0.0, G);
        trama_scene_spec above = scene;
        trama_error error;
        objects o;
        above.grid.origin[1] = 0.5;
        objects_begin(&o);
        objects_add(&o, "block", "provot", "structural=3 density=1 sweeps=0", &scene);
        objects_add(&o, "floor", "box_mesh", "low=-1,-2,-1 high=1,-0.1,1 points=3,3,3", NULL);
        objects_add(&o, "second", "provot", "structural=3 density=1 sweeps=0", &above);
        objects_join(&o, "touch", cases[i].interaction, cases[i].law, cases[i].objects, (size_t)0,
                     (size_t)1, (size_t)2);
        assert_int_equal(objects_try_with(&o, "xpbd", cases[i].options, &error), TRAMA_BAD_INPUT);
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
        cmocka_unit_test(a_block_slides_as_coulomb_says),
        cmocka_unit_test(a_block_below_the_angle_of_friction_stays),
        cmocka_unit_test(a_floor_that_moves_takes_a_block_along),
        cmocka_unit_test(nothing_bounces),
        cmocka_unit_test(a_contact_that_is_pulled_off_lets_go),
        cmocka_unit_test(what_is_held_is_pushed_along_what_is_free),
        cmocka_unit_test(no_node_is_within_the_ball),
        cmocka_unit_test(nodes_that_are_clear_need_not_ask),
        cmocka_unit_test(refusals_say_what_contact_is_not_within),
    };
    return cmocka_run_group_tests(tests, register_all, NULL);
}
