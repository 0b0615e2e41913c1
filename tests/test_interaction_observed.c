/* What an interaction observes is all of what it names and nothing else, whatever was there before;
 * it changes no state; and forces and losses are added to what there is. Types
 * that are not complete are not registered. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/acting.h"
#include "support/rigid.h"

static size_t named(const trama_interaction_type *type)
{
    size_t count = 0;
    while (count < TRAMA_OBSERVABLES_MAX && type->observed[count].name)
        count++;
    return count;
}

static void observe_over(const objects *o, double before, double value[TRAMA_OBSERVABLES_MAX])
{
    const trama_acting *acting = &o->system->acting[0];
    for (size_t i = 0; i < TRAMA_OBSERVABLES_MAX; i++)
        value[i] = before;
    acting->type->observe(acting->self, o->system->t, o->system->q, o->system->v, value);
}

static bool are_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Of two values that were there neither is left, nor part of what is told; beyond the last name
 * both are. */
static void check_observed(const objects *o, const char *name)
{
    const trama_interaction_type *type = o->system->acting[0].type;
    double first[TRAMA_OBSERVABLES_MAX], second[TRAMA_OBSERVABLES_MAX];
    if (!type->observe)
        return;
    observe_over(o, 1e30, first);
    observe_over(o, -2e30, second);
    for (size_t i = 0; i < TRAMA_OBSERVABLES_MAX; i++) {
        const bool is_told = i < named(type), left = first[i] == 1e30 && second[i] == -2e30;
        if (is_told ? !are_same(first[i], second[i]) : !left)
            fail_msg("%s: '%s', the value %zu of %zu, is %g over 1e30 and %g over -2e30", name,
                     is_told ? type->observed[i].name : "", i, named(type), first[i], second[i]);
    }
}

typedef void adding(void *self, double t, const double *q, const double *v, double *f);

/* The same over 0 and over 1, but for rounding. */
static void check_added(const objects *o, adding *add, const char *name)
{
    const trama_system *s = o->system;
    double *alone = calloc(s->nv, sizeof *alone), *over = calloc(s->nv, sizeof *over);
    for (size_t i = 0; i < s->nv; i++)
        over[i] = 1.0;
    if (add) {
        add(s->acting[0].self, s->t, s->q, s->v, alone);
        add(s->acting[0].self, s->t, s->q, s->v, over);
        for (size_t i = 0; i < s->nv; i++)
            if (!(fabs(over[i] - 1.0 - alone[i]) <= 1e-12 * (1.0 + fabs(alone[i]))))
                fail_msg("%s, component %zu: %g over 0, %g over 1", name, i, alone[i], over[i]);
    }
    free(alone);
    free(over);
}

static void check(const acting_trial *at)
{
    objects o;
    const char *name = acting_name(at->sample, at->method);
    acting_begin(&o, at->sample, (acting_setup){.method = at->method});
    for (int i = 0; i < 12; i++) {
        objects_steps(&o, 5e-3, 3);
        check_observed(&o, name);
        check_added(&o, o.system->acting[0].type->forces, name);
        check_added(&o, o.system->acting[0].type->losses, name);
    }
    objects_end(&o);
}

/* All but those of the example plugin. */
static void each(const char *method, acting_check *on)
{
    for (size_t i = 0; i < acting_sample_count(); i++) {
        const acting_trial at = {&acting_samples[i], acting_method(&acting_samples[i], method)};
        if (trama_interaction_find(at.sample->interaction))
            on(&at);
    }
}

static void every_interaction_observes_what_it_names_and_adds_its_forces(void **state)
{
    (void)state;
    each("rk4", check);
    each("symplectic_euler", check);
}

/* A run that is looked at goes on to the same bits as one that is not. */
static void check_looked_at(const acting_trial *at)
{
    objects looked, alone;
    acting_begin(&looked, at->sample, (acting_setup){.method = at->method});
    acting_begin(&alone, at->sample, (acting_setup){.method = at->method});
    for (int i = 0; i < 20; i++) {
        if (looked.system->acting[0].type->observe)
            check_observed(&looked, acting_name(at->sample, at->method));
        objects_steps(&looked, 5e-3, 1);
        objects_steps(&alone, 5e-3, 1);
        assert_memory_equal(looked.system->q, alone.system->q, alone.system->nq * sizeof(double));
        assert_memory_equal(looked.system->v, alone.system->v, alone.system->nv * sizeof(double));
    }
    objects_end(&looked);
    objects_end(&alone);
}

static void what_is_observed_changes_nothing(void **state)
{
    (void)state;
    each("symplectic_euler", check_looked_at);
}

static void contacts_of_bodies_observe_what_they_name(void **state)
{
    (void)state;
    static const double earth[3] = {0.0, -9.81, 0.0};
    static const char *const responses[] = {"rigid_contact", "rigid_contact_soft",
                                            "rigid_contact_published"};
    for (size_t r = 0; r < sizeof responses / sizeof *responses; r++) {
        objects o;
        rigid_begin_on_ground(&o, earth, "friction=0.3");
        rigid_add_body(&o, 0, "box", "shape=box side=1,1,1 position=0,0.6,0 friction=0.3");
        rigid_add_body(&o, 0, "ball", "shape=sphere radius=0.3 position=0,1.6,0 velocity=1,0,0");
        objects_join(&o, "touch", responses[r], NULL, 1, 0);
        objects_make(&o, "symplectic_euler");
        for (int i = 0; i < 10; i++) {
            objects_steps(&o, 5e-3, 8);
            check_observed(&o, responses[r]);
        }
        rigid_end(&o);
    }
}

/* A type acts among one object to TRAMA_AMONG_MAX, and can be made and destroyed. */
static void only_complete_types_are_registered(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t least, most;
        bool made, destroyed, accepted;
    } cases[] = {{"of_one", 1, 1, true, true, true},
                 {"of_many", 1, TRAMA_AMONG_MAX, true, true, true},
                 {"of_all", TRAMA_AMONG_MAX, TRAMA_AMONG_MAX, true, true, true},
                 {"of_none", 0, 1, true, true, false},
                 {"of_fewer", 2, 1, true, true, false},
                 {"of_more", 1, TRAMA_AMONG_MAX + 1, true, true, false},
                 {"unmade", 1, 1, false, true, false},
                 {"kept", 1, 1, true, false, false}};
    static trama_interaction_type type[sizeof cases / sizeof *cases];
    trama_error error;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        type[i] = *trama_interaction_find("attachment");
        type[i].name = cases[i].name;
        type[i].least = cases[i].least;
        type[i].most = cases[i].most;
        type[i].create = cases[i].made ? type[i].create : NULL;
        type[i].destroy = cases[i].destroyed ? type[i].destroy : NULL;
        const bool accepted = trama_interaction_register(&type[i], &error) == TRAMA_OK;
        if (accepted != cases[i].accepted)
            fail_msg("%s: accepted %d", cases[i].name, accepted);
        assert_true((trama_interaction_find(cases[i].name) == &type[i]) == accepted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_interaction_observes_what_it_names_and_adds_its_forces),
        cmocka_unit_test(what_is_observed_changes_nothing),
        cmocka_unit_test(contacts_of_bodies_observe_what_they_name),
        cmocka_unit_test(only_complete_types_are_registered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
