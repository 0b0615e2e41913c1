/* The forces of Nedel's surface are gradients, conserve momentum and have the right angles.
 * test_nedel_motion.c tests how the surface moves. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/isa.h"
#include "core/numbers.h"
#include "integrator/integrator.h"
#include "support/near.h"
#include "support/nedel.h"
#include "support/sheet.h"

static const double pi = 3.14159265358979323846;

/* ---- The force. */

/* Central differences of the energy, at a state bent by up to a radian. Measured 4e-9 N of 22 N.
 */
static void force_is_minus_the_gradient_of_the_energy(void **state)
{
    (void)state;
    nedel_surface s;
    nedel_open(&s, 5, 4, 30.0, 17.0, 2.5, 0.25);
    double a[60], largest = 0.0;
    sheet_shake(s.system->q, 60, 0.15, 7);
    nedel_accelerate(&s, a);
    for (size_t i = 0; i < 60; i++) {
        const double step = 1e-5, at = s.system->q[i];
        s.system->q[i] = at + step;
        const double above = nedel_energy(&s, s.system->q);
        s.system->q[i] = at - step;
        const double below = nedel_energy(&s, s.system->q);
        s.system->q[i] = at;
        assert_near(nedel_node_mass * a[i], -(above - below) / (2 * step), 2e-8);
        largest = worst_of(largest, fabs(nedel_node_mass * a[i]));
    }
    assert_true(largest > 1.0);
    nedel_close(&s);
}

static void check_no_net_force_or_torque(const nedel_surface *s)
{
    const size_t n = s->nodes;
    double *a = sheet_numbers(3 * n);
    nedel_accelerate(s, a);
    const double *q = s->system->q;
    double force[3] = {0, 0, 0}, torque[3] = {0, 0, 0};
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 3; c++) {
            const size_t d = (c + 1) % 3, e = (c + 2) % 3;
            force[c] += a[c * n + i];
            torque[c] += q[d * n + i] * a[e * n + i] - q[e * n + i] * a[d * n + i];
        }
    const double scale = sheet_largest(a, 3 * n);
    assert_true(scale > 1.0);
    for (int c = 0; c < 3; c++) { /* measured 2.5e-16 and 2e-16 of the largest */
        assert_near(force[c] / scale, 0.0, 1e-13);
        assert_near(torque[c] / scale, 0.0, 1e-13);
    }
    free(a);
}

static void internal_forces_conserve_both_momenta(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        nedel_surface s;
        nedel_open(&s, 6, 5, kind == 0 ? 30 : 0, kind == 1 ? 17 : 0, kind == 2 ? 2.5 : 0, 0.0);
        sheet_shake(s.system->q, 90, 0.15, 3);
        check_no_net_force_or_torque(&s);
        nedel_close(&s);
    }
}

/* Turned, the flat sheet stays at rest: angular springs see no angle. Measured 1.5e-12 m/s^2. */
static void rigid_motion_gives_no_force(void **state)
{
    (void)state;
    nedel_surface s;
    double a[60];
    nedel_open(&s, 5, 4, 30.0, 17.0, 2.5, 0.0);
    nedel_accelerate(&s, a);
    assert_true(sheet_largest(a, 60) < 5e-12);
    for (size_t i = 0; i < 20; i++) {
        const double x = s.system->q[i], z = s.system->q[40 + i];
        s.system->q[i] = 0.6 * x + 3.0;
        s.system->q[20 + i] = 0.8 * x * cos(1.0) + z * sin(1.0);
        s.system->q[40 + i] = 0.8 * x * -sin(1.0) + z * cos(1.0);
    }
    nedel_accelerate(&s, a);
    assert_true(sheet_largest(a, 60) < 5e-12);
    nedel_close(&s);
}

/* Three nodes in line, twice, bent by beta in the middle. */
static void bend_lines(nedel_surface *s, double beta)
{
    double *q = s->system->q;
    for (size_t l = 0; l < 2; l++) {
        q[4 + l] = 0.5 + 0.5 * cos(beta);
        q[6 + 4 + l] = 0.5 * sin(beta);
    }
}

/* The whole range of the angle: the force on an end is k beta / 0.5 m. Measured at most 3e-15,
 * relatively; at beta = pi it has no direction, and is 0. */
