/* Friction and impacts of soft contacts in substeps are those of Coulomb and Newton at any step and
 * number of substeps: what slides, rolls, stands on a slope, strikes aslant or falls flat does as
 * calculated by hand, and dominoes fall as fast as under another response. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "interaction/rigid_soft.h"
#include "support/near.h"
#include "support/rigid.h"

static const double earth[3] = {0.0, -9.81, 0.0};

/* How a scene is stepped. */
typedef struct stepping {
    int substeps;
    double h;
} stepping;

static const stepping steppings[] = {{1, 1.0 / 60.0}, {4, 1.0 / 60.0}, {64, 1.0 / 60.0},
                                     {4, 0.005},      {16, 0.002},     {64, 0.0005}};
enum { STEPPINGS = sizeof steppings / sizeof *steppings };

/* One body above a ground of some friction; gravity may be NULL. */
static void begin(objects *o, const stepping *by, const double gravity[3], double friction,
                  const char *body)
{
    char text[300];
    snprintf(text, sizeof text, "friction=%g", friction);
    rigid_begin_on_ground(o, gravity, text);
    snprintf(text, sizeof text, "mass=10 friction=%g %s", friction, body);
    rigid_add_body(o, 0, "body", text);
    snprintf(text, sizeof text, "substeps=%d", by->substeps);
    objects_join(o, "touch", "rigid_contact_soft", text, 1, 0);
    objects_make(o, "symplectic_euler");
}

static void go(objects *o, const stepping *by, double seconds)
{
    objects_steps(o, by->h, lround(seconds / by->h));
}

static void hold(double value, double expected, double bound, const stepping *by, const char *what)
{
    if (!(fabs(value - expected) <= bound))
        fail_msg("%s, %d substeps of %g s: %.9g; expected %.9g within %g", what, by->substeps,
                 by->h, value, expected, bound);
}

/* ---- Friction. */

/* v = v0 - mu g t: 8 - 0.3 * 9.81 * 0.5 = 6.5285 m/s after 0.5 s, and 1/2 m v^2 = 213.1 J. A ball
 * slides so too, until it rolls. Measured: within 6e-7 m/s. */
static void what_slides_is_braked_by_mu_at_any_step(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "shape=box side=1,0.2,1 position=0,0.1,0 velocity=8,0,0",
        "shape=box side=0.3,0.6,0.3 position=0,0.3,0 velocity=8,0,0",
        "shape=cylinder radius=0.5 height=0.2 position=0,0.1,0 velocity=8,0,0 orientation=1,-1,0,0",
        "shape=sphere radius=0.5 position=0,0.5,0 velocity=8,0,0"};
    double worst = 0.0;
    for (size_t b = 0; b < 4; b++)
        for (size_t k = 0; k < STEPPINGS; k++) {
            objects o;
            begin(&o, &steppings[k], earth, 0.3, bodies[b]);
            go(&o, &steppings[k], 0.5);
            worst = worst_of(worst, fabs(o.system->v[0] - 6.5285));
            hold(o.system->v[0], 6.5285, 1e-5, &steppings[k], bodies[b]);
            rigid_end(&o);
        }
    print_message("sliding: %.2g m/s off\n", worst);
}

/* A ball that slides at v0 begins to roll after t = 2 v0/(7 mu g) = 0.6796 s of 7 m/s at mu 0.3, at
 * 5/7 v0. Measured: within 4e-7 m/s while it slides, and 8e-4 m/s as it rolls at 60 Hz. */
static void a_ball_comes_to_roll_when_and_as_theory_says(void **state)
{
    (void)state;
    for (size_t k = 0; k < STEPPINGS; k++) {
        objects o;
        begin(&o, &steppings[k], earth, 0.3,
              "shape=sphere radius=0.5 position=0,0.5,0 velocity=7,0,0");
        go(&o, &steppings[k], 0.6);
        const double *v = o.system->v;
        hold(v[0], 7.0 - 0.3 * 9.81 * 0.6, 1e-5, &steppings[k], "still slides");
        go(&o, &steppings[k], 0.4);
        hold(v[0], 5.0, 2e-3, &steppings[k], "rolls");
        hold(sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]), 10.0, 4e-3, &steppings[k], "turns");
        go(&o, &steppings[k], 1.0);
        hold(v[0], 5.0, 2e-3, &steppings[k], "rolls on");
        rigid_end(&o);
    }
}

