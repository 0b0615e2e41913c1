/* Under the responses that guarantee it, nothing meets anything in any step: by exact arithmetic
 * over all pairs, on the straight way of every vertex from a step's begin to its end. Detection,
 * the broad phase and the response have no part in the judgement. */
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
#include "exact/passes.h"
#include "support/touching.h"

/* Steps in none of which anything meets. Returns the pairs that were decided. */
static size_t judged_steps(objects *o, double h, long count, const char *what)
{
    trama_system *s = o->system;
    double *before = malloc(s->nq * sizeof *before);
    size_t near = 0;
    for (long i = 0; i < count; i++) {
        memcpy(before, s->q, s->nq * sizeof *before);
        objects_steps(o, h, 1);
        const exact_passes passes = exact_passes_of(s, before, s->q);
        if (passes.meet > 0)
            fail_msg("%s, step %ld: %zu pairs meet, of %zu near", what, i, passes.meet,
                     passes.near);
        near += passes.near;
    }
    free(before);
    return near;
}

static void a_sheet_falls_on_another(void **state)
{
    (void)state;
    for (size_t m = 0; m < TOUCHING_MODELS; m++)
        for (size_t r = 0; r < TOUCHING_GUARDS; r++) {
            objects o;
            touching_begin_fall(&o, m, touching_guards[r].name, touching_guards[r].settings);
            objects_make(&o, "symplectic_euler");
            const size_t near = judged_steps(&o, 2e-3, 30, touching_models[m].name);
            print_message("%s under %s, %s: %zu pairs near, none meets\n", touching_models[m].name,
                          touching_guards[r].name, touching_guards[r].settings, near);
            assert_true(near > 50);
            objects_end(&o);
        }
}

static void without_rounds_and_zones_it_falls_through(void **state)
{
    (void)state;
    objects o;
    touching_begin_fall(&o, TOUCHING_COSSERAT, "bridson_collision",
                        "thickness=1e-9 rounds=0 zone_rounds=0 on_unresolved=record");
    objects_make(&o, "symplectic_euler");
    trama_system *s = o.system;
    double *before = malloc(s->nq * sizeof *before);
    size_t meet = 0;
    for (long i = 0; i < 5; i++) {
        memcpy(before, s->q, s->nq * sizeof *before);
        objects_steps(&o, 2e-3, 1);
        meet += exact_passes_of(s, before, s->q).meet;
    }
    print_message("%zu pairs meet\n", meet);
    assert_true(meet > 4);
    free(before);
    objects_end(&o);
}

/* Nodes that no spring holds fly about, a third of a cell a step, with each other's triangles. */
static void the_nodes_of_a_loose_sheet_fly_about(void **state)
{
    (void)state;
    for (size_t r = 0; r < TOUCHING_GUARDS; r++) {
        objects o;
        trama_random random = {5};
        const trama_scene_spec cloth = touching_sheet(5, 0.4, 0.0, 0.0, 0.0);
        objects_begin(&o);
        objects_add(&o, "cloth", "provot", touching_loose, &cloth);
        objects_join(&o, "self", touching_guards[r].name, touching_guards[r].settings, 1, 0);
        objects_make(&o, "symplectic_euler");
        for (size_t i = 0; i < o.system->nv; i++)
            o.system->v[i] = 30.0 * trama_random_signed(&random);
        const size_t near = judged_steps(&o, 1e-3, 20, touching_guards[r].name);
        print_message("loose under %s, %s: %zu pairs near, none meets\n", touching_guards[r].name,
                      touching_guards[r].settings, near);
        assert_true(near > 50);
        objects_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sheet_falls_on_another),
        cmocka_unit_test(without_rounds_and_zones_it_falls_through),
        cmocka_unit_test(the_nodes_of_a_loose_sheet_fly_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
