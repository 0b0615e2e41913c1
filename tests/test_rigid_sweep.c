/* Continuous detection: a bullet does not pass through paper, contacts come at the time of closed
 * forms, no shape overlaps another before its time of contact, and a bound that is met is said. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/vec.h"
#include "rigid/gjk.h"
#include "rigid/mpr.h"
#include "rigid/sweep.h"
#include "support/convex.h"
#include "support/near.h"

static const trama_sweep_motion still = {{0}, {0}};

static trama_sweep_result sweep(const trama_convex *a, const trama_pose *p,
                                const trama_sweep_motion *m, const trama_convex *b,
                                const trama_pose *q, const trama_sweep_motion *n)
{
    const trama_sweep_options options = trama_sweep_default(a, b);
    return trama_sweep(a, p, m, b, q, n, &options);
}

/* A ball of 4 mm at 800 m/s goes 26 m in a step of 0.033 s, through a sheet of 0.1 mm: at neither
 * end of the step they overlap. It meets the sheet after (1 m - 4 mm - 0.05 mm)/26.4 m of the step.
 */
static void a_bullet_does_not_pass_through_paper(void **state)
{
    (void)state;
    const trama_convex bullet = convex_make("sphere", 4e-3, 0, 0),
                       paper = convex_make("box", 1e-4, 0.21, 0.297);
    const trama_pose from = convex_at(-1, 0.02, 0.05), sheet = convex_at(0, 0, 0);
    const trama_sweep_motion shot = {{26.4, 0, 0}, {0}};
    const trama_pose to = trama_sweep_pose(&from, &shot, 1.0);
    const trama_mpr_options options = trama_mpr_default();
    assert_int_equal(trama_mpr(&bullet, &from, &paper, &sheet, &options, NULL).status,
                     TRAMA_MPR_APART);
    assert_int_equal(trama_mpr(&bullet, &to, &paper, &sheet, &options, NULL).status,
                     TRAMA_MPR_APART);
    const trama_sweep_result r = sweep(&bullet, &from, &shot, &paper, &sheet, &still);
    assert_int_equal(r.status, TRAMA_SWEEP_HIT);
    assert_near(r.s, (1.0 - 4e-3 - 0.5e-4) / 26.4, 1e-7);
    assert_near(r.normal[0], 1.0, 1e-12);
    assert_true(r.distance >= 0.0 && r.distance <= 4e-7);
}

/* A spinning tip, a tumbling sheet: 1000 shots of every kind at sheets of every thinness, from all
 * sides at speeds of 10 to 1e5 sheet widths a step, all aimed at the sheet's middle: none passes.
 */
static void no_shot_at_a_sheet_passes(void **state)
{
    (void)state;
    trama_random random = {31};
    for (int i = 0; i < 1000; i++) {
        const size_t kinds = trama_convex_count() - 1;
        const char *kind = trama_convex_at(trama_random_bits(&random) % kinds)->name;
        const double size = exp(convex_between(&random, log(1e-3), log(0.1)));
        const trama_convex shot = convex_make(kind, size, size, size),
                           sheet =
                               convex_make("box", 1.0, 1.0, exp(convex_between(&random, -14, -3)));
        trama_pose p = convex_pose(&random, 0.0), q = convex_pose(&random, 0.0);
        double from[3] = {0.1 * trama_random_signed(&random), 0.1 * trama_random_signed(&random),
                          2.0};
        const double speed = exp(convex_between(&random, log(10.0), log(1e5)));
        trama_sweep_motion fly = {{0}, {0}};
        for (int k = 0; k < 3; k++) { /* along the sheet's own axis, onto it */
            p.x[k] = dot3(q.axes[k], from);
            fly.shift[k] = -speed * q.axes[k][2];
            fly.turn[k] = 10.0 * trama_random_signed(&random);
        }
        assert_int_equal(sweep(&shot, &p, &fly, &sheet, &q, &still).status, TRAMA_SWEEP_HIT);
    }
}

/* |x + s u| = r1 + r2, a quadratic equation. */
static void spheres_meet_at_the_time_of_the_closed_form(void **state)
{
    (void)state;
    trama_random random = {32};
    int hits = 0;
    for (int i = 0; i < 2000; i++) {
        const trama_convex a = convex_make("sphere", convex_between(&random, 0.1, 0.5), 0, 0),
                           b = convex_make("sphere", convex_between(&random, 0.1, 0.5), 0, 0);
        const trama_pose p = convex_pose(&random, 2.0), q = convex_pose(&random, 2.0);
        trama_sweep_motion m = {{0}, {0}}, n = {{0}, {0}};
        double x[3], u[3];
        for (int k = 0; k < 3; k++) {
            m.shift[k] = 3.0 * trama_random_signed(&random);
            n.shift[k] = 3.0 * trama_random_signed(&random);
            x[k] = q.x[k] - p.x[k];
            u[k] = n.shift[k] - m.shift[k];
        }
        const double sum = a.radius + b.radius, c = dot3(x, x) - sum * sum, half = dot3(x, u),
                     square = dot3(u, u), root = half * half - square * c;
        if (c < 0.1 || fabs(root) < 0.02)
            continue;
        const double s = root > 0.0 ? (-half - sqrt(root)) / square : 2.0;
        const trama_sweep_result r = sweep(&a, &p, &m, &b, &q, &n);
        const bool hit = s >= 0.0 && s < 1.0;
        assert_int_equal(r.status, hit ? TRAMA_SWEEP_HIT : TRAMA_SWEEP_CLEAR);
        if (hit)
            assert_near(r.s, s, 1e-3); /* 5e-5 m at a grazing approach */
        hits += hit;
    }
    assert_in_range(hits, 20, 2000);
}

