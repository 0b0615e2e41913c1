/* Whether bodies have moved since their contacts were searched for, how fast they are, and whether
 * they are where numbers can say. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "interaction/rigid_find.h"
#include "support/near.h"
#include "support/rigid.h"

/* A ball, a box that is larger, one that is led, and a ground; the least radius is 0.5 m. */
enum { BALL, BOX, LED, GROUND, BODIES };
static const double box_radius =
    1.1456439237389600; /* of sides 2, 1 and 0.5 m: half the diagonal */

static trama_rigid_pairs *begin(objects *o)
{
    objects_begin(o);
    rigid_add(o, NULL, NULL);
    rigid_add_body(o, 0, "ball", "shape=sphere radius=0.5 position=0,0,0");
    rigid_add_body(o, 0, "box", "shape=box side=2,1,0.5 position=5,0,0");
    rigid_add_body(o, 0, "led",
                   "shape=box side=2,1,0.5 position=10,0,0 motion=kinematic velocity=0,3,4 "
                   "angular_velocity=2,-1,2");
    rigid_add_body(o, 0, "ground", "shape=box side=9,1,9 position=0,-9,0 motion=static");
    rigid_touch(o, NULL, "symplectic_euler");
    assert_true(o->system->q[3] == 1.0 && o->system->q[7] == 5.0 && o->system->q[10] == 1.0);
    return o->system->acting[0].self;
}

/* ---- Moved. */

/* Turns body i from rest by an angle about an axis. */
static void turn(double *q, size_t i, int axis, double angle)
{
    q[7 * i + 3] = cos(0.5 * angle);
    for (int k = 0; k < 3; k++)
        q[7 * i + 4 + (size_t)k] = k == axis ? sin(0.5 * angle) : 0.0;
}

/* A shift, and a turn times the radius and sqrt(2), may be 1e-4 of the least radius in all. */
static void check_moved(size_t body, int axis, double shift, double turned, bool expected)
{
    objects o;
    trama_rigid_pairs *pairs = begin(&o);
    double *q = o.system->q;
    trama_rigid_bodies_see(pairs, 0.0, q);
    q[7 * body + (size_t)axis] += shift;
    turn(q, body, axis, turned / sqrt(2.0) / (body == BOX ? box_radius : 0.5));
    trama_rigid_bodies_see(pairs, 0.0, q);
    assert_int_equal(pairs->moved[body], expected);
    assert_false(pairs->moved[BOX - body] || pairs->moved[GROUND]);
    rigid_end(&o);
}

static void what_moves_by_less_than_a_share_of_the_least_radius_has_not_moved(void **state)
{
    (void)state;
    for (size_t body = BALL; body <= BOX; body++)
        for (int axis = 0; axis < 3; axis++) {
            check_moved(body, axis, 4.9e-5, 0.0, false);
            check_moved(body, axis, -4.9e-5, 0.0, false);
            check_moved(body, axis, 5.1e-5, 0.0, true);
            check_moved(body, axis, 0.0, 4.9e-5, false);
            check_moved(body, axis, 0.0, -5.1e-5, true);
            check_moved(body, axis, 2.5e-5, 2.4e-5, false);
            check_moved(body, axis, -2.5e-5, 2.6e-5, true);
        }
}

/* Along two axes at once the shift is that of Pythagoras. Small ones add up: all are counted from
 * where the body was when it had moved last. */
static void small_motions_add_up(void **state)
{
    (void)state;
    static const struct {
        double x, y;
        bool moved;
    } steps[] = {{2.9e-5, 3.9e-5, false}, {-2.9e-5, 3.9e-5, false}, {-2.9e-5, 4.2e-5, true},
                 {0.0, 4.2e-5, false},    {2.3e-5, 4.2e-5, true},   {2.3e-5, 0.0, false},
                 {2.3e-5, -1e-5, true}};
    objects o;
    trama_rigid_pairs *pairs = begin(&o);
    trama_rigid_bodies_see(pairs, 0.0, o.system->q);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        o.system->q[0] = steps[i].x;
        o.system->q[1] = steps[i].y;
        trama_rigid_bodies_see(pairs, 0.0, o.system->q);
        assert_int_equal(pairs->moved[BALL], steps[i].moved);
        assert_true(pairs->frame[BALL].shape.x[0] == steps[i].x);
    }
    rigid_end(&o);
}

/* ---- Speed. */

/* |v| + r |w| of what is free. Of what is led the sum of squares along three axes, sqrt(2) r |w|.
 */
static void speeds_are_those_of_the_farthest_points(void **state)
{
    (void)state;
    objects o;
    trama_rigid_pairs *pairs = begin(&o);
    const double *q = o.system->q;
    double *v = o.system->v;
    const double ball[6] = {1.0, -2.0, 2.0, 0.6, 0.0, -0.8},
                 box[6] = {0.0, 0.3, 0.4, 3.0, -4.0, 12.0};
    memcpy(v + pairs->components[BALL], ball, sizeof ball);
    memcpy(v + pairs->components[BOX], box, sizeof box);
    assert_near(trama_rigid_body_speed(pairs, BALL, 0.0, q, v), 3.0 + 0.5 * 1.0, 1e-14);
    assert_near(trama_rigid_body_speed(pairs, BOX, 0.0, q, v), 0.5 + box_radius * 13.0, 1e-13);
    assert_near(trama_rigid_body_speed(pairs, LED, 0.0, q, v), 5.0 + sqrt(2.0) * box_radius * 3.0,
                1e-12);
    assert_true(trama_rigid_body_speed(pairs, GROUND, 0.0, q, v) == 0.0);
    assert_near(trama_rigid_pairs_speed(pairs, 0.0, q, v), 0.5 + box_radius * 13.0, 1e-13);
    memset(v + pairs->components[BOX], 0, sizeof box);
    assert_near(trama_rigid_pairs_speed(pairs, 0.0, q, v), 5.0 + sqrt(2.0) * box_radius * 3.0,
                1e-12);
    v[pairs->components[BALL]] = 40.0;
    assert_true(trama_rigid_pairs_speed(pairs, 0.0, q, v) > 40.0);
    rigid_end(&o);
}

/* ---- Finite. */

static void a_number_that_is_none_is_seen_wherever_it_is(void **state)
{
    (void)state;
    static const double bad[] = {HUGE_VAL, -HUGE_VAL, TRAMA_NAN};
    objects o;
    trama_rigid_pairs *pairs = begin(&o);
    double *q = o.system->q;
    for (size_t i = 0; i < 14; i++)
        for (size_t b = 0; b < 3; b++) {
            const double kept = q[i];
            q[i] = bad[b];
            trama_rigid_bodies_see(pairs, 0.0, q);
            assert_false(trama_rigid_bodies_finite(pairs));
            q[i] = kept;
            trama_rigid_bodies_see(pairs, 0.0, q);
            assert_true(trama_rigid_bodies_finite(pairs));
        }
    rigid_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_moves_by_less_than_a_share_of_the_least_radius_has_not_moved),
        cmocka_unit_test(small_motions_add_up),
        cmocka_unit_test(speeds_are_those_of_the_farthest_points),
        cmocka_unit_test(a_number_that_is_none_is_seen_wherever_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
