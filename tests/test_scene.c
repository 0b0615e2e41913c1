/* scene/: geometry, errors, pins and forces with intervals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 3 };

static const double nodes_at_rest[60]; /* where nodes are does not matter to plain pins */

/* A 5 x 4 grid in the plane xz with the pins and forces that a test turns on. */
typedef struct draft {
    trama_scene_spec spec;
    trama_pin pins[PARTS];
    trama_point_force forces[PARTS];
} draft;

static void begin_draft(draft *d)
{
    trama_fields_default(trama_scene_fields, &d->spec);
    trama_fields_default(trama_grid_fields, &d->spec.grid);
    d->spec.grid.points[0] = 5;
    d->spec.grid.points[1] = 4;
    d->spec.grid.side[0] = 2.0;
    d->spec.grid.side[1] = 4.5;
    for (int i = 0; i < PARTS; i++) {
        trama_fields_default(trama_pin_fields, &d->pins[i]);
        trama_fields_default(trama_point_force_fields, &d->forces[i]);
        d->pins[i].l[1] = d->forces[i].l[1] = 0; /* node [0, 0], not all of row 0 */
    }
    d->spec.pins = d->pins;
    d->spec.forces = d->forces;
}

static trama_scene *make(const draft *d)
{
    trama_scene *scene;
    trama_error error;
    if (trama_scene_create(&d->spec, &scene, &error) != TRAMA_OK)
        fail_msg("%s: %s", error.path, error.text);
    return scene;
}

static trama_activity *activity_of(const trama_scene *scene)
{
    trama_activity *activity;
    trama_error error;
    assert_int_equal(trama_activity_create(scene, &activity, &error), TRAMA_OK);
    return activity;
}

static void nodes_stand_on_the_grid(void **state)
{
    (void)state;
    draft d;
    begin_draft(&d);
    d.spec.grid.origin[1] = 7.0;
    const double axes[2][3] = {{0, 3, 4}, {-5, 0, 0}};
    memcpy(d.spec.grid.axis, axes, sizeof axes);
    trama_scene *scene = make(&d);
    assert_int_equal(trama_scene_nodes(scene), 20);
    assert_true(fabs(trama_scene_spacing(scene, 0) - 0.5) < 1e-15);
    assert_true(fabs(trama_scene_spacing(scene, 1) - 1.5) < 1e-15);
    double q[60];
    trama_scene_reference(scene, q);
    const size_t node = 3 * 4 + 2; /* [3, 2]: 1.5 m along (0, 0.6, 0.8), 3 m along (-1, 0, 0) */
    assert_true(fabs(q[node] + 3.0) < 1e-14);
    assert_true(fabs(q[20 + node] - 7.9) < 1e-14);
    assert_true(fabs(q[40 + node] - 1.2) < 1e-14);
    trama_scene_destroy(scene);
}

static void perturbation_is_normal_bounded_and_seeded(void **state)
{
    (void)state;
    draft d;
    begin_draft(&d); /* axes x and z: the normal is -y */
    d.spec.perturbation = 1e-3;
    double flat[60], first[60], again[60], other[60], v[60];
    trama_scene *scene = make(&d), *twin = make(&d);
    d.spec.seed = 2;
    trama_scene *second = make(&d);
    trama_scene_reference(scene, flat);
    trama_scene_initial(scene, first, v);
    trama_scene_initial(twin, again, v);
    trama_scene_initial(second, other, v);
    assert_memory_equal(first, again, sizeof first);
    assert_memory_not_equal(first, other, sizeof first);
    double largest = 0.0;
    for (size_t i = 0; i < 20; i++) {
        assert_true(first[i] == flat[i] && first[40 + i] == flat[40 + i]);
        assert_true(first[20 + i] != 0.0);
        largest = fmax(largest, fabs(first[20 + i]));
    }
    assert_true(largest <= 1e-3 && largest > 0.8e-3);
    trama_scene_destroy(scene);
    trama_scene_destroy(twin);
    trama_scene_destroy(second);
}