/* A slope as slanted gravity, `part` of the steepest that friction 0.3 holds, across both axes. */
static void tilt(double part, double gravity[3])
{
    gravity[0] = 0.3 * 9.81 * part * 0.8;
    gravity[1] = -9.81;
    gravity[2] = 0.3 * 9.81 * part * 0.6;
}

static double slid(const objects *o)
{
    return sqrt(o->system->q[0] * o->system->q[0] + o->system->q[2] * o->system->q[2]);
}

/* Measured: 8 mm at most while it settles, with one substep at 60 Hz, and 2e-10 m with 64 at 2 kHz;
 * then 3e-10 m in 1 s. */
static void what_stands_below_the_angle_of_friction_does_not_creep(void **state)
{
    (void)state;
    static const char *const bodies[] = {"shape=box side=1,0.2,1 position=0,0.1,0",
                                         "shape=box side=0.3,0.6,0.3 position=0,0.3,0"};
    double most = 0.0, least = 1.0, worst = 0.0;
    for (size_t b = 0; b < 2; b++)
        for (size_t k = 0; k < STEPPINGS; k++) {
            objects o;
            double gravity[3];
            tilt(0.95, gravity);
            begin(&o, &steppings[k], gravity, 0.3, bodies[b]);
            go(&o, &steppings[k], 1.5);
            const double settled = slid(&o);
            hold(settled, 0.0, 0.02, &steppings[k], "settles");
            go(&o, &steppings[k], 1.0);
            hold(slid(&o) - settled, 0.0, 1e-8, &steppings[k], "creeps");
            most = worst_of(most, settled);
            least = fmin(least, settled);
            worst = worst_of(worst, fabs(slid(&o) - settled));
            rigid_end(&o);
        }
    print_message("slope: %.2g to %.2g m as it settles, %.2g m in 1 s\n", least, most, worst);
}

/* Twice as steep it slides at what friction leaves, 0.3 g: n substeps of s go
 * 0.3 g s^2 n (n + 1)/2, 1.47 to 1.50 m in 1 s. Measured: within 1e-4 m. */
static void what_stands_above_it_slides(void **state)
{
    (void)state;
    for (size_t k = 0; k < STEPPINGS; k++) {
        objects o;
        double gravity[3];
        tilt(2.0, gravity);
        begin(&o, &steppings[k], gravity, 0.3, "shape=box side=1,0.2,1 position=0,0.1,0");
        go(&o, &steppings[k], 1.0);
        const double n = round(1.0 / steppings[k].h) * steppings[k].substeps;
        hold(slid(&o), 0.3 * 9.81 * 0.5 * (n + 1.0) / n, 1e-3, &steppings[k], "slides");
        rigid_end(&o);
    }
}

/* ---- Impacts. */

/* Without gravity a ball strikes at 4 m/s down and 3 m/s along. It leaves at 4 e, and has lost
 * mu (1 + e) 4 along, until it rolls: then 2/7 of 3 m/s (a solid ball). The ball's place makes it
 * strike at different parts of a step. */
static void a_ball_that_strikes_aslant_is_braked_until_it_rolls(void **state)
{
    (void)state;
    static const double friction[] = {0.1, 0.15, 0.3, 1.0}, restitution[] = {0.0, 0.5, 0.8, 1.0};
    double worst = 0.0;
    for (size_t f = 0; f < 4; f++)
        for (size_t e = 0; e < 4; e++)
            for (size_t k = 0; k < STEPPINGS; k++) {
                objects o;
                char text[200];
                snprintf(text, sizeof text,
                         "shape=sphere radius=0.1 velocity=3,-4,0 position=0,%g,0 restitution=%g",
                         0.3 + 0.013 * (double)f, restitution[e]);
                begin(&o, &steppings[k], NULL, friction[f], text);
                go(&o, &steppings[k], 0.2);
                const double lost =
                    fmin(friction[f] * (1.0 + restitution[e]) * 4.0, 3.0 * 2.0 / 7.0);
                worst = worst_of(worst, fabs(3.0 - o.system->v[0] - lost));
                hold(3.0 - o.system->v[0], lost, 1e-6, &steppings[k], text);
                hold(o.system->v[1], 4.0 * restitution[e], 1e-6, &steppings[k], text);
                rigid_end(&o);
            }
    print_message("aslant: %.2g m/s off\n", worst);
}

