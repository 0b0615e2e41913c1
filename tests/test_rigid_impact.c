/* Impacts of rigid bodies: the impulse of two that turn is that of its formula, what is passed on
 * within a step is what pairs of balls pass on one after another, and neither loses energy. */
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

static void make(objects *o, const char *method)
{
    objects_join(o, "touch", "rigid_contact", NULL, 1, 0);
    objects_make(o, method);
}

static void set3(double *to, double x, double y, double z)
{
    to[0] = x;
    to[1] = y;
    to[2] = z;
}

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
    set3(w, 0.0, 0.0, 0.0);
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
    set3(arm, 0.0, 0.0, 0.0);
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
    set3(across, -0.1, 0.31, -0.22); /* the place of the impact from the other's centre */
    for (size_t i = 0; i < 3; i++)
        b.at[i] = arm[i] - across[i] + (i == 0 ? 1.23e-5 : 0.0);
    objects o;
    rigid_begin_on_ground(&o, NULL, NULL);
    add_brick(&o, "a", &a, ways[0], e);
    add_brick(&o, "b", &b, ways[1], e);
    make(&o, method);
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
    set3(spec->position, x, 0.2 * trama_random_signed(random), 0.2 * trama_random_signed(random));
    set3(spec->velocity, speed, 0.2 * trama_random_signed(random),
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
    make(&o, method);
    trama_momentum(o.system, p[0]);
    rigid_angular_momentum(&o, l[0]);
    const double energy = rigid_kinetic(&o), m = o.system->mass[0] + o.system->mass[6];
    objects_steps(&o, h, lround(0.5 / h));
    trama_momentum(o.system, p[1]);
    rigid_angular_momentum(&o, l[1]);
    kept k = {(rigid_kinetic(&o) - energy) / energy, 0.0, 0.0};
    for (size_t i = 0; i < 3; i++) {
        k.momentum = fmax(k.momentum, fabs(p[1][i] - p[0][i]) / sqrt(2.0 * m * energy));
        k.angular = fmax(k.angular, fabs(l[1][i] - l[0][i]) / sqrt(2.0 * m * energy));
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
        worst.momentum = fmax(worst.momentum, k.momentum);
        worst.angular = fmax(worst.angular, k.angular);
    }
    return worst;
}

/* Energy to the method's order, angular momentum to the first, since impulses act where the points
 * were at the step's start. Measured: energy 2.6e-4, 8.9e-4, 2.8e-5, 6.9e-6 of it at 10, 5, 2.5 and
 * 1.25 ms, angular momentum 1.3e-2, 7.1e-3, 4.5e-3, 1.8e-3 of m v 1 m, momentum 3e-16. */
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

/* ---- Balls in a row. */

/* Balls of radius 0.1 m along x, of these masses and velocities, with gaps between them. */
static void begin_row(objects *o, size_t count, const double *mass, const double *v,
                      const double *gap)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    double x = 0.0;
    rigid_begin_on_ground(o, NULL, NULL);
    for (size_t i = 0; i < count; i++) {
        trama_rigid_spec *spec =
            rigid_add_body(o, 0, names[i], "shape=sphere radius=0.1 restitution=1 friction=0");
        spec->mass = mass[i];
        set3(spec->position, x, 0.0, 0.0);
        set3(spec->velocity, v[i], 0.0, 0.0);
        x += 0.2 + gap[i];
    }
}

/* What equal balls of a row do, one pair after the other: they exchange velocities. */
static void exchange(size_t count, double *v)
{
    for (size_t round = 0; round < count; round++)
        for (size_t i = 0; i + 1 < count; i++)
            if (v[i] > v[i + 1]) {
                const double faster = v[i];
                v[i] = v[i + 1];
                v[i + 1] = faster;
            }
}

