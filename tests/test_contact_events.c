/* Contacts that begin and end, as data: what is told, when, where, and how hard. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/rigid.h"

/* A ball of 2 kg falls 1.25 m on the ground at x = 3, and comes to rest beside a box that lies
 * there from the start. */
static void begin(objects *o, const char *response)
{
    const double earth[3] = {0.0, -9.81, 0.0};
    objects_begin(o);
    rigid_add(o, NULL, earth);
    rigid_add_body(o, 0, "ground", "shape=box side=20,1,20 position=0,-0.5,0 motion=static");
    rigid_add_body(o, 0, "box", "shape=box side=1,1,1 position=1,0.5,-2");
    rigid_add_body(o, 0, "ball", "shape=sphere radius=0.25 mass=2 position=3,1.5,0");
    objects_join(o, "touch", response, NULL, 1, 0);
    objects_make(o, "symplectic_euler");
}

static trama_contact_event event_of(const objects *o, size_t i)
{
    const trama_acting *acting = &o->system->acting[0];
    trama_contact_event event;
    acting->type->event(acting->self, i, &event);
    return event;
}

static size_t events_of(const objects *o)
{
    return o->system->acting[0].type->events(o->system->acting[0].self);
}

static const char *const responses[] = {"rigid_contact", "rigid_contact_soft"};

static void a_fall_is_told(void **state)
{
    (void)state;
    for (size_t r = 0; r < 2; r++) {
        objects o;
        begin(&o, responses[r]);
        objects_steps(&o, 0.002, 500);
        size_t fall = 0;
        assert_true(events_of(&o) >= 2);
        const trama_contact_event rest = event_of(&o, 0);
        assert_true(rest.step == 1 && rest.begins);
        assert_true(fabs(rest.at[0] - 1.0) < 1e-6 &&
                    fabs(rest.at[2] + 2.0) < 1e-6); /* of 4 points */
        assert_string_equal(rest.name[0], "ground");
        assert_string_equal(rest.name[1], "box");
        for (size_t i = 1; i < events_of(&o) && fall == 0; i++)
            fall = strcmp(event_of(&o, i).name[1], "ball") == 0 ? i : 0;
        assert_true(fall > 0);
        const trama_contact_event hit = event_of(&o, fall);
        /* sqrt(2 h/g) = 0.5048 s; m sqrt(2 g h) = 9.905 N s */
        if (!(hit.begins && fabs(hit.t - 0.5048) < 0.006 && fabs(hit.impulse - 9.9) < 0.5 &&
              fabs(hit.at[0] - 3.0) < 0.01 && fabs(hit.at[1]) < 0.02))
            fail_msg("%s: at %g s, [%g, %g, %g] m, %g N s", responses[r], hit.t, hit.at[0],
                     hit.at[1], hit.at[2], hit.impulse);
        assert_true(hit.step == lround(hit.t / 0.002));
        rigid_end(&o);
    }
}

/* The impulse of a fall of 1.25 m is (1 + e) m sqrt(2 g h) under every method, by one point or by
 * four; what the step's weight adds is 0.1 of a percent. */
static void the_impulse_of_a_fall_is_what_stops_it(void **state)
{
    (void)state;
    static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4"},
                             *const shapes[] = {"sphere radius=0.25", "box side=0.4,0.5,0.6"};
    static const double earth[3] = {0.0, -9.81, 0.0};
    for (int i = 0; i < 18; i++) {
        objects o;
        char body[200];
        const double e = i / 6 == 2 ? 0.5 : 0.0,
                     expected = (1.0 + e) * 2.0 * sqrt(2.0 * 9.81 * 1.25);
        const bool below = i / 6 == 1; /* the falling one is the first of the pair */
        double told = 0.0;
        snprintf(body, sizeof body, "shape=%s mass=2 position=3,1.5,0 restitution=%g",
                 shapes[i % 2], e);
        objects_begin(&o);
        rigid_add(&o, NULL, earth);
        if (below)
            rigid_add_body(&o, 0, "body", body);
        rigid_add_body(&o, 0, "ground", "shape=box side=20,1,20 position=0,-0.5,0 motion=static");
        if (!below)
            rigid_add_body(&o, 0, "body", body);
        objects_join(&o, "touch", "rigid_contact", NULL, 1, 0);
        objects_make(&o, methods[i / 2 % 3]);
        objects_steps(&o, 0.001, 520);
        assert_true(events_of(&o) >= 1);
        for (size_t k = 0; k < events_of(&o) && k < 2; k++)
            told += event_of(&o, k).begins ? event_of(&o, k).impulse : 0.0;
        if (!(fabs(told - expected) < 0.005 * expected))
            fail_msg("%s under %s, case %d: %g N s, not %g", shapes[i % 2], methods[i / 2 % 3], i,
                     told, expected);
        rigid_end(&o);
    }
}

/* A ball that bounces begins and ends its contact each time. */
static void a_bounce_begins_and_ends(void **state)
{
    (void)state;
    objects o;
    const double earth[3] = {0.0, -9.81, 0.0};
    objects_begin(&o);
    rigid_add(&o, NULL, earth);
    rigid_add_body(&o, 0, "ground", "shape=box side=20,1,20 position=0,-0.5,0 motion=static");
    rigid_add_body(&o, 0, "ball", "shape=sphere radius=0.25 position=0,1,0 restitution=1");
    objects_join(&o, "touch", "rigid_contact", NULL, 1, 0);
    objects_make(&o, "velocity_verlet");
    objects_steps(&o, 0.001, 2000);
    assert_int_equal(events_of(&o), 6); /* at 0.39, 1.17 and 1.96 s */
    for (size_t i = 0; i < 6; i++) {
        const trama_contact_event e = event_of(&o, i);
        assert_int_equal(e.begins, i % 2 == 0);
        assert_true((e.impulse > 0.0) == e.begins);
        assert_true(fabs(e.t - 0.391 * (double)(i | 1)) < 0.01);
    }
    rigid_end(&o);
}

static void events_are_part_of_the_state(void **state)
{
    (void)state;
    for (size_t r = 0; r < 2; r++) {
        objects both[2];
        for (size_t i = 0; i < 2; i++)
            begin(&both[i], responses[r]);
        objects_steps(&both[0], 0.002, 200);
        objects_copy_state(&both[0], &both[1]);
        for (size_t i = 0; i < 2; i++)
            objects_steps(&both[i], 0.002, 200);
        assert_int_equal(events_of(&both[0]), events_of(&both[1]));
        for (size_t i = 0; i < events_of(&both[0]); i++) {
            const trama_contact_event a = event_of(&both[0], i), b = event_of(&both[1], i);
            assert_true(a.step == b.step && a.impulse == b.impulse && a.at[1] == b.at[1]);
            assert_string_equal(a.name[1], b.name[1]);
        }
        rigid_end(&both[0]);
        rigid_end(&both[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fall_is_told),
        cmocka_unit_test(the_impulse_of_a_fall_is_what_stops_it),
        cmocka_unit_test(a_bounce_begins_and_ends),
        cmocka_unit_test(events_are_part_of_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
