/* What one step of every response of rigid bodies does, by value: how much of a depth it corrects,
 * and the impulse of a contact off the centre. test_rigid_impact.c has the latter of rigid_contact.
 */
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

/* ---- Depth. */

static void all_at_rest(const objects *o)
{
    for (size_t i = 0; i < o->system->nv; i++)
        assert_near(o->system->v[i], 0.0, 1e-12);
}

/* A ball of radius 0.5 m at rest on a ground, let in by `depth`. */
static void begin_let_in(objects *o, const char *response, const char *settings, const char *method,
                         double depth)
{
    rigid_begin_on_ground(o, NULL, "");
    rigid_add_body(o, 0, "ball", "shape=sphere radius=0.5 position=0,0.6,0");
    objects_join(o, "touch", response, settings, 1, 0);
    objects_make(o, method);
    o->system->q[1] = 0.5 - depth;
}

/* Of what is deeper than the slop, 1e-3 of the radius or what is said, the share beta remains to be
 * corrected by 1 - beta a step; what is less deep stays. No velocity is left of it. */
static void a_step_corrects_its_share_of_a_depth(void **state)
{
    (void)state;
    static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4"};
    static const struct {
        const char *settings;
        double share, slop;
    } cases[] = {
        {"", 0.2, 0.5e-3},
        {"correction=0.5 slop=0.01", 0.5, 5e-3},
        {"correction=1 slop=0", 1.0, 0.0},
        {"correction=0", 0.0, 0.5e-3},
    };
    static const double depths[] = {0.02, 4e-4};
    for (size_t i = 0; i < 4 * 3 * 2; i++) {
        objects o;
        double depth = depths[i % 2];
        begin_let_in(&o, "rigid_contact", cases[i / 6].settings, methods[i / 2 % 3], depth);
        for (int step = 0; step < 3; step++) {
            objects_steps(&o, 0.01, 1);
            depth -= cases[i / 6].share * fmax(depth - cases[i / 6].slop, 0.0);
            assert_near(0.5 - o.system->q[1], depth, 1e-12);
            all_at_rest(&o);
        }
        rigid_end(&o);
    }
}

/* Two balls in each other part by the same share, each by its part of the inverse masses. */
static void both_bodies_are_corrected_by_their_masses(void **state)
{
    (void)state;
    objects o;
    rigid_begin_on_ground(&o, NULL, NULL);
    rigid_add_body(&o, 0, "light", "shape=sphere radius=0.2 position=0,0,0 mass=1");
    rigid_add_body(&o, 0, "heavy", "shape=sphere radius=0.5 position=0,2,0 mass=3");
    objects_join(&o, "touch", "rigid_contact", "correction=0.4", 1, 0);
    objects_make(&o, "symplectic_euler");
    o.system->q[7 + 1] = 0.7 - 0.03;
    objects_steps(&o, 0.01, 1);
    const double way = 0.4 * (0.03 - 1e-3 * 0.2);
    assert_near(o.system->q[1], -0.75 * way, 1e-12);
    assert_near(o.system->q[7 + 1], 0.67 + 0.25 * way, 1e-12);
    all_at_rest(&o);
    rigid_end(&o);
}

/* Soft: each substep of s ends with v_n = -r d c/(1 + c), which is taken back after it, so that
 * d <- d (1 - (s o)^2/(1 + c)); against what is static o is 2 pi 60 Hz, z is 10. No faster than the
 * push speed. */
static void soft_substeps_push_as_their_oscillator_says(void **state)
{
    (void)state;
    const double s = 0.01 / 4.0, so = s * 2.0 * 3.14159265358979323846 * 60.0,
                 c = so * (2.0 * 10.0 + so);
    objects o;
    begin_let_in(&o, "rigid_contact_soft", "", "symplectic_euler", 0.02);
    objects_steps(&o, 0.01, 1);
    assert_near(0.5 - o.system->q[1], 0.02 * pow(1.0 - so * so / (1.0 + c), 4.0), 1e-12);
    all_at_rest(&o);
    rigid_end(&o);
    begin_let_in(&o, "rigid_contact_soft", "push_speed=0.1", "symplectic_euler", 0.02);
    objects_steps(&o, 0.01, 1);
    assert_near(0.5 - o.system->q[1], 0.02 - 0.01 * 0.1 * c / (1.0 + c), 1e-12);
    rigid_end(&o);
}

