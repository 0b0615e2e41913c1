/* Wrong scenes are refused with the name of the wrong field, and right ones are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/draft.h"

#include <string.h>

/* What each faulty scene changes in the draft. */
static void no_points(draft *d)
{
    d->spec.grid.points[1] = 0;
}

static void one_point(draft *d)
{
    d->spec.grid.points[0] = 1;
}

static void no_side(draft *d)
{
    d->spec.grid.side[1] = 0.0;
}

static void side_vanishes(draft *d)
{
    d->spec.grid.side[0] = 1.0;
    d->spec.grid.side[1] = 1e-200;
}

static void cells_are_lines(draft *d)
{
    d->spec.grid.side[0] = 1e-12;
    d->spec.grid.side[1] = 1.0;
}

static void origin_far(draft *d)
{
    d->spec.grid.origin[1] = -1e13;
}

static void endless_side(draft *d)
{
    d->spec.grid.side[0] = TRAMA_INFINITY;
}

static void origin_nan(draft *d)
{
    d->spec.grid.origin[2] = TRAMA_NAN;
}

static void axis_zero(draft *d)
{
    memset(d->spec.grid.axis[0], 0, sizeof d->spec.grid.axis[0]);
}

static void axes_parallel(draft *d)
{
    memcpy(d->spec.grid.axis[1], d->spec.grid.axis[0], sizeof d->spec.grid.axis[1]);
}

static void axes_oblique(draft *d)
{
    d->spec.grid.axis[1][0] = 1e-8;
}

static void damping_negative(draft *d)
{
    d->spec.damping = -0.2;
}

static void drag_negative(draft *d)
{
    d->spec.drag = -0.032;
}

static void gravity_infinite(draft *d)
{
    d->spec.gravity[2] = -TRAMA_INFINITY;
}

static void wave_infinite(draft *d)
{
    d->spec.wave[1] = TRAMA_INFINITY;
}

static void wave_number_negative(draft *d)
{
    d->spec.wave_numbers[0] = -1;
}

static void wave_without_grid(draft *d)
{
    trama_fields_default(trama_grid_fields, &d->spec.grid);
    d->spec.wave[2] = 0.1;
}

static void perturbation_negative(draft *d)
{
    d->spec.perturbation = -1e-9;
}

static void pin_past_the_end(draft *d)
{
    d->spec.pin_count = 3;
    d->pins[2].k[1] = 5;
}

static void pin_before_the_start(draft *d)
{
    d->spec.pin_count = 1;
    d->pins[0].l[0] = -5;
}

static void pin_backwards(draft *d)
{
    d->spec.pin_count = 2;
    d->pins[1].l[0] = -1;
    d->pins[1].l[1] = 2;
}

static void pin_free_with_velocity(draft *d)
{
    d->spec.pin_count = 1;
    d->pins[0].free[1] = true;
    d->pins[0].motion.velocity[1] = 0.5;
}

static void interval_half(draft *d)
{
    d->spec.pin_count = 1;
    d->pins[0].interval.iterations[0] = 5;
}

static void interval_half_seconds(draft *d)
{
    d->spec.pin_count = 1;
    d->pins[0].interval.seconds[1] = 5;
}

static void interval_both(draft *d)
{
    interval_half(d);
    d->pins[0].interval.iterations[1] = 6;
    d->pins[0].interval.seconds[0] = 0;
    d->pins[0].interval.seconds[1] = 1;
}

static void interval_backwards(draft *d)
{
    interval_half(d);
    d->pins[0].interval.iterations[1] = 4;
}

static void interval_fraction(draft *d)
{
    interval_half(d);
    d->pins[0].interval.iterations[1] = 6.5;
}

static void interval_from_zero(draft *d)
{
    interval_half(d);
    d->pins[0].interval.iterations[0] = 0;
    d->pins[0].interval.iterations[1] = 4;
}

static void interval_empty_seconds(draft *d)
{
    interval_half_seconds(d);
    d->pins[0].interval.seconds[0] = 5;
}

static void force_past_the_end(draft *d)
{
    d->spec.force_count = 1;
    d->forces[0].on.l[1] = 4;
}

static void force_nan(draft *d)
{
    d->spec.force_count = 2;
    d->forces[1].force[0] = TRAMA_NAN;
}

static void force_interval_backwards(draft *d)
{
    d->spec.force_count = 1;
    d->forces[0].on.interval.seconds[0] = 2;
    d->forces[0].on.interval.seconds[1] = 1;
}

static void without_grid(draft *d)
{
    trama_fields_default(trama_grid_fields, &d->spec.grid);
}

static void pin_without_grid(draft *d)
{
    without_grid(d);
    d->spec.pin_count = 1;
}

static void force_without_grid(draft *d)
{
    without_grid(d);
    d->spec.force_count = 1;
}

static void gravity_without_grid(draft *d)
{
    without_grid(d);
    d->spec.gravity[2] = -9.8;
}

