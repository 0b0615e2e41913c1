/* An impact of two rigid bodies: its impulse is that of the formula, with friction that of Coulomb,
 * and what it takes is in the books. */
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
#include "measure/momentum.h"
#include "support/near.h"
#include "support/rigid.h"

static const double earth[3] = {0.0, -9.81, 0.0};
static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4"};

static void cross(const double a[3], const double b[3], double c[3])
{
    for (size_t i = 0; i < 3; i++)
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* ---- Two bodies that turn, by hand. */

/* A box of the test's own: what it needs to know of one. */
typedef struct brick {
    double side[3], mass, at[3], v[3], w[3], turn[3][3]; /* turn: columns are its axes */
} brick;

/* The matrix of a unit quaternion. */
static void turn_of(const double given[4], double turn[3][3])
{
    double q[4], size = 0.0;
    for (size_t i = 0; i < 4; i++)
        size += given[i] * given[i];
    for (size_t i = 0; i < 4; i++)
        q[i] = given[i] / sqrt(size);
    for (size_t r = 0; r < 3; r++)
        for (size_t c = 0; c < 3; c++) {
            const size_t k = 3 - r - c;
            const double sign = (c + 1) % 3 == r ? 1.0 : -1.0;
            turn[r][c] = r == c ? 1.0 - 2.0 * (dot(q + 1, q + 1) - q[1 + r] * q[1 + r])
                                : 2.0 * (q[1 + r] * q[1 + c] + sign * q[0] * q[1 + k]);
        }
}

/* Its inverse inertia times a vector of the world. */
static void turns(const brick *b, const double moment[3], double w[3])
{
    rigid_set(w, 0.0, 0.0, 0.0);
    for (size_t k = 0; k < 3; k++) {
        const double axis[3] = {b->turn[0][k], b->turn[1][k], b->turn[2][k]},
                     y = b->side[(k + 1) % 3], z = b->side[(k + 2) % 3];
        const double inertia = b->mass * (y * y + z * z) / 12.0;
        for (size_t i = 0; i < 3; i++)
            w[i] += axis[i] * dot(axis, moment) / inertia;
    }
}

/* Its corner that is furthest along x, from its centre. */
static void corner_of(const brick *b, double arm[3])
{
    rigid_set(arm, 0.0, 0.0, 0.0);
    for (size_t k = 0; k < 3; k++) {
        const double half = b->turn[0][k] > 0.0 ? 0.5 * b->side[k] : -0.5 * b->side[k];
        for (size_t i = 0; i < 3; i++)
            arm[i] += half * b->turn[i][k];
    }
}

/* An impulse j along `direction` (one of 1 or -1) x at the arm. */
static void strike(brick *b, const double arm[3], double j)
{
    const double impulse[3] = {j, 0.0, 0.0};
    double moment[3], w[3];
    cross(arm, impulse, moment);
    turns(b, moment, w);
    for (size_t i = 0; i < 3; i++) {
        b->v[i] += impulse[i] / b->mass;
        b->w[i] += w[i];
    }
}

/* 1/m and what a unit of impulse along x turns. */
static double yields(const brick *b, const double arm[3])
{
    const double x[3] = {1.0, 0.0, 0.0};
    double moment[3], w[3];
    cross(arm, x, moment);
    turns(b, moment, w);
    return 1.0 / b->mass + dot(moment, w);
}

static double speed_along_x(const brick *b, const double arm[3])
{
    double turning[3];
    cross(b->w, arm, turning);
    return b->v[0] + turning[0];
}

/* J = -(1 + e) v_n / (1/m1 + (r1 x n) . I1^-1 (r1 x n) + the same of 2), frictionless. */
static void collide(brick *first, const double arm[3], brick *second, const double arm2[3],
                    double e)
{
    const double rate = speed_along_x(second, arm2) - speed_along_x(first, arm),
                 j = -(1.0 + e) * rate / (yields(first, arm) + yields(second, arm2));
    assert_true(rate < 0.0);
    strike(first, arm, -j);
    strike(second, arm2, j);
}

static void add_brick(objects *o, const char *name, const brick *b, const double orientation[4],
                      double e)
{
    char text[100];
    snprintf(text, sizeof text, "shape=box restitution=%g friction=0", e);
    trama_rigid_spec *spec = rigid_add_body(o, 0, name, text);
    memcpy(spec->side, b->side, sizeof spec->side);
    spec->mass = b->mass;
    memcpy(spec->position, b->at, sizeof spec->position);
    memcpy(spec->orientation, orientation, sizeof spec->orientation);
    memcpy(spec->velocity, b->v, sizeof spec->velocity);
    memcpy(spec->angular_velocity, b->w, sizeof spec->angular_velocity);
}

/* A corner of one strikes a face of the other, off both centres: velocities after it by the
 * formula. Gaps and steps are so small that the bodies hardly turn. */
static void check_corner(const char *method, double e)
{
    const double ways[2][4] = {{0.9, 0.3, -0.4, 0.25}, {1.0, 0.0, 0.0, 0.0}}, h = 1e-5;
    brick a = {{0.5, 0.3, 0.4}, 3.0, {0}, {1.3, 0.2, -0.4}, {0.7, -1.1, 2.0}, {{0}}},
          b = {{0.2, 1.6, 1.4}, 5.0, {0}, {-0.6, -0.3, 0.1}, {0.4, 0.9, -0.5}, {{0}}};
    double arm[3], across[3];
    turn_of(ways[0], a.turn);
    turn_of(ways[1], b.turn);
    corner_of(&a, arm);
    rigid_set(across, -0.1, 0.31, -0.22); /* the place of the impact from the other's centre */
    for (size_t i = 0; i < 3; i++)
        b.at[i] = arm[i] - across[i] + (i == 0 ? 1.23e-5 : 0.0);
    objects o;
    rigid_begin_on_ground(&o, NULL, NULL);
    add_brick(&o, "a", &a, ways[0], e);
    add_brick(&o, "b", &b, ways[1], e);
    rigid_touch(&o, NULL, method);
    objects_steps(&o, h, 6);
    collide(&a, arm, &b, across, e);
    const double *v = o.system->v;
    for (size_t i = 0; i < 3; i++) {
        assert_near(v[i], a.v[i], 2e-4);
        assert_near(v[6 + i], b.v[i], 2e-4);
    }
    rigid_end(&o);
}

static void a_corner_strikes_a_face_as_its_formula_says(void **state)
{
    (void)state;
    for (size_t m = 0; m < 3; m++)
        for (int e = 0; e < 3; e++)
            check_corner(methods[m], 0.5 * e);
}

/* ---- Pairs that turn, from a seed. */

typedef struct kept {
    double energy, momentum, angular; /* largest changes, over the energy or over m v and m v r */
} kept;

static void add_random(objects *o, trama_random *random, const char *name, double x, double speed,
                       double e)
{
    char text[100];
    snprintf(text, sizeof text, "shape=box side=0.8,0.6,0.5 restitution=%g friction=0", e);
    trama_rigid_spec *spec = rigid_add_body(o, 0, name, text);
    spec->density = 1500.0 + 1000.0 * trama_random_signed(random);
    rigid_set(spec->position, x, 0.2 * trama_random_signed(random),
              0.2 * trama_random_signed(random));
    rigid_set(spec->velocity, speed, 0.2 * trama_random_signed(random),
              0.2 * trama_random_signed(random));
    for (size_t i = 0; i < 4; i++)
        spec->orientation[i] = trama_random_signed(random);
    for (size_t i = 0; i < 3; i++)
        spec->angular_velocity[i] = 3.0 * trama_random_signed(random);
}

static kept collide_random(uint64_t seed, const char *method, double h, double e)
{
    trama_random random = {seed};
    objects o;
    double p[2][3], l[2][3];
    rigid_begin_on_ground(&o, NULL, NULL);
    add_random(&o, &random, "a", 0.0, 2.0, e);
    add_random(&o, &random, "b", 1.6, -2.0, e);
    rigid_touch(&o, NULL, method);
    trama_momentum(o.system, p[0]);
    rigid_angular_momentum(&o, l[0]);
    const double energy = rigid_kinetic(&o), m = o.system->mass[0] + o.system->mass[6];
    objects_steps(&o, h, lround(0.5 / h));
    trama_momentum(o.system, p[1]);
    rigid_angular_momentum(&o, l[1]);
    kept k = {(rigid_kinetic(&o) - energy) / energy, 0.0, 0.0};
    for (size_t i = 0; i < 3; i++) {
        k.momentum = worst_of(k.momentum, fabs(p[1][i] - p[0][i]) / sqrt(2.0 * m * energy));
        k.angular = worst_of(k.angular, fabs(l[1][i] - l[0][i]) / sqrt(2.0 * m * energy));
    }
    rigid_end(&o);
    return k;
}

enum { PAIRS = 40 };

static kept worst_pair(const char *method, double h)
{
    kept worst = {0.0, 0.0, 0.0};
    for (uint64_t seed = 1; seed <= PAIRS; seed++) {
        const kept k = collide_random(seed, method, h, 1.0);
        if (fabs(k.energy) > fabs(worst.energy))
            worst.energy = k.energy;
        worst.momentum = worst_of(worst.momentum, k.momentum);
        worst.angular = worst_of(worst.angular, k.angular);
    }
    return worst;
}

/* Energy to the method's order, angular momentum to the first, since impulses act where the points
 * were at the step's start. Measured: energy 2.6e-4, 3.5e-4, 2.8e-5, 7.0e-6 of it at 10, 5, 2.5 and
 * 1.25 ms, angular momentum 1.4e-2, 7.2e-3, 4.5e-3, 1.8e-3 of m v 1 m, momentum 3e-16. */
static void elastic_pairs_that_turn_keep_their_energy(void **state)
{
    (void)state;
    const double steps[] = {0.01, 0.005, 0.0025, 0.00125};
    for (size_t m = 1; m < 3; m++)
        for (size_t i = 0; i < 4; i++) {
            const kept k = worst_pair(methods[m], steps[i]);
            print_message("%s, %g ms: energy %.2g, momentum %.2g, angular momentum %.2g\n",
                          methods[m], 1e3 * steps[i], k.energy, k.momentum, k.angular);
            assert_near(k.energy, 0.0, 100.0 * steps[i] * steps[i]);
            assert_near(k.momentum, 0.0, 1e-13);
            assert_near(k.angular, 0.0, 3.0 * steps[i]);
        }
}

/* ---- Plates that move, and slow approaches. */

/* A ball that falls on a plate which rises at a steady speed, three times: seen from the plate it
 * keeps its energy, and what the plate gives it, 14.9 J, is in the
 * books. Measured: to 2.6e-5 J. */
static void a_rising_plate_gives_what_is_booked(void **state)
{
    (void)state;
    const double h = 1e-3, rising = 0.5;
    for (size_t m = 1; m < 3; m++) {
        objects o;
        rigid_begin_on_ground(&o, earth, NULL);
        trama_rigid_spec *plate =
            rigid_add_body(&o, 0, "plate", "shape=box motion=kinematic restitution=1 friction=0");
        rigid_set(plate->side, 4.0, 1.0, 4.0);
        rigid_set(plate->position, 0.0, -0.5, 0.0);
        rigid_set(plate->velocity, 0.0, rising, 0.0);
        trama_rigid_spec *ball = rigid_add_body(
            &o, 0, "ball", "shape=sphere radius=0.1 mass=2 restitution=1 friction=0");
        rigid_set(ball->position, 0.0, 0.4, 0.0);
        rigid_touch(&o, NULL, methods[m]);
        const objects_energy found = objects_budget(&o, h, 1.5);
        const double at = o.system->q[1] - 0.1 - rising * 1.5, v = o.system->v[1] - rising,
                     before = 0.5 * rising * rising + 9.81 * 0.3;
        assert_near(0.5 * v * v + 9.81 * at, before, 50.0 * h * h);
        assert_near(found.unexplained, 0.0, 500.0 * h * h);
        assert_true(found.dissipated < -5.0);
        rigid_end(&o);
    }
}

/* A ball on the ground that moves into it, and its velocity after a step of h. */
static double after_a_step(const char *method, double h, double speed)
{
    objects o;
    rigid_begin_on_ground(&o, earth, "restitution=1 friction=0");
    trama_rigid_spec *ball =
        rigid_add_body(&o, 0, "ball", "shape=sphere radius=0.1 restitution=1 friction=0");
    rigid_set(ball->position, 0.0, 0.1, 0.0);
    rigid_set(ball->velocity, 0.0, -speed, 0.0);
    rigid_touch(&o, NULL, method);
    objects_steps(&o, h, 1);
    const double v = o.system->v[1];
    rigid_end(&o);
    return v;
}

/* What is slower than what gravity makes of rest in a step, g h, is at rest; faster, it bounces. A
 * pile would never rest else. */
static void slower_than_what_a_step_gives_is_rest(void **state)
{
    (void)state;
    const double h = 0.01, given = 9.81 * h;
    for (size_t m = 0; m < 3; m++) {
        assert_near(after_a_step(methods[m], h, 0.9 * given), 0.0, 1e-12);
        assert_near(after_a_step(methods[m], h, 1.1 * given), 1.1 * given, 1e-12);
    }
}

/* ---- Friction. */

/* A ball of spin 0 strikes a plane obliquely: while it slides it loses mu (1 + e) v_n along the
 * plane; where friction suffices it leaves rolling, at 5/7 of its speed (measured: to 7e-3, since
 * its arm is that to the middle of the gap at the step's start). The impact takes what the normal
 * speed loses; friction its impulse times the mean of the speeds with which the surface slides, of
 * which the spin takes 5/2 as much as the centre. */
static void check_oblique(const char *method, double mu, double e, double along, double expected,
                          double tolerance)
{
    char text[120];
    objects o;
    snprintf(text, sizeof text, "friction=%g restitution=%g", mu, e);
    rigid_begin_on_ground(&o, NULL, text);
    snprintf(text, sizeof text, "shape=sphere radius=0.1 friction=%g restitution=%g", mu, e);
    trama_rigid_spec *ball = rigid_add_body(&o, 0, "ball", text);
    rigid_set(ball->position, 0.0, 0.10123, 0.0);
    rigid_set(ball->velocity, along, -2.0, 0.0);
    rigid_touch(&o, NULL, method);
    const objects_energy found = objects_budget(&o, 1e-3, 4.5e-3);
    const double mass = o.system->mass[0], impulse = along - o.system->v[0];
    assert_near(o.system->v[0], expected, tolerance);
    assert_near(o.system->v[1], 2.0 * e, 1e-9);
    print_message("%s %g %g: %.12g %.12g %.12g\n", method, mu, e, mass, found.dissipated,
                  found.friction);
    assert_near(found.dissipated - found.friction, 2.0 * mass * (1.0 - e * e), 1e-9 * mass);
    assert_near(found.friction, mass * impulse * (along - 0.5 * 3.5 * impulse), 0.02 * mass);
    rigid_end(&o);
}

static void an_oblique_impact_rubs_as_coulomb_says(void **state)
{
    (void)state;
    for (size_t m = 0; m < 3; m++) {
        check_oblique(methods[m], 0.1, 0.5, 3.0, 3.0 - 0.1 * 1.5 * 2.0, 1e-9);
        check_oblique(methods[m], 0.1, 1.0, 3.0, 3.0 - 0.1 * 2.0 * 2.0, 1e-9);
        check_oblique(methods[m], 0.9, 0.5, 3.0, 3.0 * 5.0 / 7.0, 0.01);
    }
}

/* ---- The instant. */

/* A ball that falls along -axis at `speed`, 2 m/s^2 pulling, strikes at part s of a step of 10 ms:
 * it leaves with e times the speed it has there. */
static double leaving_speed(const char *method, size_t axis, double s, double speed, bool first)
{
    const double h = 0.01, moves = speed + (strcmp(method, "velocity_verlet") ? 2.0 : 1.0) * h;
    double pull[3] = {0.0}, x[3] = {0.0}, v[3] = {0.0}, side[3] = {4.0, 4.0, 4.0}, at[3] = {0.0};
    char ball[200], ground[200];
    objects o;
    pull[axis] = -2.0;
    x[axis] = 0.1 + s * h * moves;
    v[axis] = -speed;
    at[axis] = -2.0;
    snprintf(ball, sizeof ball,
             "shape=sphere radius=0.1 position=%.17g,%.17g,%.17g velocity=%g,%g,%g restitution=0.5",
             x[0], x[1], x[2], v[0], v[1], v[2]);
    snprintf(ground, sizeof ground, "shape=box side=%g,%g,%g position=%g,%g,%g motion=static",
             side[0], side[1], side[2], at[0], at[1], at[2]);
    objects_begin(&o);
    rigid_add(&o, NULL, pull);
    rigid_add_body(&o, 0, "first", first ? ball : ground);
    rigid_add_body(&o, 0, "second", first ? ground : ball);
    rigid_touch(&o, NULL, method);
    objects_steps(&o, h, 1);
    const double left = o.system->v[axis];
    assert_near(o.system->q[axis], 0.1, 1e-9);
    rigid_end(&o);
    return left;
}

static void a_bounce_has_the_speed_at_its_instant(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * 3 * 4; i++) {
        const double s = 0.2 + 0.2 * (double)(i % 4);
        const double left = leaving_speed(methods[i % 2], i / 2 % 3, s, 0.5, i > 11);
        assert_near(left, 0.5 * (0.5 + s * 0.02), 1e-9);
        /* what the step's forces give to what rests is too slow to bounce */
        assert_true(leaving_speed(methods[i % 2], i / 2 % 3, s, 0.001, i > 11) < 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corner_strikes_a_face_as_its_formula_says),
        cmocka_unit_test(elastic_pairs_that_turn_keep_their_energy),
        cmocka_unit_test(a_rising_plate_gives_what_is_booked),
        cmocka_unit_test(slower_than_what_a_step_gives_is_rest),
        cmocka_unit_test(an_oblique_impact_rubs_as_coulomb_says),
        cmocka_unit_test(a_bounce_has_the_speed_at_its_instant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
