/* Soft contacts in substeps: what rests stays, what slides and bounces does as theory says,
 * momentum is kept; and how they compare with sequential impulses on a stack, a pyramid and a mass
 * ratio. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/momentum.h"
#include "support/near.h"
#include "support/rigid.h"

static const double earth[3] = {0.0, -9.81, 0.0};

static void make(objects *o, const char *response, const char *settings)
{
    objects_join(o, "touch", response, settings, 1, 0);
    objects_make(o, "symplectic_euler");
}

/* ---- Beside sequential impulses. */

typedef struct standing {
    double settled, drift,
        deepest; /* m: moved in the first 1 s, and in the next 2 s; penetration */
} standing;

static double farthest(const double *q, const double *from, size_t bodies)
{
    double most = 0.0;
    for (size_t b = 0; b < bodies; b++)
        for (size_t axis = 0; axis < 3; axis++)
            most = worst_of(most, fabs(q[7 * b + axis] - from[7 * b + axis]));
    return most;
}

/* What is added rests on a ground; 3 s at 60 Hz. */
static standing stand(const char *response, const char *settings, void (*add)(objects *o))
{
    objects o;
    standing found = {0};
    double value[TRAMA_OBSERVABLES_MAX];
    rigid_begin_on_ground(&o, earth, "");
    add(&o);
    make(&o, response, settings);
    const size_t bodies = o.system->nq / 7;
    double *from = malloc(o.system->nq * sizeof *from);
    assert_non_null(from);
    memcpy(from, o.system->q, o.system->nq * sizeof *from);
    objects_steps(&o, 1.0 / 60.0, 60);
    found.settled = farthest(o.system->q, from, bodies);
    memcpy(from, o.system->q, o.system->nq * sizeof *from);
    objects_steps(&o, 1.0 / 60.0, 120);
    found.drift = farthest(o.system->q, from, bodies);
    o.system->acting[0].type->observe(o.system->acting[0].self, o.system->t, o.system->q,
                                      o.system->v, value);
    found.deepest = value[1];
    free(from);
    rigid_end(&o);
    return found;
}

static void stack_of_five(objects *o)
{
    rigid_add_body(o, 0, "stack",
                   "shape=box side=1,1,1 position=0,0.5,0 arrangement=line count=5 step=0,1,0");
}

static void pyramid_of_six_rows(objects *o)
{
    rigid_add_body(o, 0, "pyramid",
                   "shape=box side=1,1,1 position=0,0.5,0 arrangement=pyramid count=6 "
                   "step=1.1,1,0");
}

static void heavy_on_light(objects *o)
{
    rigid_add_body(o, 0, "light", "shape=box side=1,1,1 mass=1 position=0,0.5,0");
    rigid_add_body(o, 0, "heavy", "shape=box side=1,1,1 mass=400 position=0,1.5,0");
}

static void it_stands_beside_sequential_impulses(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        void (*add)(objects *o);
    } scenes[] = {{"stack of 5", stack_of_five},
                  {"pyramid of 21", pyramid_of_six_rows},
                  {"400 kg on 1 kg", heavy_on_light}};
    static const char *const responses[][2] = {{"rigid_contact", NULL},
                                               {"rigid_contact_soft", "substeps=4"},
                                               {"rigid_contact_soft", "substeps=16 frequency=120"}};
    for (size_t s = 0; s < 3; s++)
        for (size_t r = 0; r < 3; r++) {
            const standing found = stand(responses[r][0], responses[r][1], scenes[s].add);
            print_message("%s, %s %s: %.2g m in 1 s, %.2g m in the next 2 s, %.2g m deep\n",
                          scenes[s].name, responses[r][0], responses[r][1] ? responses[r][1] : "",
                          found.settled, found.drift, found.deepest);
            assert_true(r == 0 || found.settled < 0.2);
            assert_true(r < 2 || (found.settled < 0.05 && found.drift < 2e-3));
        }
}

/* 465 boxes, 30 high. Measured after 2 s: 1e-7 J/kg, a velocity of 0.5 mm/s; 2e-3 J/kg where
 * friction comes after the normals of the soft sweep too. */
static void a_tall_pyramid_comes_to_rest(void **state)
{
    (void)state;
    objects o;
    rigid_begin_on_ground(&o, earth, "");
    rigid_add_body(&o, 0, "pyramid",
                   "shape=box side=1,1,1 position=-15,0.5,0 arrangement=pyramid count=30 "
                   "step=1.1,1,0");
    make(&o, "rigid_contact_soft", NULL);
    objects_steps(&o, 1.0 / 60.0, 120);
    const double left = rigid_kinetic(&o) / (465.0 * 1000.0);
    print_message("pyramid of 465: %.2g J/kg\n", left);
    assert_true(left < 1e-5);
    rigid_end(&o);
}

/* ---- By itself. */

/* A box of 10 kg that 150 N pull along five directions: v = (15 - mu g) t. Measured: 1.4e-6 of it
 * off. */
static void a_box_slides_as_theory_says_in_every_direction(void **state)
{
    (void)state;
    const double angles[] = {0.0, 0.25, 0.125, 0.07, 0.6}, pi = 3.14159265358979323846;
    double worst = 0.0;
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        objects o;
        double v[2];
        rigid_begin_pulled(&o, 2.0 * pi * angles[i]);
        make(&o, "rigid_contact_soft", NULL);
        objects_steps(&o, 0.01, 200);
        const double expected = (15.0 - 0.4 * 9.81) * 2.0;
        rigid_pulled_velocity(&o, 2.0 * pi * angles[i], v);
        worst = worst_of(worst, fmax(fabs(v[0] - expected), fabs(v[1])) / expected);
        if (!(fabs(v[0] - expected) < 1e-5 * expected && fabs(v[1]) < 1e-5 * expected))
            fail_msg("%g of a turn: %.9g m/s along, %.3g across; expected %.9g", angles[i], v[0],
                     v[1], expected);
        rigid_end(&o);
    }
    print_message("pulled: %.2g of it off\n", worst);
}

