/* The rules of sleep (rigid_sleep.h) at their thresholds, one call at a time: how long and how slow
 * is rest, which push wakes, and that whoever is woken wakes those whom it would touch, at once. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "interaction/rigid_sleep.h"
#include "support/near.h"
#include "support/rigid.h"

enum { MOST = 6 };
static const double h = 1.0 / 128.0; /* s: sums of it are exact */

/* Cubes of side 1 m in a row along x, with gaps between them. */
typedef struct row {
    objects o;
    trama_rigid_pairs *pairs;
    trama_rigid_sleep sleep;
    double u[6 * MOST];
} row;

static void begin(row *r, size_t count, double gap, double reach)
{
    trama_error error;
    void *pairs;
    char text[160];
    memset(r, 0, sizeof *r);
    rigid_begin_on_ground(&r->o, NULL, NULL);
    snprintf(text, sizeof text,
             "shape=box side=1,1,1 arrangement=line position=0,0,0 count=%zu step=%.17g,0,0", count,
             1.0 + gap);
    rigid_add_body(&r->o, 0, "cube", text);
    objects_join(&r->o, "touch", "rigid_contact", "", 1, 0); /* so that there is a surface */
    objects_make(&r->o, "symplectic_euler");
    const trama_surface *surface = &r->o.system->object[0].surface;
    if (trama_rigid_pairs_create(&surface, 1, TRAMA_RIGID_ALL_PAIRS, sizeof *r->pairs, &pairs,
                                 &error) != TRAMA_OK)
        fail_msg("%s: %s", error.path, error.text);
    r->pairs = pairs;
    r->sleep.after = 8.0 * h;
    r->sleep.speed = 1e-3;
    assert_int_equal(r->pairs->bodies, count);
    assert_true(trama_rigid_sleep_create(&r->sleep, r->pairs));
    assert_true(trama_rigid_pairs_find(r->pairs, 0.0, r->o.system->q, reach));
}

static void end(row *r)
{
    trama_rigid_sleep_destroy(&r->sleep);
    trama_rigid_pairs_destroy(r->pairs);
    rigid_end(&r->o);
}

static void put_to_sleep(row *r, size_t body, uint32_t group)
{
    r->sleep.group[body] = group;
    r->sleep.count++;
}

static void advance(row *r, const double *v)
{
    trama_rigid_sleep_advance(&r->sleep, r->pairs, 0.0, h, r->o.system->q, v);
}

/* ---- Rest. */

