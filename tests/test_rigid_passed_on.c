/* Impacts of many rigid bodies in one step: what is passed on is what pairs of balls pass on one
 * after another, nothing is lost by it, and what rests takes no part. */
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

static const double earth[3] = {0.0, -9.81, 0.0};
static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4"};

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
        rigid_set(spec->position, x, 0.0, 0.0);
        rigid_set(spec->velocity, v[i], 0.0, 0.0);
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
                rigid_touch(&o, NULL, methods[m]);
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
        rigid_touch(&o, NULL, methods[m]);
        for (size_t i = 0; i < 3; i++)
            pair_of_balls(mass[i], &v[i], mass[i + 1], &v[i + 1]);
        objects_steps(&o, 1e-3, 20);
        for (size_t i = 0; i < 4; i++)
            assert_near(o.system->v[6 * i], v[i], 1e-9);
        assert_near(o.system->v[18], 1.5 * 64.0 / 27.0, 1e-9);
        rigid_end(&o);
    }
}

/* ---- Over a joint. */

/* A ball of m strikes a rod of m1 that a joint at the origin holds to one of m2, at `place` along
 * both. The rods reach from the joint to a and -a; i1 and i2 are about their centres. Impulses J
 * down on the first rod, K at the joint, down on the second:
 *   v1' = -(J - K)/m1, w1' = -(J (place - a/2) + K a/2)/i1, v2' = -K/m2, w2' = -K a/2/i2,
 * and both have the same velocity at the joint. */
static void strike_joined(double m, double m1, double m2, double a, double place, double speed,
                          double v[3])
{
    const double i1 = m1 * (a * a + 0.04) / 12.0, i2 = m2 * (a * a + 0.04) / 12.0, c = 0.5 * a,
                 b = place - c;
    const double by_joint = 1.0 / m1 + c * c / i1 + 1.0 / m2 + c * c / i2, /* of K */
        by_ball = 1.0 / m1 - c * b / i1, k = by_ball / by_joint;           /* K over J */
    const double yields = 1.0 / m + (1.0 - k) / m1 + b * (b + k * c) / i1, j = 2.0 * speed / yields;
    v[0] = -speed + j / m;
    v[1] = -j * (1.0 - k) / m1;
    v[2] = -j * k / m2;
}

static void what_a_joint_holds_is_struck_with_it(void **state)
{
    (void)state;
    for (size_t m = 0; m < 3; m++) {
        objects o;
        double v[3];
        rigid_begin_on_ground(&o, NULL, NULL);
        rigid_add_body(&o, 0, "a", "shape=box side=0.8,0.2,0.1 mass=1 position=0.4,0,0 group=1");
        rigid_add_body(&o, 0, "b", "shape=box side=0.8,0.2,0.1 mass=2 position=-0.4,0,0 group=1");
        trama_rigid_spec *ball = rigid_add_body(
            &o, 0, "ball", "shape=sphere radius=0.1 mass=1 restitution=1 friction=0");
        rigid_set(ball->position, 0.7, 0.2 + 1.23e-5, 0.0);
        rigid_set(ball->velocity, 0.0, -2.0, 0.0);
        objects_join(&o, "touch", "rigid_contact", NULL, 1, 0);
        objects_join(&o, "pin", "ball_joint", "body=a to=b", 1, 0);
        objects_make(&o, methods[m]);
        const double before = rigid_kinetic(&o);
        objects_steps(&o, 1e-5, 6);
        strike_joined(1.0, 1.0, 2.0, 0.8, 0.7, 2.0, v);
        assert_near(o.system->v[13], v[0], 2e-4);
        assert_near(o.system->v[1], v[1], 2e-4);
        assert_near(o.system->v[7], v[2], 2e-4);
        assert_near(rigid_kinetic(&o), before, 1e-6 * before);
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
    rigid_set(light->position, 0.0, 2.1 + gap, 0.0);
    rigid_touch(&o, NULL, method);
    for (long i = 0; i < lround(1.9 / h); i++) {
        objects_steps(&o, h, 1);
        highest = worst_of(highest, o.system->q[8]);
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
    rigid_set(balls->step, 0.3, 0.3, 0.3);
    rigid_touch(&o, NULL, method);
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
        rigid_touch(&o, NULL, "rk4");
        const double first = rigid_kinetic(&o);
        double energy = first;
        for (int i = 0; i < 500; i++) {
            objects_steps(&o, 0.002, 1);
            const double now = rigid_kinetic(&o);
            most = worst_of(most, now / energy - 1.0);
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
        rigid_set(stack->position, 0.0, 0.5, 0.0);
        rigid_set(stack->step, 0.0, 1.0, 0.0);
        rigid_touch(&o, NULL, methods[m]);
        objects_steps(&o, 0.01, 1000);
        for (size_t i = 0; i < 5; i++)
            assert_near(o.system->q[7 * i + 1], 0.5 + (double)i, 1e-9);
        rigid_end(&o);
    }
}

/* ---- Bits. */

static void begin_balls(objects *o, const char *interaction)
{
    rigid_begin_on_ground(o, earth, "restitution=1 friction=0.2");
    trama_rigid_spec *balls = rigid_add_body(
        o, 0, "balls",
        "shape=sphere radius=0.1 mass=1 restitution=0.8 friction=0.2 arrangement=pile count=27 "
        "position=-0.6,0.3,-0.6 jitter=0.02");
    rigid_set(balls->step, 0.25, 0.25, 0.25);
    objects_join(o, "touch", "rigid_contact", interaction, 1, 0);
    objects_make(o, "velocity_verlet");
}

static void same_state(const objects *a, const objects *b)
{
    assert_memory_equal(a->system->q, b->system->q, a->system->nq * sizeof *a->system->q);
    assert_memory_equal(a->system->v, b->system->v, a->system->nv * sizeof *a->system->v);
}

/* In the midst of impacts: a state that is saved and loaded goes on to the same bits, and so do
 * other broad phases. */
static void impacts_have_the_same_bits_however_they_come(void **state)
{
    (void)state;
    objects one, loaded, pairs;
    begin_balls(&one, NULL);
    begin_balls(&loaded, NULL);
    begin_balls(&pairs, "broad_phase=all_pairs");
    objects_steps(&one, 0.004, 60);
    objects_copy_state(&one, &loaded);
    objects_steps(&one, 0.004, 60);
    objects_steps(&loaded, 0.004, 60);
    objects_steps(&pairs, 0.004, 120);
    same_state(&one, &loaded);
    same_state(&one, &pairs);
    rigid_end(&one);
    rigid_end(&loaded);
    rigid_end(&pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cradle_drives_out_as_many_as_strike),
        cmocka_unit_test(a_row_of_lighter_balls_speeds_up),
        cmocka_unit_test(what_a_joint_holds_is_struck_with_it),
        cmocka_unit_test(a_light_ball_on_a_heavy_one_rises_nine_times_as_high),
        cmocka_unit_test(elastic_balls_that_fall_keep_their_energy),
        cmocka_unit_test(energy_never_grows_between_unlike_bodies),
        cmocka_unit_test(a_stack_that_could_bounce_rests),
        cmocka_unit_test(impacts_have_the_same_bits_however_they_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
