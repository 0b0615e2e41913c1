/* Contact that has its normal and places where bodies meet within the step: impacts askew are those
 * of theory, wherever in a step they fall. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/rigid.h"

static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4"};
enum { METHODS = 3 };

/* Equal balls of 0.05 m, offset by a radius, e = 1: after it (0.5, 0.866025) and (1.5, -0.866025).
 * The largest error of a velocity, m/s. */
static double billiard(const char *settings, const char *method, double h)
{
    objects o;
    double error = 0.0;
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    rigid_add_body(&o, 0, "cue",
                   "shape=sphere radius=0.05 mass=1 position=-0.5,0.05,0 velocity=2,0,0 "
                   "friction=0 restitution=1");
    rigid_add_body(&o, 0, "other", "shape=sphere radius=0.05 mass=1 friction=0 restitution=1");
    rigid_touch(&o, settings, method);
    objects_steps(&o, h, lround(0.5 / h));
    const double expected[2][2] = {{0.5, sqrt(0.75)}, {1.5, -sqrt(0.75)}};
    for (size_t body = 0; body < 2; body++)
        for (size_t axis = 0; axis < 2; axis++)
            error = worst_of(error, fabs(o.system->v[6 * body + axis] - expected[body][axis]));
    assert_near(rigid_kinetic(&o), 2.0, 1e-9);
    rigid_end(&o);
    return error;
}

/* A ball of 0.1 m strikes a floor at (3, -2) m/s, e 0.5, mu 0.6: it grips, vx = 15/7, and turns at
 * -vx/r. The larger error of vx and of r times the spin, m/s. */
static double oblique(const char *settings, const char *method, double h)
{
    objects o;
    rigid_begin_on_ground(&o, NULL, "friction=0.6 restitution=0.5");
    rigid_add_body(&o, 0, "ball",
                   "shape=sphere radius=0.1 mass=1 position=0,0.2037,0 velocity=3,-2,0 "
                   "friction=0.6 restitution=0.5");
    rigid_touch(&o, settings, method);
    objects_steps(&o, h, lround(0.2 / h));
    const double *v = o.system->v;
    const double error =
        fmax(fabs(v[0] - 15.0 / 7.0), fmax(fabs(v[1] - 1.0), fabs(0.1 * v[5] + 15.0 / 7.0)));
    rigid_end(&o);
    return error;
}

/* A ball of 1 kg at 2 m/s on a free rod of 3 kg, 0.4 m from its middle, e = 0.5, askew: theory with
 * the rod as it is when it is struck. */
static double offcentre(const char *settings, const char *method, double h)
{
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    rigid_add_body(&o, 0, "ball",
                   "shape=sphere radius=0.05 mass=1 position=0.4,0.3137,0 velocity=0,-2,0 "
                   "friction=0 restitution=0.5");
    rigid_add_body(&o, 0, "rod", "shape=box side=1,0.1,0.1 mass=3 friction=0 restitution=0.5");
    rigid_touch(&o, settings, method);
    objects_steps(&o, h, lround(0.3 / h));
    const double *v = o.system->v;
    const double error = fmax(fabs(v[1] + 0.474832), fabs(v[7] + 0.508389));
    rigid_end(&o);
    return error;
}

/* Before: first order at best. After: the sweep's tolerance, 1e-8 of a radius. */
static void impacts_askew_are_those_of_theory_at_any_step(void **state)
{
    (void)state;
    const double steps[] = {0.01, 0.005, 0.002, 0.001};
    static const struct {
        const char *name;
        double (*error)(const char *settings, const char *method, double h);
        double tolerance, before;
    } laws[] = {{"billiard", billiard, 1e-6, 0.003},
                {"oblique", oblique, 1e-6, 0.003},
                {"offcentre", offcentre, 1e-6, 0.0}};
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
        for (size_t m = 0; m < METHODS; m++) {
            print_message("%s, %s:", laws[l].name, methods[m]);
            double largest = 0.0;
            for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
                const double before = laws[l].error("moment=start", methods[m], steps[i]),
                             after = laws[l].error("moment=arrival", methods[m], steps[i]);
                print_message(" %.2g -> %.2g", before, after);
                assert_near(after, 0.0, laws[l].tolerance);
                largest = worst_of(largest, before);
            }
            print_message("\n");
            assert_true(largest >= laws[l].before); /* what is mended is there to be seen */
        }
}

/* Boxes and balls that fly into each other for 2 s: with e = 1 and no friction energy errs by less
 * than before the mend, with e = 0.5 it never grows. */