/* Of a 5 x 4 grid: [1, 2] stands at s = (1/4, 2/3). */
static void wave_is_a_product_of_sines_along_the_grids_axes(void **state)
{
    (void)state;
    draft d;
    begin_draft(&d);
    const double wave[3] = {0.3, -0.7, 2.385};
    memcpy(d.spec.wave, wave, sizeof wave);
    d.spec.wave_numbers[1] = 2;
    trama_scene *scene = make(&d);
    double flat[60], q[60], v[60];
    trama_scene_reference(scene, flat);
    trama_scene_initial(scene, q, v);
    const size_t node = 1 * 4 + 2;
    const double pi = acos(-1.0), factor = sin(pi / 4) * sin(4 * pi / 3);
    assert_true(fabs(q[node] - flat[node] - 0.3 * factor) < 1e-15);
    assert_true(fabs(q[20 + node] - flat[20 + node] + 2.385 * factor) < 1e-15); /* normal: -y */
    assert_true(fabs(q[40 + node] - flat[40 + node] + 0.7 * factor) < 1e-15);
    for (size_t i = 0; i < 60; i++)
        if (i % 20 < 4 || i % 20 >= 16 || i % 4 == 0 || i % 4 == 3) /* the rim stays: round-off */
            assert_true(fabs(q[i] - flat[i]) < 1e-15);
    trama_scene_destroy(scene);
}

static void wave_of_no_half_waves_is_constant_along_that_direction(void **state)
{
    (void)state;
    draft d;
    begin_draft(&d);
    d.spec.wave[0] = 0.25;
    d.spec.wave_numbers[1] = 0;
    trama_scene *scene = make(&d);
    double flat[60], q[60], v[60];
    trama_scene_reference(scene, flat);
    trama_scene_initial(scene, q, v);
    for (size_t k = 0; k < 5; k++)
        for (size_t l = 0; l < 4; l++) /* the crest, k = 2, moves by the amplitude */
            assert_true(fabs(q[4 * k + l] - flat[4 * k + l] -
                             0.25 * sin(acos(-1.0) * (double)k / 4)) < 1e-15);
    assert_memory_equal(q + 20, flat + 20, 40 * sizeof *q);
    trama_scene_destroy(scene);
}

static void every_node_begins_with_the_initial_velocity(void **state)
{
    (void)state;
    draft d;
    begin_draft(&d);
    const double velocity[3] = {0.5, -1.25, 2.385};
    memcpy(d.spec.velocity, velocity, sizeof velocity);
    trama_scene *scene = make(&d);
    double q[60], v[60];
    trama_scene_initial(scene, q, v);
    for (size_t i = 0; i < 60; i++)
        assert_true(v[i] == velocity[i / 20]);
    trama_scene_destroy(scene);
}

static void scene_keeps_a_copy_of_the_spec(void **state)
{
    (void)state;
    draft d;
    begin_draft(&d);
    d.spec.pin_count = 1;
    d.pins[0].k[0] = d.pins[0].k[1] = -1;
    d.pins[0].l[0] = -3;
    d.pins[0].l[1] = -1;
    trama_scene *scene = make(&d);
    const trama_pin before = d.pins[0];
    memset(d.pins, 0x5a, sizeof d.pins);
    const trama_scene_spec *kept = trama_scene_spec_of(scene);
    assert_true(kept->pins[0].k[0] == 4 && kept->pins[0].k[1] == 4); /* counted from the end */
    assert_true(kept->pins[0].l[0] == 1 && kept->pins[0].l[1] == 3);
    assert_true(before.k[0] == -1); /* the caller's own stays as it was */
    trama_scene_destroy(scene);
}

