/* Pins hold coordinates and loads act in exactly the intervals of iterations and seconds that the
 * scene gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/draft.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void coordinate_of_two_pins_is_held_once(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    d.spec.pin_count = 2;
    d.pins[0].k[1] = 1; /* nodes [0, 0] and [1, 0], axis y free */
    d.pins[0].free[1] = true;
    d.pins[1].k[0] = d.pins[1].k[1] = 1; /* nodes [1, 0] and [1, 1], all axes */
    d.pins[1].l[1] = 1;
    trama_scene *scene = draft_make(&d);
    trama_activity *activity = draft_activity(scene);
    for (long iteration = 1; iteration < 4; iteration++) {
        trama_activity_update(activity, 0.0, iteration, 0.1, draft_nodes);
        const trama_held *held = trama_activity_held(activity);
        size_t times[60] = {0};
        for (size_t i = 0; i < held->count; i++)
            times[held->coordinate[i]]++;
        const size_t expected[] = {0, 40, 4, 24, 44, 5, 25, 45};
        assert_int_equal(held->count, sizeof expected / sizeof expected[0]);
        for (size_t i = 0; i < held->count; i++)
            assert_int_equal(times[expected[i]], 1);
    }
    trama_activity_destroy(activity);
    trama_scene_destroy(scene);
}

/* On the 5 x 4 nodes: every second k from 0 to 4, the first and the last l. */
static void skipped_nodes_are_free(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    d.spec.pin_count = 1;
    d.pins[0].k[1] = d.pins[0].l[1] = -1;
    d.pins[0].skip[0] = 1;
    d.pins[0].skip[1] = 2;
    trama_scene *scene = draft_make(&d);
    trama_activity *activity = draft_activity(scene);
    trama_activity_update(activity, 0.0, 1, 0.1, draft_nodes);
    const trama_held *held = trama_activity_held(activity);
    const size_t expected[] = {0, 3, 8, 11, 16, 19};
    assert_int_equal(held->count, 18);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(held->coordinate[3 * i], expected[i]);
    trama_activity_destroy(activity);
    trama_scene_destroy(scene);
}

/* Pin 0 in the given interval: the number of held coordinates at (t, iteration) is 3 or 0. */
static bool pinned_at(const trama_interval *interval, double t, long iteration)
{
    draft d;
    draft_begin(&d);
    d.spec.pin_count = 1;
    d.pins[0].interval = *interval;
    trama_scene *scene = draft_make(&d);
    trama_activity *activity = draft_activity(scene);
    trama_activity_update(activity, t, iteration, 0.1, draft_nodes);
    const size_t count = trama_activity_held(activity)->count;
    assert_true(count == 0 || count == 3);
    trama_activity_destroy(activity);
    trama_scene_destroy(scene);
    return count == 3;
}

static void interval_of_iterations_includes_both_ends(void **state)
{
    (void)state;
    const trama_interval interval = {{10, 20}, {TRAMA_NAN, TRAMA_NAN}};
    const trama_interval open_end = {{10, TRAMA_INFINITY}, {TRAMA_NAN, TRAMA_NAN}};
    assert_false(pinned_at(&interval, 0.5, 9));
    assert_true(pinned_at(&interval, 0.5, 10));
    assert_true(pinned_at(&interval, 0.5, 20));
    assert_false(pinned_at(&interval, 0.5, 21));
    assert_true(pinned_at(&open_end, 0.5, 1000000000));
}

static void interval_of_seconds_is_half_open(void **state)
{
    (void)state;
    const trama_interval interval = {{TRAMA_NAN, TRAMA_NAN}, {0.25, 1.5}};
    const trama_interval open_end = {{TRAMA_NAN, TRAMA_NAN}, {0.0, TRAMA_INFINITY}};
    assert_false(pinned_at(&interval, 0.2499, 1));
    assert_true(pinned_at(&interval, 0.25, 1));
    assert_true(pinned_at(&interval, 1.4999, 1));
    assert_false(pinned_at(&interval, 1.5, 1));
    assert_true(pinned_at(&open_end, 0.0, 1));
    assert_true(pinned_at(&open_end, 1e12, 1));
}