/* Sampled at 300 places of the step, shapes of every kind that move and turn are apart until their
 * time, and at it as near as is said. */
static void shapes_are_apart_until_they_meet(void **state)
{
    (void)state;
    trama_random random = {33};
    int count[3] = {0};
    for (int i = 0; i < 400; i++) {
        const size_t kinds = trama_convex_count() - 1;
        const trama_convex a = convex_make(
                               trama_convex_at(trama_random_bits(&random) % kinds)->name, 0.3, 0.9,
                               0.2),
                           b = convex_make(
                               trama_convex_at(trama_random_bits(&random) % kinds)->name, 0.4, 0.5,
                               0.3);
        const trama_pose p = convex_pose(&random, 1.5), q = convex_pose(&random, 1.5);
        trama_sweep_motion m = {{0}, {0}}, n = {{0}, {0}};
        for (int k = 0; k < 3; k++) {
            m.shift[k] = q.x[k] - p.x[k] + 1.5 * trama_random_signed(&random);
            m.turn[k] = 2.0 * trama_random_signed(&random);
            n.turn[k] = 2.0 * trama_random_signed(&random);
        }
        const trama_sweep_result r = sweep(&a, &p, &m, &b, &q, &n);
        count[r.status]++;
        for (int k = 0; k < 300; k++) {
            const double s = r.s * k / 300.0;
            const trama_pose at_a = trama_sweep_pose(&p, &m, s), at_b = trama_sweep_pose(&q, &n, s);
            if (r.s > 0.0)
                assert_true(trama_gjk(&a, &at_a, &b, &at_b, (double)INFINITY).found);
        }
        if (r.status == TRAMA_SWEEP_HIT && r.s > 0.0)
            assert_true(r.distance <= 1e-4 * fmin(a.radius, b.radius));
    }
    assert_int_equal(count[TRAMA_SWEEP_UNDECIDED], 0);
    assert_true(count[TRAMA_SWEEP_CLEAR] > 30 && count[TRAMA_SWEEP_HIT] > 30);
}

/* A rod of 2 m turns about its middle and strikes a ball. The angle
 * at part s is 2 atan(s/2); the tip is at the ball's side when the rod points to it. */
static void a_turning_rod_strikes_when_it_points_to_the_ball(void **state)
{
    (void)state;
    const trama_convex rod = convex_make("box", 2.0, 1e-3, 1e-3),
                       ball = convex_make("sphere", 0.1, 0, 0);
    const double angle = 0.6, reach = 0.9;
    const trama_pose p = convex_at(0, 0, 0),
                     q = convex_at(reach * cos(angle), reach * sin(angle), 0);
    const trama_sweep_motion turn = {{0}, {0, 0, 1.0}};
    const trama_sweep_result r = sweep(&rod, &p, &turn, &ball, &q, &still);
    const double before = asin((0.1 + 0.5e-3) / reach); /* the ball's side, and the rod's own */
    assert_int_equal(r.status, TRAMA_SWEEP_HIT);
    assert_near(2.0 * atan(0.5 * r.s), angle - before, 1e-4);
}

static void poses_turn_by_cayleys_map(void **state)
{
    (void)state;
    const trama_pose p = convex_at(1, 2, 3);
    const trama_sweep_motion m = {{1, 0, 0}, {0, 0, 2.0}}; /* 2 atan(1) = a quarter turn */
    const trama_pose q = trama_sweep_pose(&p, &m, 1.0);
    assert_near(q.x[0], 2.0, 0);
    assert_near(q.axes[0][0], 0.0, 1e-15);
    assert_near(q.axes[1][0], 1.0, 1e-15);
    assert_near(q.axes[0][1], -1.0, 1e-15);
    assert_near(q.axes[2][2], 1.0, 1e-15);
}