static void faulty_scenes_are_refused_with_the_field(void **state)
{
    (void)state;
    const struct {
        void (*change)(draft *);
        const char *path, *says;
    } cases[] = {
        {no_points, "grid.points", "from 2 to"},
        {one_point, "grid.points", "points is 1"},
        {no_side, "grid.side", "side is 0; allowed: from 1e-30 to 1e+30"},
        {side_vanishes, "grid.side", "side is 1e-200"},
        {cells_are_lines, "grid.side", "the cells have no area: their sides are 2.5e-13 m and"},
        {origin_far, "grid.origin", "nodes 0.5 m apart cannot be told from each other 1e+13 m"},
        {endless_side, "grid.side", "inf"},
        {origin_nan, "grid.origin", "nan"},
        {axis_zero, "grid.axis1", "zero"},
        {axes_parallel, "grid.axis2", "right angle"},
        {axes_oblique, "grid.axis2", "right angle"},
        {damping_negative, "damping", "-0.2"},
        {drag_negative, "drag", "-0.032"},
        {gravity_infinite, "gravity", "inf"},
        {perturbation_negative, "perturbation", "-1e-09"},
        {wave_infinite, "wave", "inf"},
        {wave_number_negative, "wave_numbers", "-1"},
        {wave_without_grid, "wave", "no grid"},
        {pin_past_the_end, "pins[2].k", "5 is outside the grid; allowed: 0 to 4, or -5 to -1"},
        {pin_before_the_start, "pins[0].l", "-5 is outside the grid; allowed: 0 to 3"},
        {pin_backwards, "pins[1].l", "ends before it begins"},
        {pin_free_with_velocity, "pins[0].velocity", "free axis"},
        {interval_half, "pins[0].iterations", "both"},
        {interval_half_seconds, "pins[0].seconds", "both"},
        {interval_both, "pins[0].seconds", "not in both"},
        {interval_backwards, "pins[0].iterations", "before it begins"},
        {interval_fraction, "pins[0].iterations", "whole"},
        {interval_from_zero, "pins[0].iterations", "at least 1"},
        {interval_empty_seconds, "pins[0].seconds", "before or as it begins"},
        {force_past_the_end, "forces[0].l", "4 is outside the grid"},
        {force_nan, "forces[1].force", "nan"},
        {force_interval_backwards, "forces[0].seconds", "before or as it begins"},
        {pin_without_grid, "pins", "no grid"},
        {force_without_grid, "forces", "no grid"},
        {gravity_without_grid, "gravity", "no grid"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        draft d;
        draft_begin(&d);
        cases[i].change(&d);
        trama_scene *scene = (trama_scene *)(void *)&d; /* to be set to NULL */
        trama_error error;
        assert_int_equal(trama_scene_create(&d.spec, &scene, &error), TRAMA_BAD_INPUT);
        assert_null(scene);
        assert_int_equal(error.status, TRAMA_BAD_INPUT);
        assert_string_equal(error.path, cases[i].path);
        if (!strstr(error.text, cases[i].says))
            fail_msg("\"%s\" does not say \"%s\"", error.text, cases[i].says);
    }
}

static void nearly_orthogonal_axes_pass(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    d.spec.grid.axis[1][0] = 1e-10;
    trama_scene_destroy(draft_make(&d));
}

/* Two pins on the same node, of different velocities along x, in these intervals. */
static trama_status two_velocities(const trama_interval *a, const trama_interval *b)
{
    draft d;
    draft_begin(&d);
    d.spec.pin_count = 2;
    d.pins[0].k[1] = 3;
    d.pins[1].k[0] = d.pins[1].k[1] = 2;
    d.pins[1].motion.velocity[0] = 0.5;
    d.pins[0].interval = *a;
    d.pins[1].interval = *b;
    trama_scene *scene;
    trama_error error;
    const trama_status status = trama_scene_create(&d.spec, &scene, &error);
    if (status != TRAMA_OK)
        assert_string_equal(error.path, "pins[1].velocity");
    trama_scene_destroy(scene);
    return status;
}

static void pins_that_disagree_at_the_same_time_are_refused(void **state)
{
    (void)state;
    const double inf = TRAMA_INFINITY, none = TRAMA_NAN;
    const struct {
        trama_interval a, b;
        trama_status status;
    } cases[] = {
        {{{none, none}, {none, none}}, {{none, none}, {none, none}}, TRAMA_BAD_INPUT},
        {{{1, 10}, {none, none}}, {{none, none}, {none, none}}, TRAMA_BAD_INPUT},
        {{{1, 10}, {none, none}}, {{10, 20}, {none, none}}, TRAMA_BAD_INPUT},
        {{{1, 10}, {none, none}}, {{11, inf}, {none, none}}, TRAMA_OK},
        {{{11, inf}, {none, none}}, {{1, 10}, {none, none}}, TRAMA_OK},
        {{{none, none}, {0, 1}}, {{none, none}, {0.5, 2}}, TRAMA_BAD_INPUT},
        {{{none, none}, {0, 1}}, {{none, none}, {1, 2}}, TRAMA_OK},
        {{{1, 10}, {none, none}}, {{none, none}, {100, 200}}, TRAMA_BAD_INPUT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(two_velocities(&cases[i].a, &cases[i].b), cases[i].status);
}

static void pins_that_agree_or_lie_apart_are_accepted(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    d.spec.pin_count = 3;
    d.pins[0].motion.velocity[0] = d.pins[1].motion.velocity[0] =
        0.5;                             /* the same node and velocity */
    d.pins[2].k[0] = d.pins[2].k[1] = 1; /* another node */
    trama_scene_destroy(draft_make(&d));
    d.pins[2].k[0] = d.pins[2].k[1] = 0; /* the same node, but that axis is free */
    d.pins[2].free[0] = true;
    trama_scene_destroy(draft_make(&d));
    d.pins[2].free[0] = false;
    d.pins[2].k[0] = 1; /* k 1 and 3 */
    d.pins[2].k[1] = 3;
    d.pins[2].skip[0] = 1;
    d.pins[0].k[0] = d.pins[0].k[1] = d.pins[1].k[0] = d.pins[1].k[1] = 2;
    trama_scene_destroy(draft_make(&d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faulty_scenes_are_refused_with_the_field),
        cmocka_unit_test(nearly_orthogonal_axes_pass),
        cmocka_unit_test(pins_that_disagree_at_the_same_time_are_refused),
        cmocka_unit_test(pins_that_agree_or_lie_apart_are_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