/* n h and a limit m h that a person writes as a decimal round differently: 3 * 0.1 > 0.3, and
 * others lie below. Whatever h, the interval begins at its own iteration. */
static void interval_of_seconds_ignores_the_rounding_of_n_h(void **state)
{
    (void)state;
    int below = 0;
    for (int n = 1; n < 300; n++) {
        char text[32];
        snprintf(text, sizeof text, "%d.%03d", n * 9 / 1000, n * 9 % 1000);
        const double limit = strtod(text, NULL), h = 0.009;
        const trama_interval interval = {{TRAMA_NAN, TRAMA_NAN}, {limit, limit + 1.0}};
        assert_true(pinned_at(&interval, n * h, n + 1));
        assert_false(pinned_at(&interval, (n - 1) * h, n));
        below += n * h < limit;
    }
    assert_true(below > 0); /* measured 147 of 299 */
}

static void lists_follow_the_intervals_back_and_forth(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    d.spec.pin_count = 2;
    d.pins[0].interval.iterations[0] = 1;
    d.pins[0].interval.iterations[1] = 2;
    d.pins[1].k[0] = d.pins[1].k[1] = -1;
    d.pins[1].interval.iterations[0] = 2;
    d.pins[1].interval.iterations[1] = 3;
    d.pins[1].motion.velocity[2] = -0.75;
    trama_scene *scene = draft_make(&d);
    trama_activity *activity = draft_activity(scene);
    const trama_held *held = trama_activity_held(activity);
    const size_t counts[] = {3, 6, 3, 0};
    for (int round = 0; round < 2; round++) /* the second as after a reset */
        for (long iteration = 1; iteration <= 4; iteration++) {
            trama_activity_update(activity, 0.0, iteration, 0.1, draft_nodes);
            assert_int_equal(held->count, counts[iteration - 1]);
        }
    trama_activity_update(activity, 0.0, 3, 0.1, draft_nodes);
    assert_int_equal(held->coordinate[2], 40 + 4 * 4);
    assert_true(held->velocity[0] == 0.0 && held->velocity[2] == -0.75);
    trama_activity_destroy(activity);
    trama_scene_destroy(scene);
}

static void forces_act_on_their_nodes_in_their_intervals(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    d.spec.force_count = 2;
    d.forces[0].on.k[0] = -2; /* nodes [3, 0] and [4, 0] */
    d.forces[0].on.k[1] = -1;
    d.forces[0].force[1] = 30.0;
    d.forces[0].on.interval.iterations[0] = 1;
    d.forces[0].on.interval.iterations[1] = 2;
    d.forces[1].on.k[0] = d.forces[1].on.k[1] = 4; /* [4, 0] again: forces add up */
    d.forces[1].force[1] = -0.5;
    trama_scene *scene = draft_make(&d);
    trama_activity *activity = draft_activity(scene);
    const double inverse_density[20] = {[12] = 0.1, [16] = 0.1};
    const double both[2] = {3.0, 2.95}, later[2] = {0.0, -0.05};
    for (long iteration = 1; iteration <= 3; iteration++) {
        trama_activity_update(activity, 0.0, iteration, 0.1, draft_nodes);
        double a[60] = {0};
        trama_activity_add_forces(activity, 0.0, draft_nodes, draft_nodes, inverse_density, a);
        const double *expected = iteration <= 2 ? both : later;
        assert_true(fabs(a[20 + 12] - expected[0]) < 1e-15);
        assert_true(fabs(a[20 + 16] - expected[1]) < 1e-15);
        for (size_t i = 0; i < 60; i++)
            assert_true(i == 32 || i == 36 || a[i] == 0.0);
    }
    trama_activity_destroy(activity);
    trama_scene_destroy(scene);
}