static void shapes_that_overlap_at_the_start_are_a_hit_at_once(void **state)
{
    (void)state;
    const trama_convex cube = convex_make("box", 1, 1, 1);
    const trama_pose p = convex_at(0, 0, 0), q = convex_at(0.5, 0.2, 0.1);
    const trama_sweep_motion away = {{-5, 0, 0}, {0}};
    const trama_sweep_result r = sweep(&cube, &p, &away, &cube, &q, &still);
    assert_int_equal(r.status, TRAMA_SWEEP_HIT);
    assert_near(r.s, 0.0, 0);
    assert_near(r.distance, 0.0, 0);
}

/* The rod and the ball again: two iterations do not do. */
static void a_bound_that_is_met_is_reported_and_safe(void **state)
{
    (void)state;
    const trama_convex rod = convex_make("box", 2.0, 1e-3, 1e-3),
                       ball = convex_make("sphere", 0.1, 0, 0);
    const trama_pose p = convex_at(0, 0, 0), q = convex_at(0.74, 0.5, 0);
    const trama_sweep_motion turn = {{0}, {0, 0, 1.0}};
    const trama_sweep_options few = {0.0, 1e-6, 2};
    const trama_sweep_result r = trama_sweep(&rod, &p, &turn, &ball, &q, &still, &few),
                             all = sweep(&rod, &p, &turn, &ball, &q, &still);
    assert_int_equal(r.status, TRAMA_SWEEP_UNDECIDED);
    assert_int_equal(all.status, TRAMA_SWEEP_HIT);
    assert_true(r.s > 0.0 && r.s <= all.s);
}

/* Balls of radius 1/2 whose centres are 4 apart come nearer by `shift`: they are `separation` apart
 * after (3 - separation)/shift of the step. */
static trama_sweep_result balls(double shift, const trama_sweep_options *options)
{
    const trama_convex ball = convex_make("sphere", 0.5, 0, 0);
    const trama_pose p = convex_at(0, 0, 0), q = convex_at(4, 0, 0);
    const trama_sweep_motion there = {{shift - 1, 0, 0}, {0}}, back = {{-1, 0, 0}, {0}};
    return trama_sweep(&ball, &p, &there, &ball, &q, &back, options);
}

/* The first look says how far they may go, the second that they have met. */
static void a_separation_is_kept_until_the_hit(void **state)
{
    (void)state;
    const trama_sweep_options once = {0.5, 1e-9, 1}, twice = {0.5, 1e-9, 2}, wide = {2.5, 0.5, 50};
    const trama_sweep_result r = balls(4.0, &twice), bound = balls(4.0, &once),
                             near = balls(4.0, &wide);
    assert_int_equal(r.status, TRAMA_SWEEP_HIT);
    assert_near(r.s, 0.625, 1e-9);
    assert_near(r.distance, 0.5, 2e-9);
    assert_near(r.a[0], 2.375, 1e-8);
    assert_near(r.b[0], 2.875, 1e-8);
    assert_int_equal(bound.status, TRAMA_SWEEP_UNDECIDED);
    assert_near(bound.s, 0.625, 1e-9);
    assert_int_equal(near.status, TRAMA_SWEEP_HIT);
    assert_near(near.s, 0.0, 0.0);
    assert_near(near.distance, 3.0, 1e-15);
}

/* By less than the room, or by all of it, is clear; by more, however slowly, a hit. */
static void what_ends_the_step_at_the_separation_is_clear(void **state)
{
    (void)state;
    const trama_sweep_options half = {0.5, 1e-9, 50}, most = {2.96, 1e-9, 50};
    const trama_sweep_result less = balls(2.4, &half), all = balls(2.5, &half),
                             more = balls(2.6, &half), slow = balls(0.05, &most);
    assert_int_equal(less.status, TRAMA_SWEEP_CLEAR);
    assert_near(less.s, 1.0, 0.0);
    assert_int_equal(all.status, TRAMA_SWEEP_CLEAR);
    assert_near(all.s, 1.0, 0.0);
    assert_int_equal(more.status, TRAMA_SWEEP_HIT);
    assert_near(more.s, 2.5 / 2.6, 1e-9);
    assert_int_equal(slow.status, TRAMA_SWEEP_HIT);
    assert_near(slow.s, 0.8, 1e-7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bullet_does_not_pass_through_paper),
        cmocka_unit_test(no_shot_at_a_sheet_passes),
        cmocka_unit_test(spheres_meet_at_the_time_of_the_closed_form),
        cmocka_unit_test(shapes_are_apart_until_they_meet),
        cmocka_unit_test(a_turning_rod_strikes_when_it_points_to_the_ball),
        cmocka_unit_test(poses_turn_by_cayleys_map),
        cmocka_unit_test(shapes_that_overlap_at_the_start_are_a_hit_at_once),
        cmocka_unit_test(a_bound_that_is_met_is_reported_and_safe),
        cmocka_unit_test(a_separation_is_kept_until_the_hit),
        cmocka_unit_test(what_ends_the_step_at_the_separation_is_clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
