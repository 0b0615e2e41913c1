/* Scenes of rigid bodies as experiments use them: put anywhere as a whole, with gravity turned too,
 * they do the same; motion that passes along a row is timed where it is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/passing.h"
#include "support/near.h"
#include "support/rigid.h"

static const char *const responses[] = {"rigid_contact", "rigid_contact_soft",
                                        "rigid_contact_published"};
enum { RESPONSES = 3 };
enum { TRAVEL = 4 }; /* of what the model observes: travel_x */

/* A box that falls on its edge beside one that stands; what the model observes after 1 s. */
static void fall(const char *response, const char *place, const double gravity[3],
                 double value[TRAMA_OBSERVABLES_MAX])
{
    objects o;
    objects_begin(&o);
    rigid_add(&o, place, gravity);
    rigid_add_body(&o, 0, "ground", "shape=box side=40,2,40 position=0,-1,0 motion=static");
    rigid_add_body(&o, 0, "stands", "shape=box side=1,1,1 position=3,0.5,0");
    rigid_add_body(&o, 0, "falls",
                   "shape=box side=1,1,1 position=0,1.2,0 orientation=0.94,0.2,0.1,0.25 "
                   "velocity=0.5,0,0.2 angular_velocity=0,1,0");
    objects_join(&o, "touch", response, NULL, 1, 0);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 0.01, 100);
    const trama_object *bodies = &o.system->object[0];
    bodies->type->observe(bodies->model, o.system->q, o.system->v, value);
    rigid_end(&o);
}

/* Measured: 4e-11 m, and 6e-5 m by the published contacts, whose point of a face is any of those
 * that rounding finds deepest. The turn is by 120 degrees about (1, 1, 1): x to y, y to z, z to x.
 */
static void a_scene_does_the_same_wherever_it_is_put(void **state)
{
    (void)state;
    static const double down[3] = {0.0, -9.81, 0.0}, turned_down[3] = {0.0, 0.0, -9.81};
    for (size_t i = 0; i < RESPONSES; i++) {
        double here[TRAMA_OBSERVABLES_MAX], there[TRAMA_OBSERVABLES_MAX];
        fall(responses[i], NULL, down, here);
        fall(responses[i], "place=30,-20,10 turn=2,2,2,2", turned_down, there);
        assert_true(here[TRAVEL] > 0.1 && here[TRAVEL + 1] < -0.1 && here[TRAVEL + 2] < -0.1);
        for (size_t axis = 0; axis < 3; axis++)
            assert_near(there[TRAVEL + axis], here[TRAVEL + axis], i == 2 ? 2e-4 : 1e-9);
        assert_near(there[2], here[2], i == 2 ? 2e-4 : 1e-9);
        assert_near(here[3], here[2] / sqrt(0.75), 1e-12); /* over the radius of a cube's ball */
    }
}

/* Where the bodies of a scene are after 1 s, listed in this order: a box falls on its edge against
 * one that stands on another, and a ball rolls to them. */
static void place_of_each(const size_t order[4], double x[4][3])
{
    static const char *const names[] = {"lower", "upper", "falls", "ball"};
    static const char *const settings[] = {
        "shape=box side=1,1,1 position=0,0.5,0", "shape=box side=0.8,0.6,0.8 position=0.1,1.3,0",
        "shape=box side=0.5,0.5,0.5 position=0.6,2.2,0.1 orientation=0.94,0.2,0.1,0.25",
        "shape=sphere radius=0.3 position=-2,0.3,0.1 velocity=2,0,0"};
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, (double[3]){0.0, -9.81, 0.0});
    rigid_add_body(&o, 0, "ground", "shape=box side=40,2,40 position=0,-1,0 motion=static");
    for (size_t i = 0; i < 4; i++)
        rigid_add_body(&o, 0, names[order[i]], settings[order[i]]);
    objects_join(&o, "touch", "rigid_contact", NULL, 1, 0);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 0.01, 100);
    for (size_t i = 0; i < 4; i++)
        memcpy(x[order[i]], o.system->q + 7 * i, sizeof x[0]);
    rigid_end(&o);
}

/* Pairs are solved in the order of bodies, and a solve that ends is the same to its tolerance.
 * Impulses of contacts that slide need not be unique. Measured: 4e-6 m; with 2 sweeps a step 0.019
 * m. */
static void the_order_of_bodies_does_not_change_what_happens(void **state)
{
    (void)state;
    static const size_t order[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}, {1, 3, 0, 2}};
    double first[4][3], other[4][3], apart = 0.0;
    place_of_each(order[0], first);
    assert_true(first[2][1] < 2.0 && first[3][0] > -1.0);
    for (size_t i = 1; i < 4; i++) {
        place_of_each(order[i], other);
        for (size_t b = 0; b < 4; b++)
            for (size_t axis = 0; axis < 3; axis++)
                apart = worst_of(apart, fabs(other[b][axis] - first[b][axis]));
    }
    print_message("four orders of bodies: %.2g m apart\n", apart);
    assert_near(apart, 0.0, 1e-4);
}

