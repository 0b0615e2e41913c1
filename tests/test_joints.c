/* Joints of rigid bodies: pendulums and the heavy top as theory has them, to the order of the
 * method; joints that stay together; what is kept, over long times. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_sf_ellint.h>

#include "measure/energy.h"
#include "measure/momentum.h"
#include "model/rigid/rotation.h"
#include "support/near.h"
#include "support/rigid.h"

static const double g = 9.81;
static const double earth[3] = {0.0, -9.81, 0.0};

/* Largest C of interaction i. */
static double drift(const objects *o, size_t i)
{
    const trama_acting *acting = &o->system->acting[i];
    double value[TRAMA_OBSERVABLES_MAX];
    acting->type->observe(acting->self, o->system->t, o->system->q, o->system->v, value);
    return value[0];
}

static double energy(const objects *o)
{
    double sum = rigid_kinetic(o);
    for (size_t i = 0; i < rigid_of(o, 0)->free; i++)
        sum += g * o->system->mass[6 * i] * o->system->q[7 * i + 1];
    return sum;
}

/* ---- A physical pendulum. */

/* A rod of 1 m that hangs by its end, released at an angle of 2 rad: after 5 periods it is back.
 * T = 4 K(sin(a/2)) / w, w^2 = m g d / I; K the complete elliptic integral. The angle is left by
 * the square of the time error, so what is measured is the angular velocity, at the lowest point
 * a quarter of a period later. */
static double pendulum_error(const char *joint, const char *settings, const char *method, int parts)
{
    const double angle = 2.0, d = 0.5, moment = (1.0 + 0.1 * 0.1) / 12.0 + d * d;
    const double w0 = sqrt(g * d / moment);
    const double period = 4.0 * gsl_sf_ellint_Kcomp(sin(0.5 * angle), GSL_PREC_DOUBLE) / w0;
    char rod[200];
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, earth);
    snprintf(rod, sizeof rod,
             "shape=box side=0.1,1,0.3 mass=1 position=%.17g,%.17g,0 orientation=%.17g,0,0,%.17g",
             d * sin(angle), -d * cos(angle), cos(0.5 * angle), sin(0.5 * angle));
    rigid_add_body(&o, 0, "rod", rod);
    objects_join(&o, "pivot", joint, settings, 1, 0);
    objects_make(&o, method);
    objects_steps(&o, period / parts, 5L * parts + parts / 4);
    assert_true(drift(&o, 0) < 1e-10);
    const double x = o.system->q[0]; /* 0 at the lowest point, where the speed is largest */
    rigid_end(&o);
    return fabs(x) / (2.0 * d * w0 * sin(0.5 * angle)); /* s */
}

static void a_pendulum_has_its_period(void **state)
{
    (void)state;
    static const struct {
        const char *joint, *settings;
    } joints[] = {{"hinge_joint", "body=rod at=0,0,0 axis=0,0,3"},
                  {"ball_joint", "body=rod at=0,0,0"}};
    for (size_t i = 0; i < 2; i++) {
        const double coarse = pendulum_error(joints[i].joint, joints[i].settings, "velocity_verlet",
                                             400),
                     fine = pendulum_error(joints[i].joint, joints[i].settings, "velocity_verlet",
                                           800);
        print_message("%s: 5 periods off by %.3g s at T/400, %.3g s at T/800: order %.3f\n",
                      joints[i].joint, coarse, fine, log2(coarse / fine));
        assert_true(fabs(log2(coarse / fine) - 2.0) < 0.05 && fine < 5e-4);
    }
}

/* A box that lies askew turns about a hinge through its centre, which no other moment drives: the
 * rate stays, about the hinge's axis. */