/* As published: v_n = 0.5 d/h, less the 1 m/s at which bodies may approach. */
static void the_published_bias_is_the_printed_one(void **state)
{
    (void)state;
    static const char *const settings[] = {"", "approach=0 correction=0.3"};
    static const double rates[] = {0.5 * 0.02 / 0.01 - 1.0, 0.3 * 0.02 / 0.01};
    for (int i = 0; i < 2; i++) {
        objects o;
        begin_let_in(&o, "rigid_contact_published", settings[i], "symplectic_euler", 0.02);
        objects_steps(&o, 0.01, 1);
        assert_near(o.system->v[1], fmax(rates[i], 0.0), 1e-12);
        assert_near(o.system->q[1], 0.48 + 0.01 * fmax(rates[i], 0.0), 1e-12);
        rigid_end(&o);
    }
}

/* ---- Impulses. */

/* A ball of 2 kg comes down at 4 m/s on a free plate of 3 kg, 0.6 and 0.2 m off its centre:
 * J = (1 + e) 4 m/s / (1/m1 + 1/m2 + (r x n) . I^-1 (r x n)). */
static void check_offset(const char *response, const char *settings, double gap, double e)
{
    const double ix = 3.0 / 12.0 * (0.4 * 0.4 + 1.0), iz = 3.0 / 12.0 * (4.0 + 0.4 * 0.4);
    const double yields = 1.0 / 2.0 + 1.0 / 3.0 + 0.2 * 0.2 / ix + 0.6 * 0.6 / iz;
    const double j = (1.0 + e) * 4.0 / yields;
    char text[128];
    objects o;
    rigid_begin_on_ground(&o, NULL, NULL);
    snprintf(text, sizeof text, "shape=box side=2,0.4,1 mass=3 friction=0 restitution=%g", e);
    rigid_add_body(&o, 0, "plate", text);
    snprintf(text, sizeof text, "shape=sphere radius=0.3 mass=2 friction=0 restitution=%g", e);
    trama_rigid_spec *ball = rigid_add_body(&o, 0, "ball", text);
    const double at[3] = {0.6, 0.2 + 0.3 + gap, 0.2};
    memcpy(ball->position, at, sizeof ball->position);
    ball->velocity[1] = -4.0;
    objects_join(&o, "touch", response, settings, 1, 0);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 1e-5, 1);
    const double expected[12] = {0.0, -j / 3.0,       0.0, 0.2 * j / ix, 0.0, -0.6 * j / iz,
                                 0.0, -4.0 + j / 2.0, 0.0, 0.0,          0.0, 0.0};
    for (size_t i = 0; i < 12; i++)
        if (!(fabs(o.system->v[i] - expected[i]) < 2e-4))
            fail_msg("%s: velocity %zu is %g, not %g", response, i, o.system->v[i], expected[i]);
    rigid_end(&o);
}

static void an_impulse_off_the_centre_is_that_of_its_formula(void **state)
{
    (void)state;
    check_offset("rigid_contact", "", 1e-9, 0.0);
    check_offset("rigid_contact", "", 1e-9, 0.6);
    check_offset("rigid_contact_soft", "", 1e-9, 0.0);
    check_offset("rigid_contact_soft", "", 1e-9, 0.6);
    check_offset("rigid_contact_published", "approach=0 correction=0 friction=0", -1e-9, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_corrects_its_share_of_a_depth),
        cmocka_unit_test(both_bodies_are_corrected_by_their_masses),
        cmocka_unit_test(soft_substeps_push_as_their_oscillator_says),
        cmocka_unit_test(the_published_bias_is_the_printed_one),
        cmocka_unit_test(an_impulse_off_the_centre_is_that_of_its_formula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
