/* The response of Mueller 2010 as printed: each of its faults, measured. */
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

static const double earth[3] = {0.0, -9.81, 0.0};

static void begin_published(objects *o, const double gravity[3], const char *settings)
{
    rigid_begin_on_ground(o, gravity, "");
    rigid_add_body(o, 0, "box", "shape=box side=1,0.5,1 position=0,0.25,0");
    objects_join(o, "touch", "rigid_contact_published", settings, 1, 0);
    objects_make(o, "symplectic_euler");
}

/* Bodies in contact may approach at 1 m/s, until half the depth a step makes up for it: a rest
 * layer of 2 h at 1 m/s, 66 mm at the published step. */
static void the_published_rest_layer_is_66_mm(void **state)
{
    (void)state;
    const double steps[] = {0.033, 0.01};
    for (size_t i = 0; i < 2; i++) {
        objects o;
        begin_published(&o, earth, NULL);
        objects_steps(&o, steps[i], 1000);
        assert_near(0.25 - o.system->q[1], 2.0 * steps[i], 1e-9);
        assert_near(o.system->v[1], 0.0, 1e-9);
        rigid_end(&o);
    }
}

/* The points of a hit coincide as printed, no depth comes of them, and what is left of the response
 * lets a box sink through the ground at 1 m/s. */
static void with_the_printed_detection_a_box_sinks_at_1_m_per_s(void **state)
{
    (void)state;
    objects o;
    begin_published(&o, earth, "detection=published");
    objects_steps(&o, 0.033, 20);
    assert_near(o.system->v[1], -1.0, 1e-3);
    assert_true(o.system->q[1] < -0.3);
    rigid_end(&o);
}

/* Friction is held at 0.05 of the normal impulse in each iteration, and not summed: n iterations
 * brake with n times 0.05 g. */
static void published_friction_grows_with_the_iterations(void **state)
{
    (void)state;
    const double pull[3] = {8.0, -9.81, 0.0};
    const int iterations[] = {1, 4, 10};
    for (size_t i = 0; i < 3; i++) {
        objects o;
        char settings[64];
        snprintf(settings, sizeof settings, "iterations=%d", iterations[i]);
        begin_published(&o, pull, settings);
        objects_steps(&o, 0.01, 200); /* it is on its layer, and slides */
        const double v = o.system->v[0];
        objects_steps(&o, 0.01, 100);
        const double braking = 8.0 - (o.system->v[0] - v);
        print_message("published, %d iterations: friction %.4f\n", iterations[i], braking / 9.81);
        assert_near(braking / 9.81, 0.05 * iterations[i], 0.1 * 0.05 * iterations[i]);
        rigid_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_rest_layer_is_66_mm),
        cmocka_unit_test(with_the_printed_detection_a_box_sinks_at_1_m_per_s),
        cmocka_unit_test(published_friction_grows_with_the_iterations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