/* Eight steps of h are `after`; the speed is that of the fastest point, |v| + r |w|. */
static void what_was_slow_for_long_enough_falls_asleep(void **state)
{
    (void)state;
    const double radius = sqrt(0.75), slow = 0.999e-3, fast = 1.001e-3;
    const struct {
        size_t component;
        double value;
        bool rests;
    } cases[] = {
        {0, slow, true},          {2, -slow, true},           {1, fast, false},
        {4, slow / radius, true}, {5, -fast / radius, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        row r;
        begin(&r, 1, 0.0, 0.0);
        r.u[cases[i].component] = cases[i].value;
        for (int step = 1; step <= 9; step++) {
            advance(&r, r.u);
            assert_int_equal(trama_rigid_sleeps(&r.sleep, 0), cases[i].rests && step == 8);
            if (step == 8)
                break;
        }
        end(&r);
    }
}

static void a_fast_step_begins_the_rest_anew(void **state)
{
    (void)state;
    row r;
    begin(&r, 1, 0.0, 0.0);
    for (int step = 1; step <= 7; step++)
        advance(&r, r.u);
    r.u[0] = 2e-3;
    advance(&r, r.u);
    r.u[0] = 0.0;
    for (int step = 1; step <= 8; step++) {
        assert_false(trama_rigid_sleeps(&r.sleep, 0));
        advance(&r, r.u);
    }
    assert_true(trama_rigid_sleeps(&r.sleep, 0));
    r.u[1] = 1e-9; /* whatever moves is awake */
    advance(&r, r.u);
    assert_false(trama_rigid_sleeps(&r.sleep, 0));
    assert_near(r.sleep.rested[0], h, 0.0);
    end(&r);
}

/* A run that begins anew finds all awake, and none that has rested. */
static void all_are_awake_when_a_run_begins(void **state)
{
    (void)state;
    row r;
    begin(&r, 3, 0.0, 0.0);
    for (int step = 1; step <= 8; step++)
        advance(&r, r.u);
    assert_int_equal(r.sleep.count, 3);
    trama_rigid_sleep_restart(&r.sleep, r.pairs);
    assert_int_equal(r.sleep.count, 0);
    for (size_t body = 0; body < 3; body++) {
        assert_false(trama_rigid_sleeps(&r.sleep, body));
        assert_true(r.sleep.rested[body] == 0.0);
    }
    end(&r);
}

/* Cubes that touch sleep together, when the last of them has rested; one apart does not wait. */
static void an_island_falls_asleep_as_one(void **state)
{
    (void)state;
    row r;
    begin(&r, 4, 0.0, 0.0);
    double q[7 * MOST];
    memcpy(q, r.o.system->q, r.o.system->nq * sizeof *q);
    q[7 * 3] += 1.0; /* the last one stands apart */
    assert_true(trama_rigid_pairs_find(r.pairs, 0.0, q, 0.0));
    r.u[6 * 2] = 2e-3; /* the third one moves in the first three steps */
    for (int step = 1; step <= 11; step++) {
        advance(&r, r.u);
        r.u[6 * 2] = step < 3 ? 2e-3 : 0.0;
        for (size_t i = 0; i < 4; i++)
            if (trama_rigid_sleeps(&r.sleep, i) != (step >= (i < 3 ? 11 : 8)))
                fail_msg("step %d: cube %zu", step, i);
    }
    assert_int_equal(r.sleep.group[0], r.sleep.group[2]);
    assert_int_not_equal(r.sleep.group[0], r.sleep.group[3]);
    end(&r);
}

/* ---- Waking. */

/* What is proposed for a sleeper is what was when it fell asleep, to 1e-6 of the largest component,
 * of either sign and wherever it differs; a push wakes those that sleep with it, and no others. */
static void a_push_above_its_threshold_wakes(void **state)
{
    (void)state;
    const double seen[6] = {0.3, -2.0, 0.0, 0.0, 0.7, -0.1};
    for (size_t component = 0; component < 6; component++)
        for (int i = 0; i < 4; i++) {
            const double push = (i % 2 ? -1.0 : 1.0) * (i < 2 ? 0.99e-6 : 1.01e-6) * 2.0;
            row r;
            begin(&r, 3, 0.5, 0.0);
            put_to_sleep(&r, 0, 0);
            put_to_sleep(&r, 1, 0);
            put_to_sleep(&r, 2, 2);
            for (size_t body = 0; body < 3; body++) {
                r.sleep.seen[body][0] = TRAMA_NAN;
                memcpy(r.u + 6 * body, seen, sizeof seen);
            }
            const double *u = trama_rigid_sleep_begin(&r.sleep, r.pairs, r.u);
            assert_int_equal(r.sleep.count, 3);
            for (size_t c = 0; c < 18; c++)
                assert_true(u[c] == 0.0);
            r.u[6 + component] += push;
            u = trama_rigid_sleep_begin(&r.sleep, r.pairs, r.u);
            if (r.sleep.count != (i < 2 ? 3 : 1))
                fail_msg("a push of %g on component %zu: %zu sleep", push, component,
                         r.sleep.count);
            assert_true(trama_rigid_sleeps(&r.sleep, 2));
            assert_true(u[6 + 1] == (i < 2 ? 0.0 : r.u[6 + 1]) && u[12 + 1] == 0.0);
            end(&r);
        }
}

/* The last cube comes at `speed`; the others sleep, each by itself, and would go on at 3 m/s if
 * they were awake: whoever closes the gap of 1 cm in a step of 1/128 s wakes the next. */
static size_t woken(double speed, double proposed)
{
    row r;
    begin(&r, 5, 0.01, 1.0);
    for (uint32_t i = 0; i < 4; i++)
        put_to_sleep(&r, i, i);
    for (size_t i = 0; i < 5; i++)
        r.u[6 * i] = i == 4 ? -speed : -proposed;
    for (size_t i = 0; i < 4; i++)
        memcpy(r.sleep.seen[i], r.u + 6 * i, sizeof r.sleep.seen[i]);
    trama_rigid_sleep_begin(&r.sleep, r.pairs, r.u);
    trama_rigid_sleep_touched(&r.sleep, r.pairs, 0.0, h, r.o.system->q, r.u);
    const size_t count = 4 - r.sleep.count;
    for (size_t i = 0; i < 4; i++) { /* from the struck end on, each with its proposal */
        assert_int_equal(trama_rigid_sleeps(&r.sleep, i), i < 4 - count);
        assert_near(r.sleep.u[6 * i], i < 4 - count ? 0.0 : -proposed, 0.0);
    }
    end(&r);
    return count;
}

static void a_chain_wakes_in_the_step_in_which_its_end_is_struck(void **state)
{
    (void)state;
    assert_int_equal(woken(1.27, 3.0), 0); /* 9.92 mm in a step */
    assert_int_equal(woken(1.29, 3.0), 4); /* 10.08 mm */
    assert_int_equal(woken(1.29, 1.27), 1);
    assert_int_equal(woken(5.0, 1.29), 4);
}

/* Five cubes that touch and sleep on a ground: when a ball strikes the first, the last moves off in
 * the same step. */
static void a_row_that_is_struck_moves_as_a_whole_at_once(void **state)
{
    (void)state;
    const double earth[3] = {0.0, -9.81, 0.0};
    objects o;
    rigid_begin_on_ground(&o, earth, "friction=0.1");
    rigid_add_body(&o, 0, "cube",
                   "shape=box side=1,1,1 position=0,0.5,0 arrangement=line count=5 step=1,0,0");
    rigid_add_body(&o, 0, "ball",
                   "shape=sphere radius=0.4 position=-12,1.7263,0 velocity=9,4,0 mass=3000");
    objects_join(&o, "touch", "rigid_contact", "sleep=0.25", 1, 0);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, h, 100);
    long steps = 0;
    for (; steps < 200 && o.system->v[0] == 0.0; steps++) {
        for (size_t i = 0; i < 6 * 5; i++)
            assert_true(o.system->v[i] == 0.0);
        objects_steps(&o, h, 1);
    }
    assert_in_range(steps, 10, 199);
    for (size_t i = 0; i < 5; i++)
        assert_true(o.system->v[6 * i] > 1e-3);
    rigid_end(&o);
}

