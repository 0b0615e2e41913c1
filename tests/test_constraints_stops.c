/* Planes and boxes stop nodes under every integrator. The list of held coordinates changes only
 * when a constraint begins, ends or stops a node. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/held.h"
#include "support/near.h"

#include <string.h>

/* The sheet falls flat onto y = -0.05: it is there from one iteration on, to the last digit. */
static void falling_sheet_stops_at_a_plane(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        held_sheet s;
        held_begin(&s);
        s.spec.stop_count = 1;
        s.spec.gravity[2] = 0;
        const double point[3] = {7, -0.05, 7}, normal[3] = {0, 3, 0};
        memcpy(s.stop[0].point, point, sizeof point);
        memcpy(s.stop[0].normal, normal, sizeof normal);
        s.stop[0].interval.seconds[0] = 0;
        s.stop[0].interval.seconds[1] = 0.2;
        held_open_with(&s, trama_integrator_at(m)->name);
        held_steps(&s, 0.001, 95);
        assert_true(held_at(&s, 5, 1) > -0.05);
        held_steps(&s, 0.001, 15); /* free fall takes 0.101 s */
        for (size_t i = 0; i < HELD_NODES; i++)
            held_assert_at(&s, i, held_row(i), -0.05, (double)(i % HELD_N));
        assert_int_equal(trama_activity_held(s.run.system->object[0].activity)->count,
                         3 * HELD_NODES);
        held_steps(&s, 0.001, 89);
        assert_near(held_at(&s, 5, 1), -0.05, 1e-15);
        held_steps(&s, 0.001, 15); /* and the interval has ended */
        assert_true(held_at(&s, 5, 1) < -0.0505);
        held_close(&s);
    }
}

/* A box under nodes [0, *] and [1, *] catches those alone, at its upper face. */
static void box_stops_the_nodes_that_meet_it(void **state)
{
    (void)state;
    held_sheet s;
    held_begin(&s);
    s.spec.stop_count = 1;
    s.spec.gravity[2] = 0;
    const double low[3] = {-0.5, -1, -0.5}, high[3] = {1.5, -0.02, 2.5};
    memcpy(s.stop[0].low, low, sizeof low);
    memcpy(s.stop[0].high, high, sizeof high);
    held_open(&s);
    held_steps(&s, 0.001, 80);
    for (size_t i = 0; i < HELD_NODES; i++)
        if (i / HELD_N < 2)
            assert_near(held_at(&s, i, 1), -0.02, 1e-15);
        else
            assert_true(held_at(&s, i, 1) < -0.025);
    held_close(&s);
}

/* Also where it is pulled away: it is on the plane from the start. */
static void what_lies_on_a_plane_is_stopped(void **state)
{
    (void)state;
    held_sheet s;
    held_begin(&s);
    s.spec.stop_count = 1;
    s.spec.gravity[1] = 9.8;
    const double point[3] = {0, 0, 0}, normal[3] = {0, 1, 0};
    memcpy(s.stop[0].point, point, sizeof point);
    memcpy(s.stop[0].normal, normal, sizeof normal);
    held_open(&s);
    held_steps(&s, 0.001, 10);
    for (size_t i = 0; i < HELD_NODES; i++)
        held_assert_at(&s, i, held_row(i), 0, (double)(i % HELD_N));
    held_close(&s);
}

/* What a pin holds passes the plane; where the pin lets go, the stop takes it. */
static void pin_goes_before_a_stop(void **state)
{
    (void)state;
    held_sheet s;
    held_begin(&s);
    s.spec.pin_count = s.spec.stop_count = 1;
    s.stop[0].k[1] = s.stop[0].l[1] = 0; /* node [0, 0] alone */
    const double point[3] = {0, 0.1, 0}, normal[3] = {0, 1, 0};
    memcpy(s.stop[0].point, point, sizeof point); /* beyond it from the start */
    memcpy(s.stop[0].normal, normal, sizeof normal);
    s.pin[0].motion.velocity[1] = -1.0;
    s.pin[0].interval.iterations[0] = 5;
    s.pin[0].interval.iterations[1] = 14;
    held_open(&s);
    held_steps(&s, 0.001, 4); /* the stop's: at the plane after the first step */
    assert_near(held_at(&s, 0, 1), 0.1, 1e-15);
    held_steps(&s, 0.001, 10); /* the pin's: from there down */
    assert_near(held_at(&s, 0, 1), 0.09, 1e-15);
    held_steps(&s, 0.001, 1); /* the stop's again */
    assert_near(held_at(&s, 0, 1), 0.1, 1e-15);
    held_close(&s);
}

