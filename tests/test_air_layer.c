/* air_layer is a gas at one temperature between a cloth and a body: its forces are those of its
 * energy, they push both sides alike, and it is a spring whose frequency is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "measure/spectrum.h"
#include "support/layer.h"
#include "support/near.h"
#include "support/norms.h"
#include "support/tangents.h"

/* Where no direction is special, under pressure. */
static layer odd(int body, const char *air)
{
    return (layer){
        .points = 4, .side = 0.3, .height = 0.05, .perturbation = 0.01, .body = body, .air = air};
}

static const char *const laws[] = {"law=gradient border=sealed overpressure=7e4",
                                   "law=published border=sealed overpressure=7e4",
                                   "law=gradient border=ambient overpressure=-4e4",
                                   "law=published border=ambient overpressure=-4e4"};

static void for_every_body_and_law(void (*check)(objects *, bool gradient))
{
    for (int body = LAYER_PLANE; body <= LAYER_BALL; body++)
        for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
            objects o;
            const layer at = odd(body, laws[l]);
            layer_begin(&o, &at);
            check(&o, l % 2 == 0);
            objects_end(&o);
        }
}

/* ---- Forces. */

/* Sums over cloth and ball, of the size of all forces; the turning moment over that and 1 m. */
static void sums_of(int body, const char *air, double *left, double *turned)
{
    objects o;
    double sum[3], turning[3];
    const layer at = odd(body, air);
    layer_begin(&o, &at);
    double *f = calloc(o.system->nv, sizeof *f);
    tangents_forces(&o, f);
    objects_sums(o.system, o.system->q, f, false, sum, turning);
    const double size = size_of(f, o.system->nv);
    assert_true(size > 100.0);
    *left = length(sum) / size;
    *turned = length(turning) / size;
    free(f);
    objects_end(&o);
}

/* The published force turns the whole, since it does not point at the foot: 0.02 m of a layer of
 * 0.05 m. */
static void forces_have_a_reaction_and_the_gradient_turns_nothing(void **state)
{
    (void)state;
    double left, turned;
    sums_of(LAYER_BALL, laws[0], &left, &turned);
    assert_true(left < 1e-15 && turned < 1e-15);
    sums_of(LAYER_BALL, laws[1], &left, &turned);
    assert_true(left < 1e-15);
    assert_true(turned > 1e-4 && turned < 0.05);
}

static void check_slope(objects *o, bool gradient)
{
    const trama_system *s = o->system;
    const trama_interaction_type *type = s->acting[0].type;
    double *block = calloc(4 * s->nv, sizeof *block), *f = block, *lost = f + s->nv,
           *u = lost + s->nv, *q = u + s->nv;
    double slope = 0.0, energies[2];
    trama_random random = {5};
    tangents_forces(o, f);
    type->losses(s->acting[0].self, s->t, s->q, s->v, lost);
    assert_true(gradient ? size_of(lost, s->nv) == 0.0 : size_of(lost, s->nv) > 1.0);
    for (size_t i = 0; i < s->nv; i++) {
        u[i] = s->mass[i] != 1.0 ? trama_random_signed(&random) : 0.0;
        slope += (f[i] - lost[i]) * u[i];
    }
    for (int end = 0; end < 2; end++) {
        for (size_t i = 0; i < s->nv; i++)
            q[i] = s->q[i] + (end == 0 ? 1e-6 : -1e-6) * u[i];
        energies[end] = type->energy(s->acting[0].self, s->t, q);
    }
    assert_near((energies[1] - energies[0]) / 2e-6, slope, 1e-6 * size_of(f, s->nv));
    free(block);
}

static void forces_without_losses_are_the_slope_of_the_energy(void **state)
{
    (void)state;
    for_every_body_and_law(check_slope);
}

static void check_tangent(objects *o, bool gradient)
{
    (void)gradient;
    assert_true(tangents_error(o, 1.0, 0.0, 7) < 1e-7);
    assert_true(tangents_assembled_error(o, 1.0, 0.0, 8) < 1e-13);
    assert_true(tangents_error(o, 0.0, 1.0, 9) == 0.0);
}

static void tangents_agree_with_differences(void **state)
{
    (void)state;
    for_every_body_and_law(check_tangent);
}

/* ---- The gas. */