static void forces_leave_out_skipped_nodes(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    d.spec.force_count = 1;
    d.forces[0].on.k[1] = d.forces[0].on.l[1] = -1;
    d.forces[0].on.skip[0] = 2; /* k 0 and 3 */
    d.forces[0].on.skip[1] = 3; /* l 0 */
    d.forces[0].force[1] = 1.0;
    trama_scene *scene = draft_make(&d);
    trama_activity *activity = draft_activity(scene);
    double inverse_density[20], a[60] = {0};
    for (size_t i = 0; i < 20; i++)
        inverse_density[i] = 1.0;
    trama_activity_update(activity, 0.0, 1, 0.1, draft_nodes);
    trama_activity_add_forces(activity, 0.0, draft_nodes, draft_nodes, inverse_density, a);
    for (size_t i = 0; i < 60; i++)
        assert_true(a[i] == (i == 20 || i == 32 ? 1.0 : 0.0));
    trama_activity_destroy(activity);
    trama_scene_destroy(scene);
}

static void loads_are_those_of_the_scene(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    d.spec.gravity[2] = -9.8;
    d.spec.damping = 0.2;
    d.spec.drag = 0.032;
    d.spec.wind[0] = 100.0;
    trama_scene *scene = draft_make(&d);
    trama_activity *activity = draft_activity(scene);
    const trama_loads *loads = trama_activity_loads(activity);
    assert_true(loads->gravity[2] == -9.8 && loads->damping == 0.2);
    assert_true(loads->drag == 0.032 && loads->wind[0] == 100.0);
    trama_activity_destroy(activity);
    trama_scene_destroy(scene);
}

/* a = g + (rho_R (n . (u - v)) n - rho v) / mu, by hand for one node of three. */
static void loads_follow_the_formula(void **state)
{
    (void)state;
    trama_loads loads = {.gravity = {0, 0.5, -9.8}, .damping = 0.2, .wind = {10, -3, 1}};
    const double v[9] = {[1] = 2.0, [4] = -1.0, [7] = 0.25};
    const double inverse_density[1] = {4.0}, nx[1] = {0.6}, ny[1] = {0.0}, nz[1] = {0.8};
    double a[9] = {0};
    trama_loads_apply(&loads, 1, 1, 3, inverse_density, NULL, NULL, NULL, v, a);
    const double damped[3] = {-1.6, 0.5 + 0.8, -9.8 - 0.2};
    for (int axis = 0; axis < 3; axis++)
        assert_true(fabs(a[3 * axis + 1] - damped[axis]) < 1e-14);
    loads.drag = 0.032; /* n . (u - v) = 0.6 * 8 + 0.8 * 0.75 = 5.4 */
    memset(a, 0, sizeof a);
    trama_loads_apply(&loads, 1, 1, 3, inverse_density, nx, ny, nz, v, a);
    const double fluid = 0.032 * 4.0 * 5.4, normal[3] = {0.6, 0.0, 0.8};
    for (int axis = 0; axis < 3; axis++)
        assert_true(fabs(a[3 * axis + 1] - damped[axis] - fluid * normal[axis]) < 1e-14);
    assert_true(a[0] == 0.0 && a[2] == 0.0); /* only the nodes asked for */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinate_of_two_pins_is_held_once),
        cmocka_unit_test(interval_of_iterations_includes_both_ends),
        cmocka_unit_test(interval_of_seconds_is_half_open),
        cmocka_unit_test(interval_of_seconds_ignores_the_rounding_of_n_h),
        cmocka_unit_test(lists_follow_the_intervals_back_and_forth),
        cmocka_unit_test(forces_act_on_their_nodes_in_their_intervals),
        cmocka_unit_test(forces_leave_out_skipped_nodes),
        cmocka_unit_test(skipped_nodes_are_free),
        cmocka_unit_test(loads_are_those_of_the_scene),
        cmocka_unit_test(loads_follow_the_formula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
