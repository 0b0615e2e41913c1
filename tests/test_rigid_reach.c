/* The reach of a pair: a body that is turned round in a step meets the one that follows it in that
 * same step, though the two did not approach at its start. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/rigid.h"

/* Balls of 0.5 m fly along x at 10 m/s, 0.1 m a step: one ahead, and one that follows it behind a
 * gap. The first is 0.02 m from what stops it or throws it back. */
static void begin(objects *o, const char *ahead, double gap, int restitution, const char *method)
{
    char ball[160], settings[160];
    objects_begin(o);
    rigid_add(o, NULL, NULL);
    for (int i = 0; i < 2; i++) {
        snprintf(ball, sizeof ball,
                 "shape=sphere radius=0.5 velocity=10,0,0 restitution=%d position=%g,0,0",
                 restitution, -0.5 - i * (1.0 + gap));
        rigid_add_body(o, 0, i == 0 ? "first" : "follower", ball);
    }
    snprintf(settings, sizeof settings, "%s restitution=%d", ahead, restitution);
    rigid_add_body(o, 0, "ahead", settings);
    rigid_touch(o, NULL, method);
}

static void a_body_that_is_turned_round_meets_its_follower(void **state)
{
    (void)state;
    static const char *const ahead[] = {
        "shape=box side=1,4,4 position=0.52,0,0 motion=static",
        "shape=sphere radius=0.5 position=0.52,0,0 velocity=-10,0,0 motion=kinematic",
        "shape=sphere radius=0.5 position=0.52,0,0 velocity=-10,0,0 density=1e5"};
    static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4"};
    double deepest = -HUGE_VAL;
    for (size_t what = 0; what < 3; what++)
        for (int trial = 0; trial < 114; trial++) {
            const int hundredths = 1 + trial / 6;
            objects o;
            begin(&o, ahead[what], 0.01 * hundredths, trial % 2, methods[trial % 3]);
            for (int i = 0; i < 10; i++) {
                objects_steps(&o, 0.01, 1);
                const double depth = 1.0 - (o.system->q[0] - o.system->q[7]);
                deepest = worst_of(deepest, depth);
                if (!(depth < 1e-9))
                    fail_msg("'%s', gap %d cm, trial %d, step %d: %g m deep", ahead[what],
                             hundredths, trial, i, depth);
            }
            rigid_end(&o);
        }
    assert_true(deepest > -1e-9); /* they do meet */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_that_is_turned_round_meets_its_follower),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
