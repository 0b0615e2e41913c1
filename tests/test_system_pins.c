/* Coordinates that a pin holds stay held through every operation of a system, in exactly its
 * iterations and seconds, and corrections of velocities respect them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/stage.h"

#include <math.h>
#include <string.h>

static void pinned_node_stays_and_the_others_fall(void **state)
{
    (void)state;
    stage s;
    stage_begin_grid(&s);
    s.spec.pin_count = 1;
    s.spec.velocity[0] = 0.7; /* also taken from the pinned node */
    stage_open(&s, &stage_dust, NULL);
    double reference[18];
    trama_scene_reference(s.scene, reference);
    stage_run(&s, 100, 0.01);
    for (size_t axis = 0; axis < 3; axis++) {
        assert_true(s.system->q[6 * axis] == reference[6 * axis]);
        assert_true(s.system->v[6 * axis] == 0.0);
    }
    for (size_t node = 1; node < 6; node++) {
        /* Symplectic Euler falls g h^2 n (n + 1) / 2 = 4.949 m. */
        assert_true(fabs(s.system->q[12 + node] - reference[12 + node] + 4.949) < 1e-12);
        assert_true(fabs(s.system->q[node] - reference[node] - 0.7) < 1e-12);
    }
    stage_close(&s);
}

static void free_axis_of_a_pin_moves_and_the_others_stay(void **state)
{
    (void)state;
    stage s;
    stage_begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.free[2] = true;
    s.spec.gravity[0] = 3.0;
    stage_open(&s, &stage_dust, NULL);
    stage_run(&s, 100, 0.01);
    assert_true(s.system->q[0] == 0.0 && s.system->q[6] == 0.0);
    assert_true(fabs(s.system->q[12] + 4.949) < 1e-12);
    assert_true(s.system->q[12] == s.system->q[12 + 2]); /* as freely as a node that no pin holds */
    stage_close(&s);
}

static void moving_pin_moves_by_velocity_times_time(void **state)
{
    (void)state;
    stage s;
    stage_begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.motion.velocity[0] = 0.75;
    s.pin.motion.velocity[2] = -2.385;
    stage_open(&s, &stage_dust, NULL);
    stage_run(&s, 300, 0.007); /* 2.1 s */
    assert_true(fabs(s.system->q[0] - 0.75 * 2.1) < 1e-13);
    assert_true(s.system->q[6] == 0.0);
    assert_true(fabs(s.system->q[12] + 2.385 * 2.1) < 1e-13);
    assert_true(s.system->v[0] == 0.75 && s.system->v[12] == -2.385);
    stage_close(&s);
}

/* Steps until `last`, and fails unless node 0 rests in exactly the iterations from..to. */
static void expect_rest(stage *s, long from, long to, long last, double h)
{
    for (long iteration = 1; iteration <= last; iteration++) {
        const double before = s->system->q[12];
        stage_run(s, 1, h);
        const bool rests = s->system->q[12] == before;
        if (rests != (iteration >= from && iteration <= to))
            fail_msg("iteration %ld: the node %s", iteration, rests ? "rests" : "moves");
    }
}

static void pin_holds_in_its_iterations_exactly(void **state)
{
    (void)state;
    stage s;
    stage_begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.interval.iterations[0] = 11;
    s.pin.interval.iterations[1] = 20;
    stage_open(&s, &stage_dust, NULL);
    expect_rest(&s, 11, 20, 40, 0.01);
    /* Freed at iteration 21 from rest: the twentieth free step's velocity is g h 20. */
    assert_true(fabs(s.system->v[12] + 9.8 * 0.01 * 20) < 1e-13);
    stage_close(&s);
}

/* A pin from 0.1 s to 0.3 s holds the iterations that start then, whatever the step. */
static void pin_holds_in_its_seconds_exactly(void **state)
{
    (void)state;
    const struct {
        double h;
        long from, to;
    } cases[] = {{0.1, 2, 3}, {0.01, 11, 30}, {0.001, 101, 300}, {0.03, 5, 10}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stage s;
        stage_begin_grid(&s);
        s.spec.pin_count = 1;
        s.pin.interval.seconds[0] = 0.1;
        s.pin.interval.seconds[1] = 0.3;
        stage_open(&s, &stage_dust, NULL);
        expect_rest(&s, cases[i].from, cases[i].to, cases[i].to + 20, cases[i].h);
        stage_close(&s);
    }
}

static void change_of_pins_does_not_begin_the_method_afresh(void **state)
{
    (void)state;
    stage s;
    stage_begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.interval.iterations[0] = 3;
    s.pin.interval.iterations[1] = 5;
    stage_open(&s, &stage_dust, NULL);
    stage_run(&s, 10, 0.01);
    assert_int_equal(stage_beginnings, 1);
    stage_close(&s);
}