static void a_hinge_keeps_its_axis_in_a_body_that_lies_askew(void **state)
{
    (void)state;
    objects o;
    trama_pose pose;
    const vec axis = {0.6, 0.0, 0.8};
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    rigid_add_body(&o, 0, "box",
                   "shape=box side=0.4,1,0.7 position=1,2,3 orientation=0.5,0.7,-0.4,0.3 "
                   "angular_velocity=1.2,0,1.6");
    objects_join(&o, "hinge", "hinge_joint", "body=box at=1,2,3 axis=3,0,4", 1, 0);
    objects_make(&o, "velocity_verlet");
    objects_steps(&o, 1e-3, 1000);
    quaternion_turn(quaternion_at(o.system->q + 3), &pose);
    const vec rate = turned(&pose, vec_of(o.system->v + 3)), off = minus(rate, scaled(2.0, axis));
    print_message("askew: the rate is off by %.3g rad/s of 2, the joint by %.3g\n",
                  sqrt(dot(off, off)), drift(&o, 0));
    assert_true(sqrt(dot(off, off)) < 1e-6 && drift(&o, 0) < 1e-9);
    rigid_end(&o);
}

/* ---- The heavy top. */

/* Lagrange's top, about the point on which it stands; y is upwards. */
typedef struct top {
    double across, along, moment; /* I1 about the point, I3, m g d */
    double spin, upright;         /* p_psi = I3 w3, p_phi, kg m^2/s */
} top;

/* y = (theta, theta', phi): Goldstein, Classical Mechanics, section 5.7. */
static int top_rate(double t, const double y[], double dy[], void *context)
{
    const top *c = context;
    const double sine = sin(y[0]), cosine = cos(y[0]);
    (void)t;
    dy[0] = y[1];
    dy[2] = (c->upright - c->spin * cosine) / (c->across * sine * sine);
    dy[1] = sine * (dy[2] * dy[2] * cosine + (c->moment - c->spin * dy[2]) / c->across);
    return GSL_SUCCESS;
}

static void integrate_top(top *c, double end, double y[3])
{
    gsl_odeiv2_system system = {top_rate, NULL, 3, c};
    gsl_odeiv2_driver *driver =
        gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 1e-4, 1e-13, 1e-13);
    double t = 0.0;
    assert_non_null(driver);
    assert_int_equal(gsl_odeiv2_driver_apply(driver, &t, end, y), GSL_SUCCESS);
    gsl_odeiv2_driver_free(driver);
}

/* A disc on a thin stem that stands on the origin, inclined by 0.5 rad and released as it spins: it
 * nutates with cusps, and precesses. The largest distance of its centre from where it should be. */
static double top_error(double h, double end)
{
    const double m = 2.0, r = 0.1, thick = 0.02, d = 0.12, tilt = 0.5, w3 = 90.0;
    const double half = 0.5 * (1.57079632679489661923 - tilt);
    top c = {.across = m * (3.0 * r * r + thick * thick) / 12.0 + m * d * d,
             .along = 0.5 * m * r * r,
             .moment = m * g * d};
    char disc[300];
    objects o;
    c.spin = c.along * w3;
    c.upright = c.spin * cos(tilt);
    objects_begin(&o);
    rigid_add(&o, NULL, earth);
    snprintf(disc, sizeof disc,
             "shape=cylinder radius=%g height=%g mass=%g position=0,%.17g,%.17g "
             "orientation=%.17g,%.17g,0,0 angular_velocity=0,%.17g,%.17g "
             "velocity=0,0,0",
             r, thick, m, d * cos(tilt), d * sin(tilt), cos(half), -sin(half), w3 * cos(tilt),
             w3 * sin(tilt));
    rigid_add_body(&o, 0, "disc", disc);
    objects_join(&o, "tip", "ball_joint", "body=disc at=0,0,0", 1, 0);
    objects_make(&o, "velocity_verlet");
    const double before = energy(&o);
    double worst = 0.0, lowest = tilt, y[3] = {tilt, 0.0, 0.0}, t = 0.0;
    while (t < end) {
        const double part = end / 50.0;
        const double *x = o.system->q;
        objects_steps(&o, h, lround(part / h));
        integrate_top(&c, part, y);
        t += part;
        lowest = worst_of(lowest, y[0]);
        const double apart[3] = {x[0] - d * sin(y[0]) * sin(y[2]), x[1] - d * cos(y[0]),
                                 x[2] - d * sin(y[0]) * cos(y[2])};
        worst = worst_of(worst, sqrt(dot3(apart, apart)));
    }
    print_message("heavy top, h = %g s: nutates by %.3g rad, precesses by %.3g rad; off by %.3g m, "
                  "energy by %.2g J of %.3g, joint by %.2g m\n",
                  h, lowest - tilt, y[2], worst, energy(&o) - before, before, drift(&o, 0));
    assert_true(drift(&o, 0) < 1e-9 && lowest - tilt > 0.05 && fabs(y[2]) > 1.0);
    rigid_end(&o);
    return worst;
}

