/* Sleep of rigid bodies: what rests long enough stays where it is to the bit, until something
 * touches or pushes it; what moves does not sleep; and the energy that sleep takes is in the books.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/rigid.h"

static const double earth[3] = {0.0, -9.81, 0.0};
enum { STATE = 7 * 8 };

/* Bodies on a ground whose top is y = 0. */
static void begin(objects *o, const double gravity[3])
{
    objects_begin(o);
    rigid_add(o, NULL, gravity);
    rigid_add_body(o, 0, "ground",
                   "shape=box side=100,2,100 position=0,-1,0 motion=static friction=0.5");
}

static bool keeps_its_bits(objects *o, long steps)
{
    double q[STATE], v[STATE];
    assert_true(o->system->nq <= STATE && o->system->nv <= STATE);
    memcpy(q, o->system->q, o->system->nq * sizeof *q);
    memcpy(v, o->system->v, o->system->nv * sizeof *v);
    for (long i = 0; i < steps; i++) {
        objects_steps(o, 0.01, 1);
        if (memcmp(q, o->system->q, o->system->nq * sizeof *q) != 0 ||
            memcmp(v, o->system->v, o->system->nv * sizeof *v) != 0)
            return false;
    }
    return true;
}

static void begin_tower(objects *o, const char *method)
{
    begin(o, earth);
    rigid_add_body(
        o, 0, "tower",
        "shape=box side=1,1,1 position=0,0.55,0 arrangement=line count=3 step=0.02,1.05,0");
    rigid_touch(o, "sleep=0.5", method);
}

/* Three boxes fall onto each other, come to rest and stay, at no velocity, to the bit. */
static void a_tower_at_rest_keeps_its_bits(void **state)
{
    (void)state;
    static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4"};
    for (size_t m = 0; m < 3; m++) {
        objects o;
        begin_tower(&o, methods[m]);
        assert_false(keeps_its_bits(&o, 20));
        objects_steps(&o, 0.01, 280);
        assert_true(keeps_its_bits(&o, 300));
        for (size_t i = 0; i < o.system->nv; i++)
            assert_true(o.system->v[i] == 0.0);
        assert_near(o.system->q[1], 0.5, 2e-3);
        rigid_end(&o);
    }
}

/* A ball that arrives wakes the whole tower; it is not a wall. */
static void a_ball_wakes_the_tower(void **state)
{
    (void)state;
    objects o;
    begin(&o, earth);
    rigid_add_body(&o, 0, "ball",
                   "shape=sphere radius=0.2 position=-12,0.6,0 velocity=4,14.3,0 mass=500");
    rigid_add_body(&o, 0, "tower",
                   "shape=box side=1,1,1 position=0,0.5,0 arrangement=line count=3 step=0,1,0");
    rigid_touch(&o, "sleep=0.5", "symplectic_euler");
    double tower[3 * 7];
    objects_steps(&o, 0.01, 100);
    memcpy(tower, o.system->q + 7, sizeof tower);
    objects_steps(&o, 0.01, 100); /* the ball flies for 2.8 s */
    assert_memory_equal(tower, o.system->q + 7, sizeof tower);
    double most = 0.0;
    for (int i = 0; i < 300; i++) {
        objects_steps(&o, 0.01, 1);
        for (size_t k = 0; k < 3 * 7; k++)
            most = worst_of(most, fabs(o.system->q[7 + k] - tower[k]));
    }
    print_message("tower that a ball hits moves %.2g m\n", most);
    assert_true(most > 0.01);
    rigid_end(&o);
}

/* A box that slides, one that spins slowly, and one at the highest point of its flight. */
static void what_moves_does_not_sleep(void **state)
{
    (void)state;
    objects o;
    const double pull[3] = {0.5, -9.81, 0.0};
    begin(&o, pull);
    rigid_add_body(&o, 0, "slides", "shape=box side=1,1,1 position=0,0.5,0 friction=0");
    rigid_add_body(&o, 0, "flies", "shape=box side=1,1,1 position=0,20,9 velocity=0,14.715,0");
    rigid_add_body(&o, 0, "spins",
                   "shape=sphere radius=0.5 position=20,0.5,0 friction=0 "
                   "angular_velocity=0,0.01,0");
    rigid_touch(&o, "sleep=0.5", "symplectic_euler");
    objects_steps(&o, 0.01, 300);
    assert_near(o.system->v[0], 1.5, 1e-6);
    assert_near(o.system->v[6 + 1], 14.715 - 9.81 * 3.0, 1e-9);
    assert_near(o.system->v[12 + 4], 0.01, 1e-9);
    rigid_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tower_at_rest_keeps_its_bits),
        cmocka_unit_test(a_ball_wakes_the_tower),
        cmocka_unit_test(what_moves_does_not_sleep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