/* How far along a ball of radius r comes in a time, from bounce to bounce: each takes mu times the
 * normal change off the slip at the point of contact, or all of it (a solid ball: 2/7 of the slip).
 */
static double bounced(double height, double along, double spin, double r, double mu, double e,
                      double end)
{
    const double g = 9.81;
    double x = 0.0, y = height, up = 0.0, t = 0.0;
    for (;;) {
        const double fall = (up + sqrt(up * up + 2.0 * g * y)) / g;
        if (t + fall > end)
            return x + along * (end - t);
        t += fall;
        x += along * fall;
        up -= g * fall;
        y = 0.0;
        const double slip = along + spin * r;
        const double lost = copysign(fmin(-mu * (1.0 + e) * up, fabs(slip) * 2.0 / 7.0), slip);
        along -= lost;
        spin -= 2.5 * lost / r;
        up *= -e;
    }
}

/* 1 m high, 3 m/s along, spinning forwards at 40 rad/s: 13.0139 m in 4 s. Measured: 13.0138 m. */
static void a_ball_bounces_as_far_as_its_spin_takes_it(void **state)
{
    (void)state;
    objects o;
    rigid_begin_on_ground(&o, earth, "friction=0.3");
    rigid_add_body(&o, 0, "ball",
                   "shape=sphere radius=0.1 position=0,1.1,0 velocity=3,0,0 "
                   "angular_velocity=0,0,-40 friction=0.3 restitution=0.8");
    objects_join(&o, "touch", "rigid_contact_soft", "rest_speed=0", 1, 0);
    objects_make(&o, "velocity_verlet");
    objects_steps(&o, 0.001, 4000);
    const double expected = bounced(1.0, 3.0, -40.0, 0.1, 0.3, 0.8, 4.0);
    assert_near(expected, 13.0139, 1e-4);
    assert_near(o.system->q[0], expected, 1e-3);
    rigid_end(&o);
}

static double rotational(const objects *o)
{
    const double *m = o->system->mass, *v = o->system->v;
    return 0.5 * (m[3] * v[3] * v[3] + m[4] * v[4] * v[4] + m[5] * v[5] * v[5]);
}

/* 10 kg that fall 2.4 or 2.7 m (235 or 265 J) have no rotation, and rest on the face on which they
 * fell. Measured: 1e-17 J. */
static void a_box_that_falls_flat_does_not_turn(void **state)
{
    (void)state;
    static const char *const sides[] = {"1,0.6,1", "0.3,0.6,0.3"};
    static const double restitution[] = {0.0, 0.3, 0.5};
    double worst = 0.0;
    for (size_t s = 0; s < 2; s++)
        for (size_t e = 0; e < 3; e++)
            for (size_t k = 1; k < 5; k++) {
                objects o;
                char text[200];
                snprintf(text, sizeof text, "shape=box side=%s position=0,3,0 restitution=%g",
                         sides[s], restitution[e]);
                begin(&o, &steppings[k], earth, 0.5, text);
                for (long i = 0; i < lround(4.0 / steppings[k].h); i++) {
                    objects_steps(&o, steppings[k].h, 1);
                    worst = worst_of(worst, rotational(&o));
                    hold(rotational(&o), 0.0, 1e-5, &steppings[k], text);
                }
                hold(o.system->q[1], 0.3, 1e-3, &steppings[k], text);
                rigid_end(&o);
            }
    print_message("flat drop: %.2g J in rotation\n", worst);
}

/* It falls 2.7 m at v = 7.3 m/s, and comes back to e^2 of them, but for the step in which it
 * bounces: its speed is that before the step, up to g h less, and it begins to rise when the step
 * is over, up to e v h later. */