static void a_heavy_top_moves_as_lagrange_has_it(void **state)
{
    (void)state;
    const double coarse = top_error(1e-3, 2.0), fine = top_error(5e-4, 2.0);
    assert_true(fabs(log2(coarse / fine) - 2.0) < 0.2 && fine < 5e-4);
}

/* ---- Long times. */

/* A double pendulum that turns over, 100 s: its energy swings and does not drift, its joints stay
 * together. */
static void a_double_pendulum_keeps_its_energy_for_long(void **state)
{
    (void)state;
    objects o;
    double first = 0.0, last = 0.0, joint = 0.0;
    objects_begin(&o);
    rigid_add(&o, NULL, earth);
    rigid_add_body(&o, 0, "upper", "shape=box side=1,0.1,0.1 mass=1 position=0.5,0,0");
    rigid_add_body(&o, 0, "lower", "shape=box side=1,0.1,0.1 mass=1 position=1.5,0,0");
    objects_join(&o, "hip", "hinge_joint", "body=upper at=0,0,0 axis=0,0,1", 1, 0);
    objects_join(&o, "knee", "hinge_joint", "body=lower to=upper at=1,0,0 axis=0,0,1", 1, 0);
    objects_make(&o, "velocity_verlet");
    const double before = energy(&o);
    for (int i = 0; i < 10000; i++) {
        objects_steps(&o, 0.002, 5);
        double *worst = i < 5000 ? &first : &last;
        *worst = worst_of(*worst, fabs(energy(&o) - before));
        joint = worst_of(joint, fmax(drift(&o, 0), drift(&o, 1)));
    }
    print_message("double pendulum, 100 s: energy off by %.3g J at most in the first half, %.3g J "
                  "in the second; joints by %.2g m\n",
                  first, last, joint);
    assert_true(joint < 1e-8 && first < 0.02 && last < 1.5 * first);
    rigid_end(&o);
}

/* Two boxes joined at their corners tumble freely: the largest relative changes. */
typedef struct kept {
    double momentum, angular, energy;
} kept;

