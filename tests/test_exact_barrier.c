/* barrier_contact keeps its guarantee in every iterate of Newton's iteration, not at the end of
 * steps alone: nothing meets anything on the straight way from one iterate to the next, by exact
 * arithmetic over all pairs, which shares no code with it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exact/passes.h"
#include "support/penetration.h"
#include "support/touching.h"

/* ---- A witness of all iterates: an interaction that allows everything, and is told of each. */

static struct {
    const trama_system *system;
    double *last;
    const char *what;
    size_t iterates, near;
} witness;

static trama_status witness_create(const void *parameters, const trama_surface *const *among,
                                   size_t count, void **self, trama_error *error)
{
    (void)parameters, (void)among, (void)count, (void)error;
    *self = malloc(1);
    return TRAMA_OK;
}

/* A step begins, or begins anew in two halves. */
static trama_step_status witness_begin(void *self, const trama_moment *now, double h)
{
    (void)self, (void)h;
    if (witness.system)
        memcpy(witness.last, now->q, witness.system->nq * sizeof *witness.last);
    return TRAMA_STEP_OK;
}

static bool witness_accepted(void *self, const trama_moment *iterate)
{
    (void)self;
    if (!witness.system)
        return false;
    const exact_passes passes = exact_passes_of(witness.system, witness.last, iterate->q);
    if (passes.meet > 0)
        fail_msg("%s, iterate %zu at %g s: %zu pairs meet, of %zu near", witness.what,
                 witness.iterates, iterate->t, passes.meet, passes.near);
    memcpy(witness.last, iterate->q, witness.system->nq * sizeof *witness.last);
    witness.iterates++;
    witness.near += passes.near;
    return false;
}

static const trama_interaction_type witness_type = {.name = "witness",
                                                    .summary = "looks at iterates",
                                                    .least = 1,
                                                    .most = TRAMA_AMONG_MAX,
                                                    .create = witness_create,
                                                    .destroy = free,
                                                    .begin = witness_begin,
                                                    .accepted = witness_accepted};

/* Steps in none of whose iterates anything has met anything. */
static void judged_steps(objects *o, double h, long count, const char *what)
{
    trama_system *s = o->system;
    witness.last = malloc(s->nq * sizeof *witness.last);
    witness.what = what;
    witness.system = s;
    witness.iterates = witness.near = 0;
    for (long i = 0; i < count; i++) {
        objects_steps(o, h, 1);
        const size_t crossings = penetration_crossings(s);
        if (crossings > 0 || touching_observed(o, "crossings") > 0.0 ||
            !(touching_observed(o, "least") > 0.0) ||
            memcmp(witness.last, s->q, s->nq * sizeof *witness.last) != 0)
            fail_msg("%s, step %ld: %zu edges cross (seen: %g), the least distance is %g m", what,
                     i, crossings, touching_observed(o, "crossings"),
                     touching_observed(o, "least"));
    }
    print_message("%s: %zu iterates, %zu pairs near, none meets; least distance %g m\n", what,
                  witness.iterates, witness.near, touching_observed(o, "least"));
    free(witness.last);
    witness.system = NULL;
}

/* ---- Nothing passes. */

static void check_fall(size_t model, const char *method, const char *settings)
{
    objects o;
    char what[128];
    touching_begin_fall(&o, model, "barrier_contact", settings);
    objects_join_type(&o, "witness", &witness_type, 1, (size_t[]){0});
    objects_make_with(&o, method, "iterations=100");
    snprintf(what, sizeof what, "%s under %s, %s", touching_models[model].name, method, settings);
    judged_steps(&o, 2e-3, 12, what);
    assert_true(witness.near > 20 && touching_observed(&o, "least") < 1e-3);
    objects_end(&o);
}

static void nothing_meets_in_any_iterate_with_any_model_and_method(void **state)
{
    (void)state;
    for (size_t model = 0; model < TOUCHING_MODELS; model++)
        for (size_t m = 0; m < trama_integrator_count(); m++)
            if (trama_integrator_at(m)->guarded)
                check_fall(model, trama_integrator_at(m)->name, "friction=0.2");
}

static void nothing_meets_under_a_stiffness_that_adapts(void **state)
{
    (void)state;
    check_fall(TOUCHING_PROVOT, "backward_euler", "friction=0.2 adaptive=true");
}

/* ---- A cloth thrown on itself. */

static void a_cloth_thrown_on_itself_at_100_m_s_does_not_pass(void **state)
{
    (void)state;
    enum { FLAP = 4, COLUMNS = 3 };
    objects o;
    touching_begin_folded(&o, FLAP, COLUMNS, "barrier_contact", "");
    objects_join_type(&o, "witness", &witness_type, 1, (size_t[]){0});
    objects_make_with(&o, "backward_euler", "iterations=200 tolerance=1e-6");
    touching_throw(o.system, FLAP, COLUMNS); /* 10 cm a step, 5 times the distance */
    judged_steps(&o, 1e-3, 4, "folded cloth");
    assert_true(touching_observed(&o, "least") < 1e-3);
    objects_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_meets_in_any_iterate_with_any_model_and_method),
        cmocka_unit_test(nothing_meets_under_a_stiffness_that_adapts),
        cmocka_unit_test(a_cloth_thrown_on_itself_at_100_m_s_does_not_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