static void a_swarm_makes_no_energy(void **state)
{
    (void)state;
    static const char *const moments[] = {"moment=start", "moment=arrival",
                                          "moment=arrival impact_halvings=4"};
    for (size_t i = 0; i < 3; i++) {
        objects o;
        objects_begin(&o);
        rigid_add(&o, "variant=splitting", NULL);
        rigid_add_swarm(&o, "restitution=0.5 friction=0.3");
        rigid_touch(&o, moments[i], "velocity_verlet");
        double last = rigid_kinetic(&o), grown = 0.0;
        const double first = last;
        for (int step = 0; step < 400; step++) {
            objects_steps(&o, 0.005, 1);
            const double now = rigid_kinetic(&o);
            grown = worst_of(grown, now - last);
            last = now;
        }
        print_message("%s: %.4g J of %.4g J are left, grown by %.2g J in a step at most\n",
                      moments[i], last, first, grown);
        assert_true(grown < 2e-3 * first);
        assert_true(last < 0.9 * first);
        rigid_end(&o);
    }
}

/* A block of 0.1 x 0.4 m is let go at half of atan(1/4), strikes its other edge and rocks on: the
 * next tilt by Housner's factor. The height of the edge that is lifted, over theory's. */
static double rocking(const char *settings, double h)
{
    const double earth[3] = {0.0, -9.81, 0.0}, a = atan(0.25), first = 0.5 * a,
                 kept = 1.0 - 1.5 * sin(a) * sin(a),
                 law = 0.1 * sin(a - acos(cos(a) + kept * kept * (cos(a - first) - cos(a))));
    double highest = 0.0;
    char block[200];
    objects o;
    rigid_begin_on_ground(&o, earth, "friction=2");
    snprintf(block, sizeof block,
             "shape=box side=0.1,0.4,0.1 mass=1 friction=2 position=%.17g,%.17g,0 "
             "orientation=%.17g,0,0,%.17g",
             -0.05 * cos(first) + 0.2 * sin(first), 0.05 * sin(first) + 0.2 * cos(first),
             cos(0.5 * first), -sin(0.5 * first));
    rigid_add_body(&o, 0, "block", block);
    rigid_touch(&o, settings, "velocity_verlet");
    for (long i = 0; i < lround(0.6 / h); i++) {
        objects_steps(&o, h, 1);
        const double *q = o.system->q, tilt = 2.0 * atan2(q[6], q[3]);
        highest = worst_of(highest, q[1] + 0.05 * sin(tilt) - 0.2 * cos(tilt));
    }
    rigid_end(&o);
    return highest / law;
}

/* Held where it struck until the step's end, a body is accelerated as before the impact. In small
 * parts the error is a quarter of that, and of first order. */
static void a_block_rocks_as_housner_says(void **state)
{
    (void)state;
    const double whole = rocking("", 0.002),
                 parts = rocking("moment=arrival impact_halvings=10", 0.002),
                 finer = rocking("moment=arrival impact_halvings=10", 0.001);
    print_message("next tilt: %.4f at 2 ms, in parts %.4f, at 1 ms %.4f\n", whole, parts, finer);
    assert_true(fabs(whole - 1.0) > 0.04);
    assert_near(parts, 1.0, 0.015);
    assert_near(finer, 1.0, 0.0075);
}

/* Where an oblique impact falls in a step, the ball's place after it is off by what it is held for:
 * a step, or a small part of one. */
static void a_ball_goes_on_in_the_rest_of_the_step(void **state)
{
    (void)state;
    static const char *const settings[] = {"moment=arrival", "moment=arrival impact_halvings=10"};
    double error[2];
    for (size_t i = 0; i < 2; i++) {
        objects o;
        rigid_begin_on_ground(&o, NULL, "friction=0.6 restitution=0.5");
        rigid_add_body(&o, 0, "ball",
                       "shape=sphere radius=0.1 mass=1 position=0,0.2037,0 velocity=3,-2,0 "
                       "friction=0.6 restitution=0.5");
        rigid_touch(&o, settings[i], "velocity_verlet");
        objects_steps(&o, 0.01, 20);
        error[i] = fabs(o.system->q[1] - (0.1 + 1.0 * (0.2 - 0.1037 / 2.0)));
        rigid_end(&o);
    }
    print_message("height off by %.2g m, in parts %.2g m\n", error[0], error[1]);
    assert_true(error[0] > 1e-3 && error[1] < 2e-5);
}

/* What rests, rests. */
static void a_stack_rests_on_arrival_too(void **state)
{
    (void)state;
    const double earth[3] = {0.0, -9.81, 0.0};
    objects o;
    rigid_begin_on_ground(&o, earth, "");
    rigid_add_body(&o, 0, "stack",
                   "shape=box side=1,1,1 position=0,0.6,0 arrangement=line count=4 step=0,1.05,0");
    rigid_touch(&o, "moment=arrival", "velocity_verlet");
    objects_steps(&o, 0.005, 1000);
    for (size_t i = 0; i < 4; i++)
        assert_near(o.system->q[7 * i + 1], 0.5 + (double)i, 2e-3);
    rigid_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impacts_askew_are_those_of_theory_at_any_step),
        cmocka_unit_test(a_swarm_makes_no_energy),
        cmocka_unit_test(a_block_rocks_as_housner_says),
        cmocka_unit_test(a_ball_goes_on_in_the_rest_of_the_step),
        cmocka_unit_test(a_stack_rests_on_arrival_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