static void angular_force_is_exact_at_every_angle(void **state)
{
    (void)state;
    static const double betas[] = {1e-9, 1e-5, 1e-3, 0.1,  0.5,  1.0,     1.5,
                                   1.57, 1.58, 2.0,  2.75, 3.14, 3.141592};
    nedel_surface s;
    double a[18];
    nedel_open(&s, 3, 2, 0.0, 0.0, 2.5, 0.0);
    for (size_t i = 0; i < sizeof betas / sizeof betas[0]; i++) {
        bend_lines(&s, betas[i]);
        nedel_accelerate(&s, a);
        const double force = nedel_node_mass * sqrt(a[4] * a[4] + a[10] * a[10]);
        double observed[TRAMA_OBSERVABLES_MAX];
        s.system->object[0].type->observe(s.system->object[0].model, s.system->q, s.system->v,
                                          observed);
        assert_near(observed[0], 0.0, 1e-15);
        assert_near(observed[2], betas[i], 1e-14);
        const double rounding = 4e-16 / fmin(betas[i], pi - betas[i]); /* of the position itself */
        assert_near(force / (2.5 * betas[i] / 0.5), 1.0, 1e-14 + rounding);
        assert_true(a[4] * sin(betas[i]) - a[10] * cos(betas[i]) > 0.0); /* straightens */
    }
    for (size_t l = 0; l < 2; l++) {
        s.system->q[4 + l] = s.system->q[l];
        s.system->q[6 + 4 + l] = s.system->q[6 + l];
    }
    nedel_accelerate(&s, a);
    assert_true(sheet_largest(a, 18) == 0.0);
    nedel_close(&s);
}

/* No node of 2 x 2 has neighbours on opposite sides, so nothing is turned. */
static void four_nodes_are_stretched_and_never_turned(void **state)
{
    (void)state;
    double observed[TRAMA_OBSERVABLES_MAX];
    nedel_surface s;
    nedel_open(&s, 2, 2, 1.0, 1.0, 1.0, 0.0);
    s.system->q[2] += 0.125;
    s.system->q[3] += 0.125; /* one side moved by a quarter of its distance from the other */
    s.system->object[0].type->observe(s.system->object[0].model, s.system->q, s.system->v,
                                      observed);
    assert_near(observed[0], 0.25, 1e-15);
    assert_near(observed[1], sqrt((0.625 * 0.625 + 0.16) / (0.25 + 0.16)) - 1, 1e-15);
    assert_true(isnan(observed[2]));
    nedel_close(&s);
}

static void instruction_sets_give_the_same_bits(void **state)
{
    (void)state;
    const trama_isa best = trama_isa_current();
    double first[3 * 77], a[3 * 77];
    for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++) {
        if (!trama_isa_force(isa))
            continue;
        nedel_surface s;
        nedel_open(&s, 7, 11, 30.0, 17.0, 2.5, 0.25);
        sheet_shake(s.system->q, 3 * 77, 0.3, 5);
        nedel_accelerate(&s, isa == TRAMA_ISA_V2 ? first : a);
        if (isa != TRAMA_ISA_V2)
            assert_memory_equal(a, first, sizeof a);
        nedel_close(&s);
    }
    trama_isa_force(best);
}

/* ---- Bad input. */

static void faulty_parameters_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double value;
        const char *text;
    } cases[] = {
        {"friction", 1.5, "from 0 to 1"},
        {"friction", -0.1, "from 0 to 1"},
        {"elasticity", -1, "at least 0 N/m"},
        {"curvature", TRAMA_INFINITY, "at least 0 N m"},
        {"mass", TRAMA_NAN, "give mass (kg) or density"},
        {"density", 3, "give one of them"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        nedel_surface s;
        trama_error error = {0};
        nedel_prepare(&s, 4, 3, 1.0, 1.0, 0.0, 0.0);
        nedel_set(s.parameters, cases[i].name, 0, cases[i].value);
        assert_int_equal(trama_scene_create(&s.spec, &s.scene, &error), TRAMA_OK);
        assert_int_equal(trama_system_create(trama_model_find("nedel"), s.parameters, s.scene,
                                             &s.system, &error),
                         TRAMA_BAD_INPUT);
        assert_string_equal(error.path, cases[i].name);
        if (!strstr(error.text, cases[i].text))
            fail_msg("'%s' does not say '%s'", error.text, cases[i].text);
        trama_scene_destroy(s.scene);
        free(s.parameters);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(force_is_minus_the_gradient_of_the_energy),
        cmocka_unit_test(internal_forces_conserve_both_momenta),
        cmocka_unit_test(rigid_motion_gives_no_force),
        cmocka_unit_test(angular_force_is_exact_at_every_angle),
        cmocka_unit_test(four_nodes_are_stretched_and_never_turned),
        cmocka_unit_test(instruction_sets_give_the_same_bits),
        cmocka_unit_test(faulty_parameters_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