/* Five equal balls of which some strike: gaps of none, of parts of a step, of whole steps. */
static void a_cradle_drives_out_as_many_as_strike(void **state)
{
    (void)state;
    const double h = 1e-3, mass[5] = {2.0, 2.0, 2.0, 2.0, 2.0}, gaps[] = {0.0, 0.37e-3, 1e-3, 5e-3};
    for (size_t m = 0; m < 3; m++)
        for (size_t g = 0; g < 4; g++)
            for (size_t strikers = 1; strikers < 5; strikers++) {
                objects o;
                double v[5] = {0}, gap[5] = {0};
                for (size_t i = 0; i < strikers; i++)
                    v[i] = 1.0;
                for (size_t i = strikers; i < 5; i++)
                    gap[i] = gaps[g];
                gap[strikers - 1] = 4.0 * h; /* whole steps */
                begin_row(&o, 5, mass, v, gap);
                make(&o, methods[m]);
                exchange(5, v);
                objects_steps(&o, h, 40);
                for (size_t i = 0; i < 5; i++)
                    assert_near(o.system->v[6 * i], v[i], 1e-9);
                rigid_end(&o);
            }
}

/* v' of two balls on one line. */
static void pair_of_balls(double m1, double *v1, double m2, double *v2)
{
    const double middle = (m1 * *v1 + m2 * *v2) / (m1 + m2);
    *v1 = 2.0 * middle - *v1;
    *v2 = 2.0 * middle - *v2;
}

/* Balls of 8, 4, 2, 1 kg that touch: one after the other, the last leaves at (4/3)^3 of the speed.
 */
static void a_row_of_lighter_balls_speeds_up(void **state)
{
    (void)state;
    const double mass[4] = {8.0, 4.0, 2.0, 1.0}, gap[4] = {0.35e-3};
    for (size_t m = 0; m < 3; m++) {
        objects o;
        double v[4] = {1.5};
        begin_row(&o, 4, mass, v, gap);
        make(&o, methods[m]);
        for (size_t i = 0; i < 3; i++)
            pair_of_balls(mass[i], &v[i], mass[i + 1], &v[i + 1]);
        objects_steps(&o, 1e-3, 20);
        for (size_t i = 0; i < 4; i++)
            assert_near(o.system->v[6 * i], v[i], 1e-9);
        assert_near(o.system->v[18], 1.5 * 64.0 / 27.0, 1e-9);
        rigid_end(&o);
    }
}

/* ---- Under gravity. */

/* A ball of 1 kg on one of 100 kg, both dropped by 1 m: how high it rises above where it left. */
static double rise(const char *method, double h, double gap)
{
    objects o;
    double highest = 0.0;
    rigid_begin_on_ground(&o, earth, "restitution=1 friction=0");
    rigid_add_body(&o, 0, "heavy",
                   "shape=sphere radius=0.5 mass=100 position=0,1.5,0 restitution=1 friction=0");
    trama_rigid_spec *light =
        rigid_add_body(&o, 0, "light", "shape=sphere radius=0.1 mass=1 restitution=1 friction=0");
    set3(light->position, 0.0, 2.1 + gap, 0.0);
    make(&o, method);
    for (long i = 0; i < lround(1.9 / h); i++) {
        objects_steps(&o, h, 1);
        highest = fmax(highest, o.system->q[8]);
    }
    rigid_end(&o);
    return highest - 1.1;
}

/* It leaves at (3 M - m)/(M + m) of the speed of the fall, wherever the steps lie and whether the
 * balls touch. Measured: 8.761 to 8.764 m; of symplectic Euler, whose fall is of order 1, 8.51 at
 * 10 ms, 8.74 at 1 ms. */
static void a_light_ball_on_a_heavy_one_rises_nine_times_as_high(void **state)
{
    (void)state;
    const double gaps[] = {0.0, 1e-3, 1e-2}, steps[] = {0.01, 0.001}, ratio = 299.0 / 101.0;
    for (size_t m = 0; m < 3; m++)
        for (size_t g = 0; g < 3; g++)
            for (size_t i = 0; i < 2; i++)
                assert_near(rise(methods[m], steps[i], gaps[g]), ratio * ratio,
                            m == 0 ? 40.0 * steps[i] : 5e-3);
}

static double pile_energy(const objects *o)
{
    double energy = rigid_kinetic(o);
    for (size_t i = 0; i < o->system->nv / 6; i++)
        energy += o->system->mass[6 * i] * 9.81 * o->system->q[7 * i + 1];
    return energy;
}