static kept kept_by_a_pair(double h)
{
    objects o;
    kept worst = {0};
    double p0[3], p[3], l0[3], l[3];
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    rigid_add_body(&o, 0, "a",
                   "shape=box side=1,2,3 density=1 position=-0.5,-1,-1.5 velocity=1,2,-1 "
                   "angular_velocity=0.4,1.5,-0.3");
    rigid_add_body(&o, 0, "b",
                   "shape=box side=2,1,0.5 density=3 position=1,0.5,0.25 velocity=-1,0.5,1 "
                   "angular_velocity=-1,0.2,2");
    objects_join(&o, "corner", "ball_joint", "body=a to=b at=0,0,0", 1, 0);
    objects_make(&o, "velocity_verlet");
    objects_steps(&o, h, 1); /* the joint takes what the bodies began with */
    const double before = rigid_kinetic(&o);
    trama_momentum(o.system, p0);
    rigid_angular_momentum(&o, l0);
    for (long i = 0; i < lround(10.0 / h); i++) {
        objects_steps(&o, h, 1);
        trama_momentum(o.system, p);
        rigid_angular_momentum(&o, l);
        for (size_t axis = 0; axis < 3; axis++) {
            worst.momentum = worst_of(worst.momentum, fabs(p[axis] - p0[axis]));
            worst.angular = worst_of(worst.angular, fabs(l[axis] - l0[axis]));
        }
        worst.energy = worst_of(worst.energy, fabs(rigid_kinetic(&o) / before - 1.0));
    }
    worst.momentum /= sqrt(dot3(p0, p0));
    worst.angular /= sqrt(dot3(l0, l0));
    print_message("joined pair, h = %g s, 10 s: momentum off by %.2g, angular by %.2g, energy by "
                  "%.2g, joint by %.2g m\n",
                  h, worst.momentum, worst.angular, worst.energy, drift(&o, 0));
    assert_true(drift(&o, 0) < 1e-8);
    rigid_end(&o);
    return worst;
}

static void a_free_pair_keeps_its_momentum(void **state)
{
    (void)state;
    const kept coarse = kept_by_a_pair(0.004), fine = kept_by_a_pair(0.002);
    assert_true(coarse.momentum < 1e-12 && fine.momentum < 1e-12);
    assert_true(fine.angular < 0.3 * coarse.angular && fine.angular < 1e-4);
    assert_true(fine.energy < 0.3 * coarse.energy && fine.energy < 1e-3);
}

/* ---- Chains. */

/* A chain of ten links of 0.1 kg with a weight at its end, let go from the horizontal, 1 s. The
 * heavier the weight, the faster a taut link swings: 2 sqrt(T/(m l)) is 2400 rad/s with 1000 kg,
 * which bounds the step. */
static void a_chain_holds_a_heavy_weight(void **state)
{
    (void)state;
    static const struct {
        const char *kg;
        double h, loss; /* s; of m g 2.2 m */
    } weights[] = {{"0.1", 0.002, 1e-3}, {"10", 0.002, 1e-3}, {"1000", 1e-4, 1e-5}};
    for (size_t w = 0; w < 3; w++) {
        objects o;
        char weight[100];
        double worst = 0.0;
        objects_begin(&o);
        rigid_add(&o, NULL, earth);
        rigid_add_body(&o, 0, "link",
                       "shape=box side=0.2,0.05,0.05 mass=0.1 position=0.1,0,0 arrangement=line "
                       "count=10 step=0.2,0,0");
        snprintf(weight, sizeof weight, "shape=sphere radius=0.2 mass=%s position=2.2,0,0",
                 weights[w].kg);
        rigid_add_body(&o, 0, "weight", weight);
        objects_join(&o, "hook", "ball_joint", "body=link[0] at=0,0,0", 1, 0);
        objects_join(&o, "chain", "ball_joint", "body=link to=link at=0.2,0,0", 1, 0);
        objects_join(&o, "end", "ball_joint", "body=weight to=link[9] at=2,0,0", 1, 0);
        objects_make(&o, "velocity_verlet");
        const double before = energy(&o), scale = o.system->mass[60] * g * 2.2;
        for (long i = 0; i < lround(1.0 / weights[w].h); i++) {
            objects_steps(&o, weights[w].h, 1);
            for (size_t j = 0; j < 3; j++)
                worst = worst_of(worst, drift(&o, j));
        }
        print_message("chain with %s kg, h = %g s: joints off by %.2g m, energy by %.2g of its "
                      "scale\n",
                      weights[w].kg, weights[w].h, worst, fabs(energy(&o) - before) / scale);
        assert_true(worst < 1e-5 && fabs(energy(&o) - before) < weights[w].loss * scale);
        assert_int_equal(trama_integrator_unsolved(o.integrator), 0);
        rigid_end(&o);
    }
}