static void held_coordinates_have_no_acceleration(void **state)
{
    (void)state;
    stage s;
    stage_begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.free[0] = true;
    s.spec.gravity[0] = 1.5;
    s.spec.gravity[1] = -0.5;
    stage_open(&s, &stage_dust, NULL);
    trama_system_begin(s.system, 0.01);
    double a[18], dq[18];
    trama_system_acceleration(s.system, 0.0, s.system->q, s.system->v, a);
    assert_true(a[0] == 1.5 && a[6] == 0.0 && a[12] == 0.0);
    assert_true(a[1] == 1.5 && a[7] == -0.5 && a[13] == -9.8);
    memset(a, 0, sizeof a);
    trama_system_rates(s.system, 0.0, s.system->q, s.system->v, dq, a);
    assert_true(a[0] == 1.5 && a[6] == 0.0 && a[13] == -9.8);
    assert_int_equal(s.system->evaluations, 2);
    stage_close(&s);
}

static void hold_gives_only_held_coordinates_their_velocity(void **state)
{
    (void)state;
    stage s;
    stage_begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.free[1] = true;
    s.pin.motion.velocity[2] = 0.5;
    stage_open(&s, &stage_dust, NULL);
    trama_system_begin(s.system, 0.01);
    double v[18];
    for (size_t i = 0; i < 18; i++)
        v[i] = 7.0;
    trama_system_hold(s.system, v);
    for (size_t i = 0; i < 18; i++)
        assert_true(v[i] == (i == 0 ? 0.0 : i == 12 ? 0.5 : 7.0));
    stage_close(&s);
}

static void post_step_is_told_what_is_held(void **state)
{
    (void)state;
    trama_model_type shifting = stage_dust;
    shifting.post_step = stage_shift;
    stage s;
    stage_begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.motion.velocity[1] = 2.0;
    s.spec.gravity[2] = 0.0;
    stage_open(&s, &shifting, NULL);
    stage_run(&s, 1, 0.25);
    assert_int_equal(stage_shifts.count, 1);
    assert_true(stage_shifts.t == 0.25 && stage_shifts.h == 0.25);
    assert_true(s.system->q[0] == 0.0 && s.system->q[6] == 0.5 && s.system->q[12] == 0.0);
    assert_true(s.system->v[0] == 0.0 && s.system->v[6] == 2.0);
    assert_true(s.system->q[6 + 1] == 0.125 && s.system->v[6 + 1] == 1.0);
    stage_close(&s);
}

static long limits; /* calls of dust_limit */

static double limited_at; /* q[1] of the last of them */

static bool dust_limit(void *model, double h, const double *inverse_mass, const double *q,
                       double *v)
{
    (void)model;
    assert_true(h == 0.25 && inverse_mass[0] == 0.0 && inverse_mass[1] == 1.0);
    limits++;
    limited_at = q[1];
    v[1] = 3.0;
    return true;
}

static void limit_acts_after_the_step_unless_the_method_calls_it(void **state)
{
    (void)state;
    trama_model_type limited = stage_dust;
    limited.limit = dust_limit;
    trama_integrator_type own = stage_probe;
    own.limits = true;
    for (int knows = 0; knows < 2; knows++) {
        stage s;
        stage_begin_grid(&s);
        s.spec.pin_count = 1;
        stage_open(&s, &limited, NULL);
        if (knows)
            s.integrator->type = &own;
        limits = 0;
        stage_run(&s, 2, 0.25);
        assert_int_equal(limits, knows ? 0 : 2);
        if (!knows) /* the second step moves by the 3 m/s that the first was limited to */
            assert_true(limited_at == 0.75 && s.system->v[1] == 3.0);
        stage_close(&s);
    }
}

static void inverse_mass_follows_what_is_held(void **state)
{
    (void)state;
    trama_model_type shifting = stage_dust;
    shifting.post_step = stage_shift;
    shifting.masses = stage_masses;
    stage s;
    stage_begin_grid(&s);
    s.spec.pin_count = 1;
    s.pin.interval.iterations[0] = 1;
    s.pin.interval.iterations[1] = 1;
    stage_open(&s, &shifting, NULL);
    assert_true(s.system->inverse_mass[0] == 0.0 && s.system->inverse_mass[1] == 4.0);
    stage_run(&s, 2, 0.25);
    assert_true(s.system->inverse_mass[0] == 4.0);
    trama_system_reset(s.system);
    assert_true(s.system->inverse_mass[0] == 0.0);
    stage_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pinned_node_stays_and_the_others_fall),
        cmocka_unit_test(free_axis_of_a_pin_moves_and_the_others_stay),
        cmocka_unit_test(moving_pin_moves_by_velocity_times_time),
        cmocka_unit_test(pin_holds_in_its_iterations_exactly),
        cmocka_unit_test(pin_holds_in_its_seconds_exactly),
        cmocka_unit_test(change_of_pins_does_not_begin_the_method_afresh),
        cmocka_unit_test(held_coordinates_have_no_acceleration),
        cmocka_unit_test(hold_gives_only_held_coordinates_their_velocity),
        cmocka_unit_test(post_step_is_told_what_is_held),
        cmocka_unit_test(limit_acts_after_the_step_unless_the_method_calls_it),
        cmocka_unit_test(inverse_mass_follows_what_is_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
