/* What keeps a tall pyramid still: normals that are found before friction, and gaps that a solve
 * leaves and that count as closed. And its bits, with any number of threads. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/threads.h"
#include "support/near.h"
#include "support/rigid.h"

static const double earth[3] = {0.0, -9.81, 0.0};

/* The furthest that a body of a pyramid of 465, with 100 sweeps a step at most, has moved in 1 s.
 */
static double sway(long normal_sweeps, const char *settings, long *unsolved)
{
    objects o;
    double most = 0.0;
    rigid_begin_on_ground(&o, earth, "");
    rigid_add_body(&o, 0, "brick",
                   "shape=box side=1,1,1 position=-15,0.5,0 arrangement=pyramid count=30 "
                   "step=1.1,1,1");
    o.contact.rows.sweeps = 100;
    o.contact.rows.normal_sweeps = normal_sweeps;
    objects_join(&o, "touch", "rigid_contact", settings, 1, 0);
    objects_make(&o, "symplectic_euler");
    double *from = malloc(o.system->nq * sizeof *from);
    assert_non_null(from);
    memcpy(from, o.system->q, o.system->nq * sizeof *from);
    objects_steps(&o, 1.0 / 60.0, 60);
    for (size_t i = 0; i < o.system->nq; i++)
        most = worst_of(most, i % 7 < 3 ? fabs(o.system->q[i] - from[i]) : 0.0);
    *unsolved = trama_integrator_unsolved(o.integrator);
    free(from);
    rigid_end(&o);
    return most;
}

/* Measured: 2e-10 m, and no solve above its tolerance; without, 3e-4 m, and each of them. */
static void a_pyramid_is_still_if_normals_come_first(void **state)
{
    (void)state;
    long solved, unsolved;
    const double still = sway(5000, "closed_gap=1e-6", &solved), sways = sway(0, NULL, &unsolved);
    print_message("pyramid of 465 in 1 s: %.2g m, %ld solves unfinished; as sweeps come: %.2g m, "
                  "%ld\n",
                  still, solved, sways, unsolved);
    assert_true(still < 1e-8 && solved == 0);
    assert_true(sways > 1e-5 && unsolved == 60);
}

/* A ball whose gap is less stays where it is; whose gap is more closes it. */
static void a_small_gap_counts_as_closed(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        double gap, after;
    } cases[] = {
        {"closed_gap=1e-6", 1e-7, 1e-7}, {"closed_gap=1e-6", 1e-5, 0.0}, {NULL, 1e-7, 0.0}};
    for (size_t i = 0; i < 3; i++) {
        objects o;
        char ball[80];
        snprintf(ball, sizeof ball, "shape=sphere radius=1 position=0,%.17g,0", 1.0 + cases[i].gap);
        rigid_begin_on_ground(&o, earth, "");
        rigid_add_body(&o, 0, "ball", ball);
        objects_join(&o, "touch", "rigid_contact", cases[i].settings, 1, 0);
        objects_make(&o, "symplectic_euler");
        objects_steps(&o, 0.01, 20);
        assert_near(o.system->q[1] - 1.0, cases[i].after, 1e-10);
        rigid_end(&o);
    }
}

/* Where a heap of 27 is after 1 s. */
static size_t heap_after(size_t threads, double q[7 * 27])
{
    objects o;
    trama_threads_set(threads);
    rigid_begin_on_ground(&o, earth, "");
    rigid_add_body(&o, 0, "heap",
                   "shape=box side=0.5,0.4,0.3 arrangement=pile count=27 step=0.7,0.7,0.7 "
                   "position=0,0.7,0");
    o.contact.rows.sweeps = 30;
    objects_join(&o, "touch", "rigid_contact", NULL, 1, 0);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 0.01, 100);
    assert_int_equal(o.system->nq, 7 * 27);
    memcpy(q, o.system->q, o.system->nq * sizeof *q);
    const size_t events = o.system->acting[0].type->events(o.system->acting[0].self);
    rigid_end(&o);
    trama_threads_set(1);
    return events;
}

static void any_number_of_threads_gives_a_heap_the_same_bits(void **state)
{
    (void)state;
    double one[7 * 27], several[7 * 27];
    const size_t events = heap_after(1, one);
    assert_true(events > 27);
    for (size_t threads = 2; threads <= 3; threads++) {
        assert_int_equal(heap_after(threads, several), events);
        assert_memory_equal(one, several, sizeof one);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pyramid_is_still_if_normals_come_first),
        cmocka_unit_test(a_small_gap_counts_as_closed),
        cmocka_unit_test(any_number_of_threads_gives_a_heap_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
