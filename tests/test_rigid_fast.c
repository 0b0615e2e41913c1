/* Fast bodies: a bullet does not pass a sheet of paper, wherever in a step it meets it; one that
 * passes beside it is not touched; and a long search from step to step finds the same as one that
 * begins anew. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "measure/momentum.h"
#include "support/near.h"
#include "support/rigid.h"

/* A sheet of 1 m by 1 m and 1 mm, upright at x = 0, and a bullet that flies towards it. */
static void begin(objects *o, const char *paper, const char *bullet, const char *method)
{
    objects_begin(o);
    rigid_add(o, NULL, NULL);
    rigid_add_body(o, 0, "paper", paper);
    rigid_add_body(o, 0, "bullet", bullet);
    objects_join(o, "touch", "rigid_contact", NULL, 1, 0);
    objects_make(o, method);
}

/* At 200 m/s a step of 10 ms takes it 2 m, 2000 times the sheet's thickness. */
static void a_bullet_does_not_pass_paper(void **state)
{
    (void)state;
    static const char *const shapes[] = {"sphere radius=0.01", "box side=0.02,0.02,0.02",
                                         "capsule radius=0.005 length=0.03"};
    static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4"};
    for (size_t shape = 0; shape < 3; shape++)
        for (int start = 0; start < 24; start++) {
            objects o;
            char bullet[200];
            snprintf(bullet, sizeof bullet,
                     "shape=%s position=%g,0.1,-0.2 velocity=200,0,0 angular_velocity=3,-1,2 "
                     "density=8000",
                     shapes[shape], -3.0 - start / 12.0);
            begin(&o, "shape=box side=0.001,1,1 motion=static", bullet, methods[start % 3]);
            for (int i = 0; i < 10; i++) {
                objects_steps(&o, 0.01, 1);
                if (!(o.system->q[0] < 0.0))
                    fail_msg("%s, start %d, step %d: x = %g m", shapes[shape], start, i,
                             o.system->q[0]);
            }
            assert_true(o.system->v[0] < 1e-6);
            rigid_end(&o);
        }
}

/* A sheet that can move takes the bullet's momentum, and they go on together. */
static void paper_takes_the_momentum_of_a_bullet(void **state)
{
    (void)state;
    for (int start = 0; start < 12; start++) {
        objects o;
        char bullet[160];
        double before[3], after[3];
        snprintf(bullet, sizeof bullet,
                 "shape=sphere radius=0.01 position=%g,0,0 velocity=200,0,0 density=8000",
                 -3.0 - start / 6.0);
        begin(&o, "shape=box side=0.001,1,1 density=800", bullet, "symplectic_euler");
        trama_momentum(o.system, before);
        objects_steps(&o, 0.01, 10);
        trama_momentum(o.system, after);
        for (size_t axis = 0; axis < 3; axis++)
            assert_near(after[axis], before[axis], 1e-12 * before[0]);
        assert_true(o.system->q[7] < o.system->q[0]);
        assert_near(o.system->v[6], o.system->v[0], 1e-6);
        rigid_end(&o);
    }
}

/* 1 mm beside the sheet's edge it flies on, to the bit. */
static void a_bullet_beside_paper_is_not_touched(void **state)
{
    (void)state;
    for (int start = 0; start < 12; start++) {
        objects o;
        char bullet[160];
        snprintf(bullet, sizeof bullet,
                 "shape=sphere radius=0.01 position=%g,0.511,0 velocity=200,0,0",
                 -3.0 - start / 6.0);
        begin(&o, "shape=box side=0.001,1,1 motion=static", bullet, "symplectic_euler");
        objects_steps(&o, 0.01, 10);
        assert_true(o.system->v[0] == 200.0 && o.system->v[1] == 0.0 && o.system->v[2] == 0.0);
        rigid_end(&o);
    }
}

/* Two bullets head-on in mid air, each 4 m in a step. */
static void bullets_do_not_pass_each_other(void **state)
{
    (void)state;
    for (int start = 0; start < 12; start++) {
        objects o;
        char first[160];
        snprintf(first, sizeof first, "shape=sphere radius=0.01 position=%g,0,0 velocity=400,0,0",
                 -5.0 - start / 5.0);
        begin(&o, first, "shape=box side=0.02,0.02,0.02 position=7,0,0 velocity=-400,0,0",
              "symplectic_euler");
        for (int i = 0; i < 5; i++) {
            objects_steps(&o, 0.01, 1);
            assert_true(o.system->q[0] < o.system->q[7]);
        }
        rigid_end(&o);
    }
}

/* Two that meet within a step touch at its end, whichever of them has moved: what is left of the
 * gap is what both come nearer until they meet. */
static void those_that_meet_touch_at_the_end_of_the_step(void **state)
{
    (void)state;
    for (int i = 0; i < 3 * 8; i++) {
        objects o;
        const int start = i / 3;
        const double way = 3.0 + 0.7 * start, first = i % 3 != 1 ? way : 0.0,
                     second = i % 3 != 0 ? -0.8 * way : 0.0;
        char bodies[2][200];
        snprintf(bodies[0], sizeof bodies[0],
                 "shape=sphere radius=0.01 mass=1 position=40,7,-2 velocity=%g,0,0", 100.0 * first);
        snprintf(bodies[1], sizeof bodies[1],
                 "shape=sphere radius=0.02 mass=3 position=%g,7,-2 velocity=%g,0,0",
                 40.03 + 0.7 * (first - second), 100.0 * second);
        begin(&o, bodies[0], bodies[1], "symplectic_euler");
        objects_steps(&o, 0.01, 1);
        assert_near(o.system->q[7] - o.system->q[0], 0.03, 1e-6);
        rigid_end(&o);
    }
}