/* The force up on all of the sheet. */
static double lift(const objects *o)
{
    const trama_system *s = o->system;
    const size_t nodes = s->object[0].nv / 3;
    double *f = calloc(s->nv, sizeof *f), sum = 0.0;
    tangents_forces(o, f);
    for (size_t i = 0; i < nodes; i++)
        sum += f[nodes + i];
    free(f);
    return sum;
}

/* d to d/8 and to 3 d: P d is constant, and the force is (P - P_atm) A. */
static void a_sealed_layer_has_pv_constant(void **state)
{
    (void)state;
    static const double heights[] = {0.02 / 8.0, 0.06};
    for (size_t i = 0; i < 2; i++) {
        objects o;
        const layer at = {.points = 5,
                          .side = 0.4,
                          .height = 0.02,
                          .air = "border=sealed law=published overpressure=1000"};
        layer_begin(&o, &at);
        const size_t nodes = o.system->object[0].nv / 3;
        for (size_t n = 0; n < nodes; n++)
            o.system->q[nodes + n] = heights[i];
        const double expected = (atmosphere + 1000.0) * 0.02 / heights[i] - atmosphere;
        assert_near(layer_observed(&o, "highest"), expected, 1e-12 * fabs(expected) + 1e-9);
        assert_near(layer_observed(&o, "lowest"), expected, 1e-12 * fabs(expected) + 1e-9);
        assert_near(lift(&o), expected * 0.16, 1e-10 * fabs(expected));
        objects_end(&o);
    }
}

/* The work of compression is P V ln V/V' less what the atmosphere does. */
static void the_energy_is_the_work_of_an_isothermal_change(void **state)
{
    (void)state;
    objects o;
    const layer at = {
        .points = 3, .side = 0.4, .height = 0.02, .air = "border=sealed law=published"};
    layer_begin(&o, &at);
    const trama_acting *acting = &o.system->acting[0];
    const double volume = 0.16 * 0.02, start = acting->type->energy(acting->self, 0, o.system->q);
    for (size_t n = 0; n < 9; n++)
        o.system->q[9 + n] = 0.005;
    const double end = acting->type->energy(acting->self, 0, o.system->q);
    assert_true(start == 0.0);
    assert_near(end, atmosphere * volume * (log(4.0) - 0.75), 1e-10);
    objects_end(&o);
}

static void a_border_keeps_the_atmosphere(void **state)
{
    (void)state;
    objects o;
    const layer at = {.points = 3, .side = 0.4, .height = 0.02, .air = "overpressure=5000"};
    layer_begin(&o, &at);
    double *f = calloc(o.system->nv, sizeof *f);
    tangents_forces(&o, f);
    for (size_t n = 0; n < 9; n++)
        assert_true(n == 4 ? f[9 + n] > 1.0 : f[9 + n] == 0.0);
    free(f);
    objects_end(&o);
}

/* ---- The spring. */

/* Time between passes of the sheet through its height, upwards. */
static double period_of(const char *integrator, double h)
{
    objects o;
    double first = 0.0, last = 0.0, before = 0.0;
    int passes = 0;
    const layer at = {.points = 4,
                      .side = 0.3,
                      .height = 0.02,
                      .velocity = 1e-3,
                      .air = "border=sealed law=published",
                      .integrator = integrator};
    layer_begin(&o, &at);
    while (passes < 6 && o.system->t < 0.05) {
        objects_steps(&o, h, 1);
        const double y = o.system->q[16 + 5] - 0.02;
        if (before < 0.0 && y >= 0.0) {
            last = o.system->t - h * y / (y - before);
            first = passes++ == 0 ? last : first;
        }
        before = y;
    }
    objects_end(&o);
    return (last - first) / 5.0;
}

/* omega^2 = P A/(m d). */
static double bouncing(double pressure, double density, double distance)
{
    return sqrt(pressure / (density * distance));
}

/* By 3e-7 at 1/800 of a period; backward Euler at 1/2000: it is 0.5 omega h slower than that, in
 * the square, and damps. */
static void a_sheet_bounces_at_the_known_frequency(void **state)
{
    (void)state;
    const double expected = 2.0 * acos(-1.0) / bouncing(atmosphere, 0.2, 0.02);
    assert_near(period_of("velocity_verlet", expected / 800.0) / expected, 1.0, 1e-5);
    assert_near(period_of("implicit_midpoint", expected / 800.0) / expected, 1.0, 2e-5);
    assert_near(period_of("backward_euler", expected / 2000.0) / expected, 1.0, 1e-4);
}