static void scene_without_a_grid_has_no_nodes(void **state)
{
    (void)state;
    draft d;
    begin_draft(&d);
    trama_fields_default(trama_grid_fields, &d.spec.grid);
    trama_scene *scene = make(&d);
    assert_int_equal(trama_scene_nodes(scene), 0);
    trama_activity *activity = activity_of(scene);
    trama_activity_update(activity, 0.0, 1, 0.1, nodes_at_rest);
    assert_int_equal(trama_activity_held(activity)->count, 0);
    assert_int_equal(trama_activity_loads(activity)->point_count, 0);
    trama_activity_destroy(activity);
    trama_scene_destroy(scene);
}

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
    d->forces[0].l[1] = 4;
}
static void force_nan(draft *d)
{
    d->spec.force_count = 2;
    d->forces[1].force[0] = TRAMA_NAN;
}
static void force_interval_backwards(draft *d)
{
    d->spec.force_count = 1;
    d->forces[0].interval.seconds[0] = 2;
    d->forces[0].interval.seconds[1] = 1;
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
        {no_side, "grid.side", "0 < x"},
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
        {wave_without_grid, "wave", "neither a grid"},
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
        {pin_without_grid, "pins", "neither a grid"},
        {force_without_grid, "forces", "neither a grid"},
        {gravity_without_grid, "gravity", "neither a grid"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        draft d;
        begin_draft(&d);
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
    begin_draft(&d);
    d.spec.grid.axis[1][0] = 1e-10;
    trama_scene_destroy(make(&d));
}

/* Two pins on the same node, of different velocities along x, in these intervals. */
static trama_status two_velocities(const trama_interval *a, const trama_interval *b)
{
    draft d;
    begin_draft(&d);
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
    begin_draft(&d);
    d.spec.pin_count = 3;
    d.pins[0].motion.velocity[0] = d.pins[1].motion.velocity[0] =
        0.5;                             /* the same node and velocity */
    d.pins[2].k[0] = d.pins[2].k[1] = 1; /* another node */
    trama_scene_destroy(make(&d));
    d.pins[2].k[0] = d.pins[2].k[1] = 0; /* the same node, but that axis is free */
    d.pins[2].free[0] = true;
    trama_scene_destroy(make(&d));
}

static void coordinate_of_two_pins_is_held_once(void **state)
{
    (void)state;
    draft d;
    begin_draft(&d);
    d.spec.pin_count = 2;
    d.pins[0].k[1] = 1; /* nodes [0, 0] and [1, 0], axis y free */
    d.pins[0].free[1] = true;
    d.pins[1].k[0] = d.pins[1].k[1] = 1; /* nodes [1, 0] and [1, 1], all axes */
    d.pins[1].l[1] = 1;
    trama_scene *scene = make(&d);
    trama_activity *activity = activity_of(scene);
    for (long iteration = 1; iteration < 4; iteration++) {
        trama_activity_update(activity, 0.0, iteration, 0.1, nodes_at_rest);
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

/* Pin 0 in the given interval: the number of held coordinates at (t, iteration) is 3 or 0. */
static bool pinned_at(const trama_interval *interval, double t, long iteration)
{
    draft d;
    begin_draft(&d);
    d.spec.pin_count = 1;
    d.pins[0].interval = *interval;
    trama_scene *scene = make(&d);
    trama_activity *activity = activity_of(scene);
    trama_activity_update(activity, t, iteration, 0.1, nodes_at_rest);
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
    begin_draft(&d);
    d.spec.pin_count = 2;
    d.pins[0].interval.iterations[0] = 1;
    d.pins[0].interval.iterations[1] = 2;
    d.pins[1].k[0] = d.pins[1].k[1] = -1;
    d.pins[1].interval.iterations[0] = 2;
    d.pins[1].interval.iterations[1] = 3;
    d.pins[1].motion.velocity[2] = -0.75;
    trama_scene *scene = make(&d);
    trama_activity *activity = activity_of(scene);
    const trama_held *held = trama_activity_held(activity);
    const size_t counts[] = {3, 6, 3, 0};
    for (int round = 0; round < 2; round++) /* the second as after a reset */
        for (long iteration = 1; iteration <= 4; iteration++) {
            trama_activity_update(activity, 0.0, iteration, 0.1, nodes_at_rest);
            assert_int_equal(held->count, counts[iteration - 1]);
        }
    trama_activity_update(activity, 0.0, 3, 0.1, nodes_at_rest);
    assert_int_equal(held->coordinate[2], 40 + 4 * 4);
    assert_true(held->velocity[0] == 0.0 && held->velocity[2] == -0.75);
    trama_activity_destroy(activity);
    trama_scene_destroy(scene);
}

static void forces_act_on_their_nodes_in_their_intervals(void **state)
{
    (void)state;
    draft d;
    begin_draft(&d);
    d.spec.force_count = 2;
    d.forces[0].k[0] = -2; /* nodes [3, 0] and [4, 0] */
    d.forces[0].k[1] = -1;
    d.forces[0].force[1] = 30.0;
    d.forces[0].interval.iterations[0] = 1;
    d.forces[0].interval.iterations[1] = 2;
    d.forces[1].k[0] = d.forces[1].k[1] = 4; /* [4, 0] again: forces add up */
    d.forces[1].force[1] = -0.5;
    trama_scene *scene = make(&d);
    trama_activity *activity = activity_of(scene);
    const double inverse_density[20] = {[12] = 0.1, [16] = 0.1};
    const double both[2] = {3.0, 2.95}, later[2] = {0.0, -0.05};
    for (long iteration = 1; iteration <= 3; iteration++) {
        trama_activity_update(activity, 0.0, iteration, 0.1, nodes_at_rest);
        double a[60] = {0};
        trama_loads_apply_points(trama_activity_loads(activity), 0, 20, 20, inverse_density, a);
        const double *expected = iteration <= 2 ? both : later;
        assert_true(fabs(a[20 + 12] - expected[0]) < 1e-15);
        assert_true(fabs(a[20 + 16] - expected[1]) < 1e-15);
        for (size_t i = 0; i < 60; i++)
            assert_true(i == 32 || i == 36 || a[i] == 0.0);
    }
    trama_activity_destroy(activity);
    trama_scene_destroy(scene);
}

static void loads_are_those_of_the_scene(void **state)
{
    (void)state;
    draft d;
    begin_draft(&d);
    d.spec.gravity[2] = -9.8;
    d.spec.damping = 0.2;
    d.spec.drag = 0.032;
    d.spec.wind[0] = 100.0;
    trama_scene *scene = make(&d);
    trama_activity *activity = activity_of(scene);
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

static void tables_describe_the_structs_that_they_name(void **state)
{
    (void)state;
    const trama_fields tables[] = {trama_grid_fields, trama_scene_fields, trama_pin_fields,
                                   trama_point_force_fields};
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (size_t f = 0; f < tables[t].count; f++) {
            const trama_field *field = &tables[t].field[f];
            assert_true(field->offset < tables[t].size);
            assert_true(field->count >= 1 && field->count <= 4);
            assert_non_null(field->unit);
            assert_non_null(field->summary);
            assert_ptr_equal(trama_fields_find(tables[t], field->name), field); /* no name twice */
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_stand_on_the_grid),
        cmocka_unit_test(perturbation_is_normal_bounded_and_seeded),
        cmocka_unit_test(wave_is_a_product_of_sines_along_the_grids_axes),
        cmocka_unit_test(wave_of_no_half_waves_is_constant_along_that_direction),
        cmocka_unit_test(every_node_begins_with_the_initial_velocity),
        cmocka_unit_test(scene_keeps_a_copy_of_the_spec),
        cmocka_unit_test(scene_without_a_grid_has_no_nodes),
        cmocka_unit_test(faulty_scenes_are_refused_with_the_field),
        cmocka_unit_test(nearly_orthogonal_axes_pass),
        cmocka_unit_test(pins_that_disagree_at_the_same_time_are_refused),
        cmocka_unit_test(pins_that_agree_or_lie_apart_are_accepted),
        cmocka_unit_test(coordinate_of_two_pins_is_held_once),
        cmocka_unit_test(interval_of_iterations_includes_both_ends),
        cmocka_unit_test(interval_of_seconds_is_half_open),
        cmocka_unit_test(interval_of_seconds_ignores_the_rounding_of_n_h),
        cmocka_unit_test(lists_follow_the_intervals_back_and_forth),
        cmocka_unit_test(forces_act_on_their_nodes_in_their_intervals),
        cmocka_unit_test(loads_are_those_of_the_scene),
        cmocka_unit_test(loads_follow_the_formula),
        cmocka_unit_test(tables_describe_the_structs_that_they_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
