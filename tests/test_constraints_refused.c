/* Wrong motions, point sets and stops are refused, with the name of the wrong field. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/held.h"

#include <string.h>

static void attach(held_sheet *s)
{
    static const double points[] = {0, 0, 0, 0, 0, 1};
    s->spec.point_set_count = 1;
    s->pin[0].point_set = 1;
    s->pin[0].points[1] = 0;
    held_set_points(&s->point_set[0], 2, points);
}

static void path_back_in_time(held_sheet *s)
{
    static const double path[] = {1, 0, 0, 0, 1, 2, 0, 0};
    held_set_path(&s->pin[0].motion, 2, path);
}

static void path_along_a_free_axis(held_sheet *s)
{
    static const double path[] = {1, 0, 3, 0};
    held_set_path(&s->pin[0].motion, 1, path);
    s->pin[0].free[1] = true;
}

static void rotation_of_a_free_axis(held_sheet *s)
{
    s->pin[0].motion.angular_velocity[2] = 1;
    s->pin[0].free[1] = true;
}

static void body_that_is_not_there(held_sheet *s)
{
    s->pin[0].point_set = 1;
}

static void point_that_is_not_there(held_sheet *s)
{
    attach(s);
    s->pin[0].points[0] = s->pin[0].points[1] = 2;
}

static void more_nodes_than_points(held_sheet *s)
{
    attach(s);
    s->pin[0].l[1] = 2;
    s->pin[0].points[1] = -1;
}

static void point_elsewhere(held_sheet *s)
{
    attach(s);
    s->pin[0].points[0] = s->pin[0].points[1] = 1;
}

static void attached_and_free(held_sheet *s)
{
    attach(s);
    s->pin[0].free[2] = true;
}

static void attached_with_a_velocity(held_sheet *s)
{
    attach(s);
    s->pin[0].motion.velocity[2] = 1;
}

static void body_without_points(held_sheet *s)
{
    attach(s);
    s->point_set[0].points.count = 0;
}

static void two_motions_at_once(held_sheet *s)
{
    s->spec.pin_count = 2;
    s->pin[0].motion.angular_velocity[1] = 1;
}

static void stop_nowhere(held_sheet *s)
{
    s->spec.stop_count = 1;
}

static void stop_at_both(held_sheet *s)
{
    s->spec.stop_count = 1;
    for (int axis = 0; axis < 3; axis++) {
        s->stop[0].point[axis] = s->stop[0].normal[axis] = 1;
        s->stop[0].low[axis] = 0;
    }
}

static void stop_without_a_direction(held_sheet *s)
{
    s->spec.stop_count = 1;
    memset(s->stop[0].point, 0, sizeof s->stop[0].point);
    memset(s->stop[0].normal, 0, sizeof s->stop[0].normal);
}

static void box_inside_out(held_sheet *s)
{
    s->spec.stop_count = 1;
    for (int axis = 0; axis < 3; axis++)
        s->stop[0].low[axis] = s->stop[0].high[axis] = axis;
}

static void stop_off_the_grid(held_sheet *s)
{
    box_inside_out(s);
    s->stop[0].k[1] = HELD_M;
}

static void faulty_constraints_are_refused_with_the_field(void **state)
{
    (void)state;
    static const struct {
        void (*spoil)(held_sheet *s);
        const char *path, *text;
    } cases[] = {
        {path_back_in_time, "pins[0].path", "at time 1 s after 1 s"},
        {path_along_a_free_axis, "pins[0].path", "free axis"},
        {rotation_of_a_free_axis, "pins[0].angular_velocity", "rotations about that axis"},
        {body_that_is_not_there, "pins[0].point_set", "no such point set"},
        {point_that_is_not_there, "pins[0].points", "2 is outside the point set; allowed: 0 to 1"},
        {more_nodes_than_points, "pins[0].points", "3 nodes are attached to 2 points"},
        {point_elsewhere, "pins[0].points", "node [0, 0] is 1 m from point 1"},
        {attached_and_free, "pins[0].free", "no free axis"},
        {attached_with_a_velocity, "pins[0].point_set", "no motion of its own"},
        {body_without_points, "point_sets[0].points", "at least one point"},
        {two_motions_at_once, "pins[1]", "with another motion"},
        {stop_nowhere, "stops[0].point", "a plane (point and normal) or at a box"},
        {stop_at_both, "stops[0].low", "a plane (point and normal) or at a box"},
        {stop_without_a_direction, "stops[0].normal", "needs a direction"},
        {box_inside_out, "stops[0].high", "low < high"},
        {stop_off_the_grid, "stops[0].k", "4 is outside the grid"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        held_sheet s;
        trama_scene *scene;
        trama_error error = {0};
        held_begin(&s);
        s.spec.pin_count = 1;
        cases[i].spoil(&s);
        assert_int_equal(trama_scene_create(&s.spec, &scene, &error), TRAMA_BAD_INPUT);
        assert_string_equal(error.path, cases[i].path);
        if (!strstr(error.text, cases[i].text))
            fail_msg("'%s' does not say '%s'", error.text, cases[i].text);
    }
}

/* Pins on the same node that do not meet in time, or on other axes, are no contradiction. */
static void motions_that_do_not_meet_are_accepted(void **state)
{
    (void)state;
    held_sheet s;
    held_begin(&s);
    s.spec.pin_count = 2;
    s.pin[0].motion.angular_velocity[1] = 1;
    s.pin[0].free[1] = true; /* turns about y in the plane */
    s.pin[1].free[0] = s.pin[1].free[2] = true;
    held_open(&s);
    assert_int_equal(trama_activity_held(s.run.system->object[0].activity)->count, 3);
    held_close(&s);
    held_begin(&s);
    s.spec.pin_count = 2;
    s.pin[0].motion.angular_velocity[1] = 1;
    s.pin[0].interval.iterations[0] = 1;
    s.pin[0].interval.iterations[1] = 5;
    s.pin[1].interval.iterations[0] = 6;
    s.pin[1].interval.iterations[1] = 9;
    held_open(&s);
    held_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faulty_constraints_are_refused_with_the_field),
        cmocka_unit_test(motions_that_do_not_meet_are_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