/* ---- Who is held to whom. */

/* "link to link" is each to the next, at the places that it says. */
static void an_arrangement_is_joined_one_by_one(void **state)
{
    (void)state;
    objects whole, each;
    objects *const both[2] = {&whole, &each};
    for (size_t i = 0; i < 2; i++) {
        objects *o = both[i];
        objects_begin(o);
        rigid_add(o, NULL, earth);
        rigid_add_body(o, 0, "link",
                       "shape=box side=0.2,0.05,0.05 mass=0.1 position=0.1,0,0 arrangement=line "
                       "count=3 step=0.2,0,0");
        if (i == 0) {
            objects_join(o, "chain", "ball_joint", "body=link to=link at=0.2,0,0", 1, 0);
        } else {
            objects_join(o, "a", "ball_joint", "body=link[0] to=link[1] at=0.2,0,0", 1, 0);
            objects_join(o, "b", "ball_joint", "body=link[1] to=link[2] at=0.4,0,0", 1, 0);
        }
        objects_make(o, "velocity_verlet");
        objects_steps(o, 0.01, 100);
    }
    assert_memory_equal(whole.system->q, each.system->q, 21 * sizeof(double));
    rigid_end(&whole);
    rigid_end(&each);
}

/* A crank is driven by a body that turns by itself, and drives a slider on a rod. */
static void a_kinematic_crank_leads_a_rod(void **state)
{
    (void)state;
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    rigid_add_body(&o, 0, "crank",
                   "shape=cylinder radius=1 height=0.1 motion=kinematic angular_velocity=0,0,3");
    rigid_add_body(&o, 0, "ball", "shape=sphere radius=0.1 mass=1 position=3,0,0");
    objects_join(&o, "rod", "distance_joint", "body=ball to=crank at=3,0,0 at_to=1,0,0", 1, 0);
    objects_make(&o, "velocity_verlet");
    for (int i = 0; i < 400; i++) {
        objects_steps(&o, 0.005, 1);
        const double t = o.system->t, *x = o.system->q;
        const double apart[3] = {x[0] - cos(3.0 * t), x[1] - sin(3.0 * t), x[2]};
        if (!(fabs(sqrt(dot3(apart, apart)) - 2.0) < 1e-6))
            fail_msg("at %g s the ends are %.9g m apart", t, sqrt(dot3(apart, apart)));
    }
    assert_true(fabs(o.system->q[0] - 3.0) > 0.1);
    rigid_end(&o);
}

static void a_saved_state_goes_on_to_the_same_bits(void **state)
{
    (void)state;
    objects both[2];
    for (size_t i = 0; i < 2; i++) {
        objects_begin(&both[i]);
        rigid_add(&both[i], NULL, earth);
        rigid_add_body(&both[i], 0, "rod", "shape=box side=1,0.1,0.2 position=0.5,0,0");
        objects_join(&both[i], "hip", "hinge_joint", "body=rod at=0,0,0 axis=0,0,1", 1, 0);
        objects_make(&both[i], "velocity_verlet");
    }
    objects_steps(&both[0], 0.01, 20);
    objects_copy_state(&both[0], &both[1]);
    for (size_t i = 0; i < 2; i++)
        objects_steps(&both[i], 0.01, 20);
    assert_memory_equal(both[0].system->q, both[1].system->q, 7 * sizeof(double));
    assert_memory_equal(both[0].system->v, both[1].system->v, 6 * sizeof(double));
    rigid_end(&both[0]);
    rigid_end(&both[1]);
}