/* What the harness predicts from the tangent. */
static double predicted(const objects *o)
{
    trama_spectrum_spec spec;
    trama_spectrum found;
    trama_tangent *tangent;
    trama_error error;
    trama_fields_default(trama_spectrum_fields, &spec);
    assert_int_equal(trama_tangent_create(o->system, &spec, &tangent, &error), TRAMA_OK);
    assert_string_equal(trama_tangent_name(tangent), "exact");
    assert_int_equal(trama_spectrum_largest(tangent, o->system, o->system->q, o->system->v, &spec,
                                            &found, &error),
                     TRAMA_OK);
    assert_true(found.converged);
    trama_tangent_destroy(tangent);
    return 2.0 / found.omega;
}

/* How far the sheet is from its height at most, over what it began with. */
static double swing(double h)
{
    objects o;
    double most = 0.0;
    const layer at = {.points = 4,
                      .side = 0.3,
                      .height = 0.02,
                      .velocity = 1e-6,
                      .air = "border=sealed law=published"};
    layer_begin(&o, &at);
    for (int i = 0; i < 400 && most < 2e-3 * h; i++) {
        objects_steps(&o, h, 1);
        for (size_t n = 0; n < 16; n++)
            most = worst_of(most, fabs(o.system->q[16 + n] - 0.02));
    }
    objects_end(&o);
    return most / (1e-6 * h);
}

/* 2/omega, omega^2 = P A/(m d): of a layer of 2 cm under 0.2 kg/m^2, 0.397 ms. */
static void the_explicit_limit_is_predicted_and_measured(void **state)
{
    (void)state;
    objects o;
    const layer at = {
        .points = 4, .side = 0.3, .height = 0.02, .air = "border=sealed law=published"};
    layer_begin(&o, &at);
    const double limit = predicted(&o), expected = 2.0 / bouncing(atmosphere, 0.2, 0.02);
    objects_end(&o);
    assert_near(expected, 3.9737e-4, 1e-8);
    assert_near(limit / expected, 1.0, 1e-9);
    assert_true(swing(0.99 * limit) < 30.0);
    assert_true(swing(1.01 * limit) > 1e3);
}

/* Steps of 50 times the explicit limit: the sheet falls, sinks by its weight, and is at rest, where
 * round-off of the pressure leaves a residual of 1e-12 m/s. */
static void an_implicit_step_goes_far_beyond_the_limit(void **state)
{
    (void)state;
    static const char *const airs[] = {"border=sealed law=published", "border=sealed law=gradient"};
    static const double within[] = {1e-8, 1e-4}; /* the gradient stretches the sheet by 3e-5 */
    for (size_t i = 0; i < 2; i++) {
        objects o;
        const layer at = {.points = 4,
                          .side = 0.3,
                          .height = 0.02,
                          .velocity = -0.5,
                          .gravity = 9.81,
                          .springs = 1000.0,
                          .air = airs[i]};
        layer_add(&o, &at);
        objects_make_with(&o, "backward_euler", "floor=1e-10");
        objects_steps(&o, 50.0 * 2.0 / bouncing(atmosphere, 0.2, 0.02), 200);
        assert_near(layer_observed(&o, "distance") / (0.02 / (1.0 + 0.2 * 9.81 / atmosphere)), 1.0,
                    within[i]);
        assert_true(o.integrator->solves.refused[TRAMA_REFUSAL_NEWTON] == 0);
        objects_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_have_a_reaction_and_the_gradient_turns_nothing),
        cmocka_unit_test(forces_without_losses_are_the_slope_of_the_energy),
        cmocka_unit_test(tangents_agree_with_differences),
        cmocka_unit_test(a_sealed_layer_has_pv_constant),
        cmocka_unit_test(the_energy_is_the_work_of_an_isothermal_change),
        cmocka_unit_test(a_border_keeps_the_atmosphere),
        cmocka_unit_test(a_sheet_bounces_at_the_known_frequency),
        cmocka_unit_test(the_explicit_limit_is_predicted_and_measured),
        cmocka_unit_test(an_implicit_step_goes_far_beyond_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
