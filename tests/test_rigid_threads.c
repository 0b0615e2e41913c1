/* Threads that share the search for contacts of rigid bodies change no bit. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/threads.h"
#include "support/objects.h"
#include "support/rigid.h"

enum { BALLS = 12 * 12 * 12, STEPS = 4 };

/* Some 4750 pairs are near, so that each of three threads has a share (rigid_search.c). Gives where
 * the balls are after they have struck the ground, and how many points touch. */
static void fall(size_t threads, double *q, double *contacts)
{
    objects o;
    double seen[TRAMA_OBSERVABLES_MAX];
    trama_threads_set(threads);
    objects_begin(&o);
    rigid_add(&o, NULL, (double[3]){0.0, -9.81, 0.0});
    rigid_add_body(&o, 0, "ground", "shape=box side=80,2,80 position=0,-1,0 motion=static");
    rigid_add_body(&o, 0, "ball",
                   "shape=sphere radius=0.5 position=0,0.51,0 velocity=0,-1,0 friction=0.5 "
                   "arrangement=pile count=1728 step=1.003,1.003,1.003 jitter=0.0005 seed=3");
    objects_join(&o, "touch", "rigid_contact", NULL, 1, 0);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 0.01, STEPS);
    const trama_acting *touch = &o.system->acting[0];
    touch->type->observe(touch->self, o.system->t, o.system->q, o.system->v, seen);
    *contacts = seen[0];
    memcpy(q, o.system->q, 7 * BALLS * sizeof *q);
    rigid_end(&o);
    trama_threads_set(1);
}

static void any_number_of_threads_finds_the_same_bits(void **state)
{
    (void)state;
    double *q = calloc((size_t)2 * 7 * BALLS, sizeof *q), *other = q + 7 * BALLS, contacts, again;
    assert_non_null(q);
    fall(1, q, &contacts);
    assert_true(contacts >= 3000.0);
    for (size_t threads = 2; threads <= 3; threads++) {
        fall(threads, other, &again);
        assert_true(again == contacts);
        assert_memory_equal(q, other, 7 * BALLS * sizeof *q);
    }
    free(q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_finds_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