static void a_box_that_falls_flat_bounces_as_newton_says(void **state)
{
    (void)state;
    for (size_t k = 1; k < 5; k++) {
        objects o;
        double top = 0.0, fallen = 0.0;
        begin(&o, &steppings[k], earth, 0.5,
              "shape=box side=1,0.6,1 position=0,3,0 restitution=0.6");
        for (long i = 0; i < lround(1.3 / steppings[k].h); i++) {
            objects_steps(&o, steppings[k].h, 1);
            fallen = worst_of(fallen, 2.7 - (o.system->q[1] - 0.3));
            top = fallen > 2.4 ? fmax(top, o.system->q[1] - 0.3) : 0.0;
        }
        const double v = sqrt(2.0 * 9.81 * 2.7), lost = 9.81 * steppings[k].h / v;
        hold(top, 0.36 * 2.7, 0.36 * 2.7 * 2.0 * lost + 0.6 * v * steppings[k].h, &steppings[k],
             "top");
        rigid_end(&o);
    }
}

/* ---- Several bodies. */

/* The speed of the wave over sqrt(g h), from when each domino's centre has moved 0.1 h along, by
 * the slope from the 13th on. */
static double wave(const char *response, const char *settings, double h)
{
    enum { COUNT = 29 };
    static double passed[COUNT]; /* s; 0: not yet */
    const double step = 0.002;
    double sum[4] = {0.0};
    char text[300];
    objects o;
    memset(passed, 0, sizeof passed);
    rigid_begin_on_ground(&o, earth, "friction=0.6");
    snprintf(text, sizeof text,
             "shape=box side=%g,%g,%g position=0,%g,0 friction=0.3 velocity=%g,%g,0 "
             "angular_velocity=0,0,%g",
             0.15 * h, h, 0.5 * h, 0.5 * h, 0.5 * sqrt(9.81 * h), 0.075 * sqrt(9.81 * h),
             -sqrt(9.81 / h));
    rigid_add_body(&o, 0, "first", text);
    snprintf(text, sizeof text,
             "shape=box side=%g,%g,%g position=%g,%g,0 friction=0.3 arrangement=line count=%d "
             "step=%g,0,0",
             0.15 * h, h, 0.5 * h, 0.45 * h, 0.5 * h, COUNT - 1, 0.45 * h);
    rigid_add_body(&o, 0, "tile", text);
    objects_join(&o, "touch", response, settings, 1, 0);
    o.contact.rows.sweeps = 100;
    objects_make(&o, "symplectic_euler");
    for (long i = 0; i < 3000 && passed[COUNT - 1] == 0.0; i++) {
        objects_steps(&o, step, 1);
        for (size_t b = 0; b < COUNT; b++)
            if (passed[b] == 0.0 && o.system->q[7 * b] > (0.45 * (double)b + 0.1) * h)
                passed[b] = o.system->t;
    }
    for (size_t b = 12; b < COUNT; b++) {
        const double t = passed[b], x = 0.45 * h * (double)b, n = COUNT - 12;
        assert_true(t > 0.0);
        sum[0] += t / n, sum[1] += x / n, sum[2] += t * t / n, sum[3] += t * x / n;
    }
    rigid_end(&o);
    return (sum[3] - sum[0] * sum[1]) / (sum[2] - sum[0] * sum[0]) / sqrt(9.81 * h);
}

/* rigid_contact's rows and soft contacts are two ways to one motion: 1.250 to 1.255 sqrt(g h) there
 * (docs/rigid.md). */
static void dominoes_fall_as_fast_as_under_rows(void **state)
{
    (void)state;
    const double rows = wave("rigid_contact", NULL, 0.4),
                 soft = wave("rigid_contact_soft", NULL, 0.4),
                 fine = wave("rigid_contact_soft", "substeps=16", 0.4);
    print_message("dominoes: %.4f sqrt(g h) by rows, %.4f soft, %.4f in 16 substeps\n", rows, soft,
                  fine);
    assert_near(rows, 1.2525, 0.02);
    assert_near(soft, rows, 0.02 * rows);
    assert_near(fine, rows, 0.02 * rows);
}