/* ---- How fast. */

/* Of a body that is led: |v| + sqrt(2) r |w|, which no point of it exceeds; of a free one |v| + r
 * |w|; of one that stands 0. */
static void a_bodys_speed_is_no_less_than_that_of_its_points(void **state)
{
    (void)state;
    objects o;
    trama_error error;
    void *made;
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    rigid_add_body(&o, 0, "free",
                   "shape=box side=1,2,3 mass=1 velocity=2,-1,2 angular_velocity=0.3,0.6,-0.6");
    rigid_add_body(&o, 0, "led",
                   "shape=box side=1,2,3 motion=kinematic position=9,0,0 velocity=2,-1,2 "
                   "angular_velocity=0.3,0.6,-0.6");
    rigid_add_body(&o, 0, "still", "shape=box side=1,2,3 motion=static position=-9,0,0");
    objects_join(&o, "touch", "rigid_contact", "", 1, 0);
    objects_make(&o, "symplectic_euler");
    const trama_surface *surface = &o.system->object[0].surface;
    assert_int_equal(trama_rigid_pairs_create(&surface, 1, TRAMA_RIGID_ALL_PAIRS,
                                              sizeof(trama_rigid_pairs), &made, &error),
                     TRAMA_OK);
    const trama_rigid_pairs *pairs = made;
    const double r = sqrt(14.0) / 2.0, expected[] = {3.0 + r * 0.9, 3.0 + sqrt(2.0) * r * 0.9, 0.0};
    for (size_t i = 0; i < 3; i++)
        assert_near(trama_rigid_body_speed(pairs, i, 0.0, o.system->q, o.system->v), expected[i],
                    1e-12);
    assert_near(trama_rigid_pairs_speed(pairs, 0.0, o.system->q, o.system->v), expected[1], 1e-12);
    trama_rigid_pairs_destroy(made);
    rigid_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_slow_for_long_enough_falls_asleep),
        cmocka_unit_test(a_fast_step_begins_the_rest_anew),
        cmocka_unit_test(all_are_awake_when_a_run_begins),
        cmocka_unit_test(an_island_falls_asleep_as_one),
        cmocka_unit_test(a_push_above_its_threshold_wakes),
        cmocka_unit_test(a_chain_wakes_in_the_step_in_which_its_end_is_struck),
        cmocka_unit_test(a_row_that_is_struck_moves_as_a_whole_at_once),
        cmocka_unit_test(a_bodys_speed_is_no_less_than_that_of_its_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