static void joints_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *joint, *settings, *path, *text;
    } cases[] = {
        {"ball_joint", "body=crate at=0,0,0", "body", "no body 'crate'"},
        {"ball_joint", "body=a to=crate at=0,0,0", ".to", "no body 'crate'"},
        {"ball_joint", "body=a to=a at=0,0,0", ".to", "held to itself"},
        {"ball_joint", "body=floor at=0,0,0", "body", "can move"},
        {"hinge_joint", "body=a at=0,0,0 axis=0,0,0", "axis", "axis is zero"},
        {"distance_joint", "body=a at=1,0,0 at_to=1,0,0", "at_to", "one place"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        objects o;
        objects_begin(&o);
        rigid_add(&o, NULL, NULL);
        rigid_add_body(&o, 0, "a", "shape=sphere radius=1");
        rigid_add_body(&o, 0, "floor", "shape=box side=1,1,1 motion=static position=9,0,0");
        objects_join(&o, "joint", cases[i].joint, cases[i].settings, 1, 0);
        const trama_error error = objects_refused(&o);
        if (!strstr(error.path, cases[i].path) || !strstr(error.text, cases[i].text))
            fail_msg("%s %s: %s: %s", cases[i].joint, cases[i].settings, error.path, error.text);
        rigid_end(&o);
    }
}

/* Two links that overlap at their joint are of one group: they do not touch each other, and fall on
 * the ground. */
static void bodies_of_a_group_do_not_touch(void **state)
{
    (void)state;
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, earth);
    rigid_add_body(&o, 0, "ground", "shape=box side=9,1,9 position=0,-0.5,0 motion=static");
    rigid_add_body(&o, 0, "a", "shape=box side=0.6,0.1,0.1 position=0.25,0.3,0 group=1");
    rigid_add_body(&o, 0, "b", "shape=box side=0.6,0.1,0.1 position=-0.25,0.3,0 group=1");
    objects_join(&o, "elbow", "hinge_joint", "body=a to=b at=0,0.3,0 axis=0,0,1", 1, 0);
    objects_join(&o, "touch", "rigid_contact", NULL, 1, 0);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 0.005, 400);
    assert_true(fabs(o.system->q[1] - 0.05) < 1e-3 && fabs(o.system->q[8] - 0.05) < 1e-3);
    assert_true(drift(&o, 0) < 1e-6);
    rigid_end(&o);
}

/* A ball on a rod 1 m long, whose end misses the centre by what 3 x 0.2 is more than 0.6. */
static void an_end_may_miss_a_centre_by_rounding(void **state)
{
    (void)state;
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, earth);
    rigid_add_body(&o, 0, "ball", "shape=sphere radius=0.1 mass=1 position=0.6,0,0 velocity=2,0,0");
    objects_join(&o, "rod", "distance_joint", "body=ball at=0.6000000000000001,0,0 at_to=0.6,1,0",
                 1, 0);
    objects_make(&o, "velocity_verlet");
    const double before = energy(&o);
    objects_steps(&o, 1e-3, 500);
    const double x = o.system->q[0] - 0.6, y = o.system->q[1] - 1.0;
    assert_true(fabs(x * x + y * y - 1.0) < 1e-11);
    assert_true(fabs(energy(&o) - before) < 1e-4);
    rigid_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum_has_its_period),
        cmocka_unit_test(a_hinge_keeps_its_axis_in_a_body_that_lies_askew),
        cmocka_unit_test(a_heavy_top_moves_as_lagrange_has_it),
        cmocka_unit_test(a_double_pendulum_keeps_its_energy_for_long),
        cmocka_unit_test(a_free_pair_keeps_its_momentum),
        cmocka_unit_test(a_chain_holds_a_heavy_weight),
        cmocka_unit_test(an_arrangement_is_joined_one_by_one),
        cmocka_unit_test(a_kinematic_crank_leads_a_rod),
        cmocka_unit_test(a_saved_state_goes_on_to_the_same_bits),
        cmocka_unit_test(an_end_may_miss_a_centre_by_rounding),
        cmocka_unit_test(joints_that_cannot_be_are_refused),
        cmocka_unit_test(bodies_of_a_group_do_not_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