/* A face rubs at its up to four points, not over its area (docs/contact.md): mu m g R of a disc
 * whose points are on its rim, and mu m g a/sqrt(2) of a square of side a. Under an even pressure
 * it would be 2/3 mu m g R, and 0.3826 mu m g a, the mean distance of a square's points from its
 * middle: 1.5 and 1.85 times less. */
static void a_face_that_turns_rubs_at_its_corners(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        double arm;
    } cases[] = {
        {"shape=cylinder radius=0.5 height=0.2 position=0,0.1,0 orientation=1,-1,0,0", 0.5},
        {"shape=box side=1,0.2,1 position=0,0.1,0", 0.70710678}};
    static const char *const responses[] = {"rigid_contact", "rigid_contact_soft"};
    for (size_t r = 0; r < 2; r++)
        for (size_t i = 0; i < 2; i++) {
            objects o;
            char text[200];
            double before[3], after[3];
            rigid_begin_on_ground(&o, earth, "friction=0.3");
            snprintf(text, sizeof text, "%s mass=10 friction=0.3 angular_velocity=0,20,0",
                     cases[i].body);
            rigid_add_body(&o, 0, "body", text);
            objects_join(&o, "touch", responses[r], NULL, 1, 0);
            objects_make(&o, "symplectic_euler");
            rigid_angular_momentum(&o, before);
            objects_steps(&o, 0.002, 100);
            rigid_angular_momentum(&o, after);
            assert_near((before[1] - after[1]) / 0.2, 0.3 * 98.1 * cases[i].arm, 1e-3);
            rigid_end(&o);
        }
}

/* ---- The normals of a pair. */

/* a = b b^T + d at random, of which no two points need be alike: each impulse pushes, no point
 * approaches, and none is pushed that leaves. There is one such solution alone. */
static void normals_of_a_pair_push_and_hold(void **state)
{
    (void)state;
    enum { COUNT = TRAMA_MANIFOLD_POINTS };
    trama_random random = {7};
    unsigned seen = 0;
    for (int trial = 0; trial < 20000; trial++) {
        double a[COUNT][COUNT], factor[COUNT][3], b[COUNT], x[COUNT];
        const unsigned set = (unsigned)trial % 16;
        for (int i = 0; i < COUNT; i++) {
            b[i] = trama_random_signed(&random);
            for (int k = 0; k < 3; k++)
                factor[i][k] = trama_random_signed(&random);
        }
        for (int i = 0; i < COUNT; i++)
            for (int j = 0; j < COUNT; j++) {
                a[i][j] = i == j ? 1e-3 : 0.0;
                for (int k = 0; k < 3; k++)
                    a[i][j] += factor[i][k] * factor[j][k];
            }
        trama_soft_complement(a, b, set, x);
        for (int i = 0; i < COUNT; i++) {
            double rate = b[i];
            for (int j = 0; j < COUNT; j++)
                rate += a[i][j] * x[j];
            assert_true(x[i] >= 0.0);
            if (!(set >> i & 1))
                assert_true(x[i] == 0.0);
            else
                assert_true(x[i] > 0.0 ? fabs(rate) < 1e-9 : rate > -1e-9);
            seen |= x[i] > 0.0 ? 1U << (set % 16) : 0;
        }
    }
    assert_int_equal(seen, 0xfffe); /* every set but the empty one has pushed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_slides_is_braked_by_mu_at_any_step),
        cmocka_unit_test(a_ball_comes_to_roll_when_and_as_theory_says),
        cmocka_unit_test(what_stands_below_the_angle_of_friction_does_not_creep),
        cmocka_unit_test(what_stands_above_it_slides),
        cmocka_unit_test(a_ball_that_strikes_aslant_is_braked_until_it_rolls),
        cmocka_unit_test(a_ball_bounces_as_far_as_its_spin_takes_it),
        cmocka_unit_test(a_box_that_falls_flat_does_not_turn),
        cmocka_unit_test(a_box_that_falls_flat_bounces_as_newton_says),
        cmocka_unit_test(dominoes_fall_as_fast_as_under_rows),
        cmocka_unit_test(a_face_that_turns_rubs_at_its_corners),
        cmocka_unit_test(normals_of_a_pair_push_and_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