/* Balls that start one after the other: ball i at x = 2 i is to have moved 0.1 m at i 0.3 s + c. */
static void the_speed_of_a_passage_is_that_of_its_front(void **state)
{
    (void)state;
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    rigid_add_body(&o, 0, "wall", "shape=box side=1,1,1 position=0,9,0 motion=static");
    rigid_add_body(&o, 0, "ball",
                   "shape=sphere radius=0.1 position=1,0,0 arrangement=line count=8 step=2,0,0");
    objects_make(&o, "symplectic_euler");
    trama_passing *passing;
    trama_error error;
    const trama_object *bodies = &o.system->object[0];
    assert_int_equal(trama_passing_create(bodies, 0.1, 9, &passing, &error), TRAMA_BAD_INPUT);
    assert_int_equal(trama_passing_create(bodies, 0.1, 8, &passing, &error), TRAMA_OK);
    double q[7 * 8];
    for (int n = 0; n <= 300; n++) {
        const double t = 0.01 * n;
        memcpy(q, o.system->q, sizeof q);
        for (int i = 0; i < 8; i++)
            q[7 * i + 1] += fmax(0.0, t - 0.3 * i);
        trama_passing_observe(passing, t, q);
    }
    assert_int_equal(trama_passing_count(passing), 8);
    for (size_t i = 0; i < 8; i++) {
        assert_near(trama_passing_places(passing)[i], 2.0 * (double)i, 1e-12);
        assert_near(trama_passing_times(passing)[i], 0.3 * (double)i + 0.1, 1e-9);
    }
    const trama_passing_speed fit = trama_passing_fit(passing, 2, 7);
    assert_near(fit.speed, 2.0 / 0.3, 1e-6);
    assert_near(fit.error, 0.0, 1e-6);
    assert_true(isnan(trama_passing_fit(passing, 2, 4).speed));
    trama_passing_destroy(passing);
    rigid_end(&o);
}

/* The row's second ball stops nothing: it never moves, and there is no speed to be told. */
static void what_never_passes_has_no_speed(void **state)
{
    (void)state;
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    rigid_add_body(&o, 0, "ball", "shape=sphere radius=0.1 arrangement=line count=4 step=2,0,0");
    objects_make(&o, "symplectic_euler");
    trama_passing *passing;
    trama_error error;
    assert_int_equal(trama_passing_create(&o.system->object[0], 0.1, 4, &passing, &error),
                     TRAMA_OK);
    trama_passing_observe(passing, 0.0, o.system->q);
    trama_passing_observe(passing, 1.0, o.system->q);
    assert_true(isnan(trama_passing_times(passing)[3]));
    assert_true(isnan(trama_passing_fit(passing, 0, 4).speed));
    trama_passing_destroy(passing);
    rigid_end(&o);
}

static void begin_heap(objects *o, const char *response)
{
    static const double down[3] = {0.0, -9.81, 0.0};
    rigid_begin_on_ground(o, down, "");
    rigid_add_body(o, 0, "low", "shape=box side=1,1,1 position=0.1,0.5,0.3");
    rigid_add_body(o, 0, "high", "shape=box side=0.5,0.5,0.5 position=0,1.25,0.2");
    rigid_add_body(o, 0, "ball", "shape=sphere radius=0.3 position=3,0.3,1");
    objects_join(o, "touch", response, NULL, 1, 0);
    objects_make(o, "symplectic_euler");
}

/* What rests goes on to the same bits from a saved state: what is found once and used again while
 * bodies stay where they are is saved too. A push comes later. */
static void a_saved_rest_goes_on_to_the_same_bits(void **state)
{
    (void)state;
    for (size_t i = 0; i < RESPONSES; i++) {
        objects o[2];
        for (size_t k = 0; k < 2; k++)
            begin_heap(&o[k], responses[i]);
        objects_steps(&o[0], 0.01, 150);
        objects_copy_state(&o[0], &o[1]);
        for (int part = 0; part < 2; part++) {
            for (size_t k = 0; k < 2; k++) {
                objects_steps(&o[k], 0.01, 40);
                o[k].system->v[6] += 0.5;
            }
            assert_memory_equal(o[0].system->q, o[1].system->q, 21 * sizeof(double));
            assert_memory_equal(o[0].system->v, o[1].system->v, 18 * sizeof(double));
        }
        for (size_t k = 0; k < 2; k++)
            rigid_end(&o[k]);
    }
}

/* A rod that turns about its centre, which stays where it is, comes to a ball that stands beside it
 * and gives it its turning. Its side is at the ball's surface after (pi/2 - asin(0.1/0.4))/2 s. */
static void what_turns_in_place_meets_what_it_turns_to(void **state)
{
    (void)state;
    for (size_t i = 0; i < RESPONSES; i++) {
        objects o;
        objects_begin(&o);
        rigid_add(&o, NULL, NULL);
        rigid_add_body(&o, 0, "rod", "shape=box side=1,0.1,0.1 mass=1 angular_velocity=0,-2,0");
        rigid_add_body(&o, 0, "ball", "shape=sphere radius=0.05 mass=1 position=0,0,0.4");
        objects_join(&o, "touch", responses[i], NULL, 1, 0);
        objects_make(&o, "symplectic_euler");
        const double meets = 0.5 * (1.5707963267948966 - asin(0.25));
        objects_steps(&o, 1e-3, lround(1000.0 * meets) - 30);
        assert_near(o.system->v[4], -2.0, 1e-9);
        assert_near(rigid_kinetic(&o), 2.0 * 1.01 / 12.0, 1e-9);
        objects_steps(&o, 1e-3, 60);
        assert_true(fabs(o.system->v[4] + 2.0) > 0.2);
        rigid_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_does_the_same_wherever_it_is_put),
        cmocka_unit_test(the_order_of_bodies_does_not_change_what_happens),
        cmocka_unit_test(the_speed_of_a_passage_is_that_of_its_front),
        cmocka_unit_test(what_never_passes_has_no_speed),
        cmocka_unit_test(a_saved_rest_goes_on_to_the_same_bits),
        cmocka_unit_test(what_turns_in_place_meets_what_it_turns_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