/* A pin takes a node from its stop and lifts it off the plane: there it is free. */
static void a_node_that_a_pin_has_lifted_is_no_longer_stopped(void **state)
{
    (void)state;
    held_sheet s;
    held_begin(&s);
    s.spec.pin_count = s.spec.stop_count = 1;
    s.stop[0].k[1] = s.stop[0].l[1] = 0; /* node [0, 0] alone */
    const double point[3] = {0, 0.1, 0}, normal[3] = {0, 1, 0};
    memcpy(s.stop[0].point, point, sizeof point);
    memcpy(s.stop[0].normal, normal, sizeof normal);
    s.pin[0].motion.velocity[1] = 1.0;
    s.pin[0].interval.iterations[0] = 5;
    s.pin[0].interval.iterations[1] = 14;
    held_open(&s);
    held_steps(&s, 0.001, 14);
    assert_near(held_at(&s, 0, 1), 0.11, 1e-15);
    assert_int_equal(trama_activity_held(s.run.system->object[0].activity)->count, 3);
    held_steps(&s, 0.001, 1);
    assert_true(held_at(&s, 0, 1) > 0.109);
    assert_int_equal(trama_activity_held(s.run.system->object[0].activity)->count, 0);
    held_close(&s);
}

static void busy(held_sheet *s)
{
    static const double path[] = {0.02, 0.1, 0, 0.1}, points[] = {0, 0, 0};
    held_begin(s);
    s->spec.pin_count = 3;
    s->spec.stop_count = s->spec.point_set_count = 1;
    s->pin[0].point_set = 1;
    s->pin[0].points[1] = 0;
    held_set_points(&s->point_set[0], 1, points);
    s->point_set[0].motion.angular_velocity[1] = 2.0;
    s->pin[1].k[0] = s->pin[1].k[1] = 3;
    held_set_path(&s->pin[1].motion, 1, path);
    s->pin[2] = s->pin[1];
    s->pin[2].l[0] = s->pin[2].l[1] = 2;
    s->pin[2].motion.angular_velocity[2] = 1.0;
    s->pin[2].interval.iterations[0] = 10;
    s->pin[2].interval.iterations[1] = 25;
    s->stop[0].point[0] = s->stop[0].point[1] = s->stop[0].point[2] = -0.004;
    s->stop[0].normal[0] = s->stop[0].normal[2] = 0;
    s->stop[0].normal[1] = 1;
}

static void reset_run_repeats_itself_to_the_bit(void **state)
{
    (void)state;
    held_sheet s;
    double first[3 * HELD_NODES];
    busy(&s);
    held_open(&s);
    held_steps(&s, 0.001, 40);
    memcpy(first, s.run.system->q, sizeof first);
    trama_system_reset(s.run.system);
    trama_integrator_restart(s.run.integrator);
    held_steps(&s, 0.001, 40);
    assert_memory_equal(s.run.system->q, first, sizeof first);
    held_close(&s);
}

/* Measures ask for the state's own iteration, with no step: that changes nothing. */
static void asking_twice_changes_nothing(void **state)
{
    (void)state;
    held_sheet quiet, asked;
    busy(&quiet);
    busy(&asked);
    held_open(&quiet);
    held_open(&asked);
    for (int i = 0; i < 40; i++) {
        trama_system *system = asked.run.system;
        trama_activity_update(system->object[0].activity, system->t, system->iteration + 1, 0.0,
                              system->q);
        held_steps(&quiet, 0.001, 1);
        held_steps(&asked, 0.001, 1);
        assert_memory_equal(quiet.run.system->q, system->q, 3 * HELD_NODES * sizeof(double));
    }
    held_close(&quiet);
    held_close(&asked);
}

/* The list of coordinates, and its version, change only when something begins, ends or stops. */
static void list_stays_while_what_it_holds_moves(void **state)
{
    (void)state;
    held_sheet s;
    busy(&s);
    s.spec.stop_count = 0;
    held_open(&s);
    const trama_held *held = trama_activity_held(s.run.system->object[0].activity);
    unsigned long version = held->version;
    for (int i = 1; i <= 30; i++) {
        held_steps(&s, 0.001, 1);
        assert_int_equal(held->version, version + (i >= 10) + (i >= 26));
        assert_int_equal(held->count, i >= 10 && i <= 25 ? 9 : 6);
    }
    held_close(&s);
}

/* Without a step size the velocities are the motion's own at that time. */
static void without_a_step_velocities_are_those_of_the_instant(void **state)
{
    (void)state;
    held_sheet s;
    busy(&s);
    s.spec.pin_count = 1;
    s.spec.stop_count = 0;
    s.pin[0].k[0] = s.pin[0].k[1] = 1;
    s.point_set[0].points.value[0] = 1.0; /* [1, 0, 0] turns about y: to -z */
    held_open(&s);
    const trama_held *held = trama_activity_held(s.run.system->object[0].activity);
    assert_near(held->velocity[0], 0.0, 1e-15);
    assert_near(held->velocity[2], -2.0, 1e-15);
    held_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(falling_sheet_stops_at_a_plane),
        cmocka_unit_test(box_stops_the_nodes_that_meet_it),
        cmocka_unit_test(what_lies_on_a_plane_is_stopped),
        cmocka_unit_test(pin_goes_before_a_stop),
        cmocka_unit_test(a_node_that_a_pin_has_lifted_is_no_longer_stopped),
        cmocka_unit_test(reset_run_repeats_itself_to_the_bit),
        cmocka_unit_test(asking_twice_changes_nothing),
        cmocka_unit_test(list_stays_while_what_it_holds_moves),
        cmocka_unit_test(without_a_step_velocities_are_those_of_the_instant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
