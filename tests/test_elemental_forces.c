/* Contact of nodes by penalties within block descent: the depth at rest, friction as its law says,
 * and backward Euler's step as Newton's iteration has it. */
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

static const char descent[] = "vertex_block_descent";

/* A block of 0.04 kg, 0.2 m wide, on y = 0. */
static void begin(objects *o, trama_scene_spec *scene, double along, double down, const char *law,
                  const char *options)
{
    *scene = (trama_scene_spec){
        .grid = {.points = {3, 3}, .side = {0.2, 0.2}, .axis = {{1, 0, 0}, {0, 0, 1}}},
        .gravity = {along, -down, 0.0}};
    objects_begin(o);
    objects_add(o, "block", "provot", "structural=300 shear=200 density=1 sweeps=0", scene);
    objects_add(o, "floor", "plane", NULL, NULL);
    objects_join(o, "touch", "penalty_contact", law, 2, (size_t)0, (size_t)1);
    objects_make_with(o, descent, options);
}

static void a_block_rests_where_its_springs_hold_it(void **state)
{
    trama_scene_spec scene;
    objects o;
    (void)state;
    begin(&o, &scene, 0.0, G, "stiffness=2e3 damping=5", "iterations=30");
    objects_steps(&o, 1.0 / 60.0, 300);
    for (size_t i = 0; i < 9; i++)
        assert_near(o.system->q[9 + i], -o.system->mass[i] * G / 2e3, 1e-11);
    assert_true(o.integrator->solves.residual < 1e-12);
    objects_end(&o);
}

/* What Coulomb would hold creeps at w_r s/sqrt(mu^2 - s^2), s the slope (penalty_contact.c). */
static void a_block_below_the_angle_of_friction_creeps_as_the_law_says(void **state)
{
    const double mu = 0.5, s = 0.3, w = 1e-4;
    trama_scene_spec scene;
    objects o;
    (void)state;
    begin(&o, &scene, s * G, G, "stiffness=2e3 damping=5 friction=0.5 slip=1e-4", "iterations=60");
    objects_steps(&o, 1.0 / 60.0, 300);
    const double creep = w * s / sqrt(mu * mu - s * s);
    for (size_t i = 0; i < 9; i++)
        assert_near(o.system->v[i], creep, 1e-9 * creep);
    objects_end(&o);
}

/* At speeds far above w_r friction is Coulomb's: g (s - mu) but for (w_r/v)^2/2. */
static void a_block_above_it_slides_as_coulomb_says(void **state)
{
    const double mu = 0.5, s = 0.6, h = 1.0 / 60.0;
    trama_scene_spec scene;
    objects o;
    (void)state;
    begin(&o, &scene, s * G, G, "stiffness=2e3 damping=5 friction=0.5 slip=1e-4",
          "iterations=20000 tolerance=1e-10");
    objects_steps(&o, h, 200);
    const double before = o.system->v[4];
    objects_steps(&o, h, 100);
    assert_near((o.system->v[4] - before) / (100.0 * h), G * (s - mu), 1e-7);
    objects_end(&o);
}

/* ---- A sheet on a ball, by both. */

static void drop(objects *o, trama_scene_spec *scene, const char *integrator, const char *options)
{
    *scene = (trama_scene_spec){.grid = {.points = {7, 7},
                                         .side = {0.6, 0.6},
                                         .origin = {-0.29, 0.302, -0.31},
                                         .axis = {{1, 0, 0}, {0, 0, 1}}},
                                .gravity = {0.0, -G, 0.0},
                                .damping = 0.003};
    objects_begin(o);
    objects_add(o, "sheet", "provot", "structural=50 shear=25 density=0.2 sweeps=0", scene);
    objects_add(o, "ball", "sphere", "radius=0.3", NULL);
    objects_join(o, "touch", "penalty_contact",
                 "stiffness=500 friction=0.4 slip=0.1 thickness=0.002", 2, (size_t)0, (size_t)1);
    objects_make_with(o, integrator, options);
}

static void it_reaches_the_step_of_newton(void **state)
{
    trama_scene_spec scenes[2];
    objects by_newton, by_nodes;
    double most = 0.0;
    (void)state;
    drop(&by_newton, &scenes[0], "backward_euler", "tolerance=1e-12 iterations=100");
    drop(&by_nodes, &scenes[1], descent, "iterations=3000 tolerance=1e-11");
    objects_steps(&by_newton, 1.0 / 120.0, 30);
    objects_steps(&by_nodes, 1.0 / 120.0, 30);
    for (size_t i = 0; i < 147; i++)
        most = worst_of(most, fabs(by_newton.system->q[i] - by_nodes.system->q[i]));
    print_message("%g m apart, %ld sweeps\n", most, by_nodes.integrator->solves.newton);
    assert_true(most < 1e-9);
    assert_true(objects_observed(&by_nodes, 0, "contacts") > 4.0);
    objects_end(&by_newton);
    objects_end(&by_nodes);
}

/* ---- Refusals. */

static void forces_that_are_not_of_single_nodes_are_refused(void **state)
{
    const trama_scene_spec scene = {
        .grid = {.points = {3, 3}, .side = {0.2, 0.2}, .axis = {{1, 0, 0}, {0, 0, 1}}}};
    trama_scene_spec above = scene;
    trama_error error;
    objects o;
    (void)state;
    above.grid.origin[1] = 0.5;
    objects_begin(&o);
    objects_add(&o, "sheet", "provot", "structural=3 density=1 sweeps=0", &scene);
    objects_add(&o, "second", "provot", "structural=3 density=1 sweeps=0", &above);
    objects_join(&o, "touch", "penalty_contact", "stiffness=100 thickness=0.01", 2, (size_t)0,
                 (size_t)1);
    assert_int_equal(objects_try(&o, descent, &error), TRAMA_BAD_INPUT);
    if (!strstr(error.text, "('touch') are not of single nodes"))
        fail_msg("%s", error.text);
    objects_end(&o);
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
        cmocka_unit_test(a_block_rests_where_its_springs_hold_it),
        cmocka_unit_test(a_block_below_the_angle_of_friction_creeps_as_the_law_says),
        cmocka_unit_test(a_block_above_it_slides_as_coulomb_says),
        cmocka_unit_test(it_reaches_the_step_of_newton),
        cmocka_unit_test(forces_that_are_not_of_single_nodes_are_refused),
    };
    return cmocka_run_group_tests(tests, register_all, NULL);
}