/* 27 elastic balls fall on a ground and on each other. */
static objects_energy balls_fall(const char *method, double h, double *lost)
{
    objects o;
    rigid_begin_on_ground(&o, earth, "restitution=1 friction=0");
    trama_rigid_spec *balls = rigid_add_body(
        &o, 0, "balls",
        "shape=sphere radius=0.1 mass=1 restitution=1 friction=0 arrangement=pile count=27 "
        "position=-0.6,1,-0.6 jitter=0.02");
    set3(balls->step, 0.3, 0.3, 0.3);
    make(&o, method);
    const double before = pile_energy(&o);
    const objects_energy found = objects_budget(&o, h, 0.8);
    *lost = (before - pile_energy(&o)) / before;
    rigid_end(&o);
    return found;
}

/* To the method's order: of symplectic Euler 3e-3 at 1 ms, of the others 7.1e-7, and four times
 * that at 2 ms. Nothing is booked as lost. */
static void elastic_balls_that_fall_keep_their_energy(void **state)
{
    (void)state;
    const double steps[] = {0.004, 0.002, 0.001};
    for (size_t m = 0; m < 3; m++)
        for (size_t i = 0; i < 3; i++) {
            double lost;
            const double h = steps[i];
            const objects_energy found = balls_fall(methods[m], h, &lost);
            assert_near(lost, 0.0, m == 0 ? 6.0 * h : 2.0 * h * h);
            assert_near(found.dissipated, 0.0, 1e-7);
            assert_near(found.unexplained, 0.0, m == 0 ? 2000.0 * h : 500.0 * h * h);
        }
}

/* ---- What may not grow, and what rests. */

/* Eight bodies that fly into each other, of restitution from 0 to 1: whatever meets whatever, with
 * and without friction, energy does not grow. Measured: by 1e-8 of it in a step. */
static void energy_never_grows_between_unlike_bodies(void **state)
{
    (void)state;
    const char *const friction[] = {"friction=0", "friction=0.5"};
    for (size_t f = 0; f < 2; f++) {
        objects o;
        double most = 0.0;
        rigid_begin_on_ground(&o, NULL, NULL);
        rigid_add_swarm(&o, friction[f]);
        trama_entries *bodies = &((trama_rigid_parameters *)o.parameters[0])->bodies;
        for (size_t i = 0; i < 8; i++)
            ((trama_rigid_spec *)bodies->item)[i].restitution = (double)i / 7.0;
        make(&o, "rk4");
        const double first = rigid_kinetic(&o);
        double energy = first;
        for (int i = 0; i < 500; i++) {
            objects_steps(&o, 0.002, 1);
            const double now = rigid_kinetic(&o);
            most = fmax(most, now / energy - 1.0);
            energy = now;
        }
        assert_true(most < 1e-6);
        assert_true(energy < 0.9 * first);
        rigid_end(&o);
    }
}

/* A stack of restitution 0.5 under each method: what rests does not bounce. Measured: 2e-11 m in
 * 10 s. */
static void a_stack_that_could_bounce_rests(void **state)
{
    (void)state;
    for (size_t m = 0; m < 3; m++) {
        objects o;
        rigid_begin_on_ground(&o, earth, "restitution=0.5");
        trama_rigid_spec *stack = rigid_add_body(
            &o, 0, "stack", "shape=box side=1,1,1 arrangement=line count=5 restitution=0.5");
        set3(stack->position, 0.0, 0.5, 0.0);
        set3(stack->step, 0.0, 1.0, 0.0);
        make(&o, methods[m]);
        objects_steps(&o, 0.01, 1000);
        for (size_t i = 0; i < 5; i++)
            assert_near(o.system->q[7 * i + 1], 0.5 + (double)i, 1e-9);
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
    set3(ball->position, 0.0, 0.1, 0.0);
    set3(ball->velocity, 0.0, -speed, 0.0);
    make(&o, method);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corner_strikes_a_face_as_its_formula_says),
        cmocka_unit_test(elastic_pairs_that_turn_keep_their_energy),
        cmocka_unit_test(a_cradle_drives_out_as_many_as_strike),
        cmocka_unit_test(a_row_of_lighter_balls_speeds_up),
        cmocka_unit_test(a_light_ball_on_a_heavy_one_rises_nine_times_as_high),
        cmocka_unit_test(elastic_balls_that_fall_keep_their_energy),
        cmocka_unit_test(energy_never_grows_between_unlike_bodies),
        cmocka_unit_test(a_stack_that_could_bounce_rests),
        cmocka_unit_test(slower_than_what_a_step_gives_is_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
