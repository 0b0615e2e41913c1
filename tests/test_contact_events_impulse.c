/* The impulse that an event tells is all that the contact gave as it began, wherever between two
 * steps bodies meet: in free flight, momentum says how much. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/rigid.h"

/* Sum of the impulses of contacts that began, N s, and how many did. */
static double told(const objects *o, size_t *begun)
{
    const trama_acting *acting = &o->system->acting[0];
    double sum = 0.0;
    *begun = 0;
    for (size_t i = 0; i < acting->type->events(acting->self); i++) {
        trama_contact_event event;
        acting->type->event(acting->self, i, &event);
        *begun += event.begins;
        sum += event.begins ? event.impulse : 0.0;
        if (!event.begins)
            assert_true(event.impulse == 0.0);
    }
    return sum;
}

/* A ball of 2 kg flies at 1.5 m/s over a gap against what is fixed, or against a ball of 3 kg that
 * rests; h = 0.01 s, 15 mm a step. */
static void check(const char *method, double gap, double e, bool both)
{
    objects o;
    size_t begun;
    char text[160];
    const double mass = both ? 2.0 * 3.0 / 5.0 : 2.0;
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    snprintf(text, sizeof text, "shape=sphere radius=0.5 mass=2 velocity=1.5,0,0 restitution=%g",
             e);
    rigid_add_body(&o, 0, "flying", text);
    snprintf(text, sizeof text, "shape=sphere radius=0.5 position=%.17g,0,0 restitution=%g %s",
             1.0 + gap, e, both ? "mass=3" : "motion=static");
    rigid_add_body(&o, 0, "other", text);
    rigid_touch(&o, NULL, method);
    objects_steps(&o, 0.01, 8);
    const double sum = told(&o, &begun), gave = 2.0 * (1.5 - o.system->v[0]);
    assert_int_equal(begun, 1);
    if (!(fabs(gave - (1.0 + e) * mass * 1.5) < 1e-9 && fabs(sum - gave) < 1e-9))
        fail_msg("%s, gap %g, e %g, both %d: told %.12g, gave %.12g", method, gap, e, both, sum,
                 gave);
    rigid_end(&o);
}

static void an_event_tells_all_of_its_impulse(void **state)
{
    (void)state;
    static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4"};
    for (size_t m = 0; m < 3; m++)
        for (int mm = 1; mm < 50; mm++)
            for (int halves = 0; halves < 3; halves++) {
                check(methods[m], 1e-3 * mm, 0.5 * halves, false);
                check(methods[m], 1e-3 * mm, 0.5 * halves, true);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_tells_all_of_its_impulse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