static void half_restitution_takes_three_quarters_of_the_height(void **state)
{
    (void)state;
    objects o;
    double height = 0.0;
    rigid_begin_on_ground(&o, earth, "");
    rigid_add_body(&o, 0, "ball", "shape=sphere radius=0.1 position=0,1.1,0 restitution=0.5");
    make(&o, "rigid_contact_soft", "substeps=8");
    objects_steps(&o, 0.0005, 1000); /* it strikes after 0.4515 s */
    for (int i = 0; i < 900; i++) {
        objects_steps(&o, 0.0005, 1);
        height = worst_of(height, o.system->q[1] - 0.1);
    }
    if (!(fabs(height - 0.25) < 5e-3))
        fail_msg("it comes up to %g m", height);
    rigid_end(&o);
}

static void momentum_is_kept_and_no_energy_made(void **state)
{
    (void)state;
    objects o;
    double p0[3], p[3], l0[3], l[3];
    rigid_begin_on_ground(&o, NULL, NULL);
    rigid_add_swarm(&o, "friction=0.5 restitution=0.3");
    make(&o, "rigid_contact_soft", NULL);
    const double energy = rigid_kinetic(&o);
    trama_momentum(o.system, p0);
    rigid_angular_momentum(&o, l0);
    objects_steps(&o, 0.002, 500);
    trama_momentum(o.system, p);
    rigid_angular_momentum(&o, l);
    const double scale = sqrt(2.0 * energy * 500.0);
    for (size_t axis = 0; axis < 3; axis++) {
        assert_true(fabs(p[axis] - p0[axis]) < 1e-10 * scale);
        assert_true(fabs(l[axis] - l0[axis]) < 2e-3 * scale);
    }
    print_message("swarm: energy %.3g of %.3g J, angular momentum off by %.2g of %.3g\n",
                  rigid_kinetic(&o), energy,
                  fmax(fabs(l[0] - l0[0]), fmax(fabs(l[1] - l0[1]), fabs(l[2] - l0[2]))), scale);
    assert_true(rigid_kinetic(&o) < 0.95 * energy);
    rigid_end(&o);
}

/* Of the steps so far; fails if the words are none. */
static long remarked(const objects *o)
{
    const trama_remark remark = o->system->acting[0].type->remark(o->system->acting[0].self);
    assert_true(remark.steps == 0 || strlen(remark.what) > 10);
    return remark.steps;
}

/* m kg on a cube of 1 kg and 1 m, of which both springs have half the stiffness at most:
 * m g/(2 pi 30)^2 deep, 2.8 mm of 10 kg and 0.28 m of 1000. A tenth of the cube is 0.1 m. 10 t pass
 * through. */
static void a_body_too_heavy_for_the_one_below_is_remarked(void **state)
{
    (void)state;
    static const struct {
        const char *heavy;
        long least, most;
    } cases[] = {
        {"mass=10", 0, 0}, {"mass=100", 0, 0}, {"mass=1000", 100, 400}, {"mass=10000", 100, 400}};
    for (size_t i = 0; i < 4; i++) {
        objects o;
        char text[100];
        rigid_begin_on_ground(&o, earth, "");
        rigid_add_body(&o, 0, "light", "shape=box side=1,1,1 mass=1 position=0,0.5,0");
        snprintf(text, sizeof text, "shape=box side=1,1,1 position=0,1.5,0 %s", cases[i].heavy);
        rigid_add_body(&o, 0, "heavy", text);
        make(&o, "rigid_contact_soft", NULL);
        objects_steps(&o, 0.005, 400);
        const long steps = remarked(&o);
        if (steps < cases[i].least || steps > cases[i].most)
            fail_msg("%s: %ld steps", cases[i].heavy, steps);
        rigid_end(&o);
    }
}

static void a_saved_state_goes_on_to_the_same_bits(void **state)
{
    (void)state;
    objects both[2];
    for (size_t i = 0; i < 2; i++) {
        rigid_begin_on_ground(&both[i], earth, "");
        stack_of_five(&both[i]);
        make(&both[i], "rigid_contact_soft", NULL);
    }
    objects_steps(&both[0], 0.01, 30);
    objects_copy_state(&both[0], &both[1]);
    for (size_t i = 0; i < 2; i++)
        objects_steps(&both[i], 0.01, 30);
    assert_memory_equal(both[0].system->q, both[1].system->q, 35 * sizeof(double));
    assert_memory_equal(both[0].system->v, both[1].system->v, 30 * sizeof(double));
    rigid_end(&both[0]);
    rigid_end(&both[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_stands_beside_sequential_impulses),
        cmocka_unit_test(a_tall_pyramid_comes_to_rest),
        cmocka_unit_test(a_box_slides_as_theory_says_in_every_direction),
        cmocka_unit_test(half_restitution_takes_three_quarters_of_the_height),
        cmocka_unit_test(momentum_is_kept_and_no_energy_made),
        cmocka_unit_test(a_body_too_heavy_for_the_one_below_is_remarked),
        cmocka_unit_test(a_saved_state_goes_on_to_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
