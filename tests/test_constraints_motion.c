/* Rotations, paths and point sets move held nodes as told. They are the scene's affair alone, so
 * the tests take every integrator of the registry, on a model that knows of no constraint. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/held.h"
#include "support/near.h"

#include <math.h>

/* Node [3, 2] turns about the vertical through (1, 0, 2), 2 m away, and rises. */
static void rotation_is_exact_at_the_end_of_every_step(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        held_sheet s;
        held_begin(&s);
        s.spec.pin_count = 1;
        s.pin[0].k[0] = s.pin[0].k[1] = 3;
        s.pin[0].l[0] = s.pin[0].l[1] = 2;
        s.pin[0].motion = (trama_motion){
            .velocity = {0, 0.25, 0}, .centre = {1, 0, 2}, .angular_velocity = {0, 2.385, 0}};
        held_open_with(&s, trama_integrator_at(m)->name);
        for (int i = 0; i < 40; i++) {
            held_steps(&s, i < 20 ? 0.001 : 0.0007, 1); /* of another size half way */
            const double t = s.run.system->t;
            held_assert_at(&s, 11, 1 + 2 * cos(2.385 * t), 0.25 * t, 2 - 2 * sin(2.385 * t));
        }
        held_close(&s);
    }
}

/* An edge goes 0.2 m along x in 0.01 s, then 0.1 m up in 0.02 s, and stays. */
static void path_is_exact_at_the_end_of_every_step(void **state)
{
    (void)state;
    static const double path[] = {0.01, 0.2, 0, 0, 0.03, 0.2, 0.1, 0};
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        held_sheet s;
        held_begin(&s);
        s.spec.pin_count = 1;
        s.pin[0].l[1] = 2; /* nodes [0, 0] to [0, 2] */
        held_set_path(&s.pin[0].motion, 2, path);
        held_open_with(&s, trama_integrator_at(m)->name);
        for (int i = 0; i < 50; i++) {
            held_steps(&s, 0.0009, 1);
            const double t = s.run.system->t;
            for (size_t l = 0; l < 3; l++)
                held_assert_at(&s, l, 0.2 * fmin(t / 0.01, 1.0),
                               0.1 * fmin(fmax((t - 0.01) / 0.02, 0.0), 1.0), (double)l);
        }
        held_close(&s);
    }
}

/* The motion's time and place begin with the pin, wherever the node has got to. */
static void motion_begins_when_and_where_the_pin_takes_hold(void **state)
{
    (void)state;
    held_sheet s;
    held_begin(&s);
    s.spec.pin_count = 1;
    s.pin[0].motion.centre[2] = 5.0;
    s.pin[0].motion.angular_velocity[0] = 0.75;
    s.pin[0].interval.iterations[0] = 21;
    s.pin[0].interval.iterations[1] = 60;
    held_open(&s);
    held_steps(&s, 0.001, 20);
    const double y = held_at(&s, 0, 1), z = held_at(&s, 0, 2), x = held_at(&s, 0, 0);
    assert_true(y < -1e-3); /* it fell freely: measured -0.0021 */
    held_steps(&s, 0.001, 40);
    const double angle = 0.75 * 0.04, c = cos(angle), d = sin(angle);
    held_assert_at(&s, 0, x, c * y - d * (z - 5), 5 + d * y + c * (z - 5));
    held_close(&s);
}

static void node_let_go_keeps_its_velocity(void **state)
{
    (void)state;
    held_sheet s;
    held_begin(&s);
    s.spec.pin_count = 1;
    s.spec.gravity[1] = s.spec.gravity[2] = 0;
    s.pin[0].k[1] = HELD_M - 1; /* the whole sheet moves, so that nothing pulls */
    s.pin[0].l[1] = HELD_N - 1;
    s.pin[0].motion.velocity[2] = 0.5;
    s.pin[0].interval.seconds[0] = 0;
    s.pin[0].interval.seconds[1] = 0.1;
    held_open(&s);
    held_steps(&s, 0.01, 25);
    for (size_t i = 0; i < HELD_NODES; i++)
        held_assert_at(&s, i, held_row(i), 0, (double)(i % HELD_N) + 0.125);
    assert_int_equal(trama_activity_held(s.run.system->object[0].activity)->count, 0);
    held_close(&s);
}

/* Three points on the sheet's edge and one elsewhere, turning about z; the edge, in order. */
static void attached_nodes_are_at_the_bodys_points(void **state)
{
    (void)state;
    static const double points[] = {9, 9, 9, 0, 0, 0, 0, 0, 1, 0, 0, 2};
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        held_sheet s;
        held_begin(&s);
        s.spec.pin_count = s.spec.point_set_count = 1;
        s.pin[0].l[1] = 2;
        s.pin[0].point_set = 1;
        s.pin[0].points[0] = 1;
        s.pin[0].points[1] = -1;
        held_set_points(&s.point_set[0], 4, points);
        s.point_set[0].motion =
            (trama_motion){.centre = {2, 0, 0}, .angular_velocity = {0, 0, 1.25}};
        held_open_with(&s, trama_integrator_at(m)->name);
        held_steps(&s, 0.001, 37);
        const double angle = 1.25 * 0.037;
        for (size_t l = 0; l < 3; l++)
            held_assert_at(&s, l, 2 - 2 * cos(angle), -2 * sin(angle), (double)l);
        held_close(&s);
    }
}

/* A later pin_state finds the point set where its motion has brought it, at the end of the first
 * step. */
static void later_attachment_catches_up_within_a_step(void **state)
{
    (void)state;
    static const double point[] = {0, 0.01, 0};
    held_sheet s;
    held_begin(&s);
    s.spec.pin_count = s.spec.point_set_count = 1;
    s.pin[0].point_set = 1;
    s.pin[0].points[1] = 0;
    s.pin[0].interval.iterations[0] = 11;
    s.pin[0].interval.iterations[1] = 1000;
    held_set_points(&s.point_set[0], 1, point);
    s.point_set[0].motion.velocity[0] = 0.3;
    held_open(&s);
    held_steps(&s, 0.001, 11);
    held_assert_at(&s, 0, 0.3 * 0.011, 0.01, 0);
    held_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotation_is_exact_at_the_end_of_every_step),
        cmocka_unit_test(path_is_exact_at_the_end_of_every_step),
        cmocka_unit_test(motion_begins_when_and_where_the_pin_takes_hold),
        cmocka_unit_test(node_let_go_keeps_its_velocity),
        cmocka_unit_test(attached_nodes_are_at_the_bodys_points),
        cmocka_unit_test(later_attachment_catches_up_within_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