/* The same of a plate that turns, by 0.02 rad in the step, and moves, far from the origin: along
 * the chord, which is 0.02 of the way from the arc. It is led, or so heavy that nothing stops it.
 */
static void what_a_turning_plate_meets_touches_it_at_the_end_of_the_step(void **state)
{
    (void)state;
    static const double v[3] = {3.0, -2.0, 1.0}, start[3] = {30.0, -20.0, 10.0}, arm = 0.8;
    for (int i = 0; i < 3 * 4 * 2; i++) {
        objects o;
        const int axis = i % 3, across = (axis + 1) % 3, up = (axis + 2) % 3, late = i / 3 % 4;
        const double share = 0.2 + 0.2 * late;
        double side[3] = {0.5, 0.5, 0.5}, w[3] = {0.0}, x[3] = {30.0, -20.0, 10.0};
        char plate[250], ball[200];
        side[across] = 2.0;
        side[up] = 0.002;
        w[axis] = 2.0;
        snprintf(plate, sizeof plate,
                 "shape=box side=%g,%g,%g %s position=%g,%g,%g velocity=%g,%g,%g "
                 "angular_velocity=%g,%g,%g",
                 side[0], side[1], side[2], i / 12 ? "density=1e12" : "motion=kinematic", x[0],
                 x[1], x[2], v[0], v[1], v[2], w[0], w[1], w[2]);
        x[across] += arm;
        x[up] += 0.002 + share * 0.02 * arm;
        snprintf(ball, sizeof ball,
                 "shape=sphere radius=0.001 mass=1 position=%.9g,%.9g,%.9g velocity=%g,%g,%g", x[0],
                 x[1], x[2], v[0], v[1], v[2]);
        begin(&o, plate, ball, "symplectic_euler");
        objects_steps(&o, 0.01, 1);
        const double *q = o.system->q + (i / 12 ? 7 : 0),
                     y = q[across] - start[across] - 0.01 * v[across],
                     z = q[up] - start[up] - 0.01 * v[up],
                     gap = z * cos(0.02) - y * sin(0.02) - 0.002;
        if (!(fabs(gap) < 0.04 * 0.02 * arm))
            fail_msg("case %d: %g m from the plate", i, gap);
        rigid_end(&o);
    }
}

/* A rod that strikes with an end would go through the ground with its middle, 0.35 m deep. That
 * stays half of half its width before it, to the normal of the place where the end strikes:
 * measured -0.3 mm. */
static void the_middle_of_a_rod_stays_before_what_its_end_strikes(void **state)
{
    (void)state;
    static const char rod[] = "shape=box side=1,0.02,0.03 position=0,0.4,0 velocity=0,-100,0 "
                              "orientation=0.98,0.01,0.02,0.15 density=1000",
                      ground[] = "shape=box side=9,2,9 position=0,-1,0 motion=static";
    for (int first = 0; first < 2; first++) {
        objects o;
        begin(&o, first ? rod : ground, first ? ground : rod, "symplectic_euler");
        objects_steps(&o, 0.01, 1);
        assert_near(o.system->q[1], 0.005, 0.006);
        rigid_end(&o);
    }
}

/* A plate of 2 m that is led round its middle at 20 rad/s, so that its ends go 0.2 m a step, ten
 * times its thickness, strikes a ball before it, and the ball goes no slower than the plate there.
 * About each axis, either way, wherever in a step. */
static void a_plate_that_is_led_round_sweeps_a_ball_along(void **state)
{
    (void)state;
    for (int i = 0; i < 3 * 2 * 6; i++) {
        objects o;
        const int axis = i % 3, across = (axis + 1) % 3, up = (axis + 2) % 3;
        const int start = i / 6;
        const double turn = i / 3 % 2 ? -20.0 : 20.0, angle = 0.3 + 0.13 * start;
        double side[3] = {0.5, 0.5, 0.5}, w[3] = {0.0}, x[3] = {0.0};
        char plate[200], ball[200];
        side[across] = 2.0;
        side[up] = 0.02;
        w[axis] = turn;
        x[across] = 0.8 * cos(angle);
        x[up] = 0.8 * sin(turn > 0.0 ? angle : -angle);
        snprintf(plate, sizeof plate,
                 "shape=box side=%g,%g,%g motion=kinematic angular_velocity=%g,%g,%g", side[0],
                 side[1], side[2], w[0], w[1], w[2]);
        snprintf(ball, sizeof ball, "shape=sphere radius=0.02 mass=1 position=%g,%g,%g", x[0], x[1],
                 x[2]);
        begin(&o, plate, ball, "symplectic_euler");
        objects_steps(&o, 0.01, 8); /* by 1.6 rad: the other end is not yet there */
        const double *v = o.system->v;
        const double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        if (!(speed > 0.95 * 20.0 * 0.8))
            fail_msg("case %d: the ball has %g m/s", i, speed);
        rigid_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bullet_does_not_pass_paper),
        cmocka_unit_test(paper_takes_the_momentum_of_a_bullet),
        cmocka_unit_test(a_bullet_beside_paper_is_not_touched),
        cmocka_unit_test(bullets_do_not_pass_each_other),
        cmocka_unit_test(those_that_meet_touch_at_the_end_of_the_step),
        cmocka_unit_test(what_a_turning_plate_meets_touches_it_at_the_end_of_the_step),
        cmocka_unit_test(the_middle_of_a_rod_stays_before_what_its_end_strikes),
        cmocka_unit_test(a_plate_that_is_led_round_sweeps_a_ball_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
