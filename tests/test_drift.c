/* Drift of energy is told from oscillation, on planted series and for methods whose drift theory
 * gives. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"
#include "measure/drift.h"
#include "support/near.h"
#include "support/objects.h"
#include "support/oscillator.h"

static const oscillator_spring free_spring = {.omega = 3, .position = 1, .velocity = 0.5};

enum { SAMPLES = 3000 };
static double times[SAMPLES], errors[SAMPLES];

static trama_drift classify(double (*error)(double t))
{
    for (int i = 0; i < SAMPLES; i++) {
        times[i] = 0.01 * i;
        errors[i] = error(times[i]);
    }
    return trama_drift_classify(times, errors, SAMPLES, 1e-12);
}

static double oscillation(double t)
{
    return 1e-3 * (1 - cos(41.3 * t));
}
static double slow_rise(double t)
{
    return oscillation(t) + 2e-5 * t; /* 6e-4 in all: less than the oscillation */
}
static double fall(double t)
{
    return -1e-9 * t;
}
static double beat(double t)
{
    return 0.1 * sin(0.3 * t) + oscillation(t);
}
static double growth(double t)
{
    return expm1(0.7 * t) * (1 + oscillation(t));
}
static double decay(double t)
{
    return expm1(-2.3 * t);
}
/* What is left of 1 when its digits are gone says nothing of the rate. */
static double decay_to_round_off(double t)
{
    return fmax(expm1(-2.3 * t), -1.0 + 4e-16);
}
/* Rises, but for some of its means, which fall by a fiftieth of all that it rises (measured). */
static double rise_with_falls(double t)
{
    return 1e-3 * t + 1.7e-3 * sin(0.785 * t);
}
static double strong_rise(double t)
{
    return 0.9 * t;
}
static double noise(double t)
{
    trama_random random = {(uint64_t)(1e6 * t)};
    return 1e-13 * trama_random_signed(&random);
}

static void planted_drifts_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        double (*error)(double);
        trama_drift_kind kind;
        double rate, tolerance; /* 0: any */
    } cases[] = {
        {oscillation, TRAMA_DRIFT_BOUNDED, 0, 0},
        {slow_rise, TRAMA_DRIFT_LINEAR, 2e-5, 4e-6},
        {fall, TRAMA_DRIFT_LINEAR, -1e-9, 1e-12},
        {beat, TRAMA_DRIFT_IRREGULAR, 0, 0},
        {growth, TRAMA_DRIFT_EXPONENTIAL, 0.7, 0.01},
        {decay, TRAMA_DRIFT_EXPONENTIAL, -2.3, 0.05}, /* all gone in 13 s of 30 */
        {decay_to_round_off, TRAMA_DRIFT_EXPONENTIAL, -2.3, 0.05},
        {rise_with_falls, TRAMA_DRIFT_IRREGULAR, 0, 0},
        {strong_rise, TRAMA_DRIFT_LINEAR, 0.9, 1e-9},
        {noise, TRAMA_DRIFT_ROUND_OFF, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const trama_drift drift = classify(cases[i].error);
        if (drift.kind != cases[i].kind)
            fail_msg("series %zu: %s, not %s", i, trama_drift_names[drift.kind],
                     trama_drift_names[cases[i].kind]);
        if (cases[i].tolerance > 0) {
            assert_near(drift.rate, cases[i].rate, cases[i].tolerance);
            assert_true(drift.low <= drift.rate && drift.rate <= drift.high);
        }
    }
    assert_near(classify(oscillation).amplitude, 1e-3, 1e-5);
    assert_near(classify(oscillation).largest, 2e-3, 1e-5);
    assert_near(classify(strong_rise).change, 0.9 * 30 * 15 / 16, 1e-9);
    assert_int_equal(trama_drift_classify(times, errors, TRAMA_DRIFT_SAMPLES_MIN - 1, 0).kind,
                     TRAMA_DRIFT_UNKNOWN);
}

/* The energy of a spring over 500 periods at omega h = 0.1. Symplectic methods keep a modified
 * energy; forward Euler multiplies it by 1 + z^2 a step, RK4 by 1 - z^6/72 (z = omega h). */
static trama_drift drift_of(const char *method, long steps)
{
    const double h = 0.1 / free_spring.omega;
    const long every = steps / (SAMPLES - 1);
    piece run;
    oscillator_begin(&run, (oscillator_method){.name = method}, free_spring);
    const double start = oscillator_energy(&run, free_spring);
    size_t count = 0;
    for (; count < SAMPLES; count++) {
        times[count] = run.system->t;
        errors[count] = oscillator_energy(&run, free_spring) / start - 1;
        piece_steps(&run, h, every);
    }
    piece_end(&run);
    return trama_drift_classify(times, errors, count, 1e-12);
}

static void symplectic_methods_keep_the_energy_of_a_spring(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        double amplitude; /* of the oscillation: z/2 and z^2/8, times sin of the phase */
    } cases[] = {{"symplectic_euler", 0.05}, {"velocity_verlet", 0.00125}, {"rk2_thesis", 0.00125}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const trama_drift drift = drift_of(cases[i].method, 31L * SAMPLES);
        assert_int_equal(drift.kind, TRAMA_DRIFT_BOUNDED);
        assert_near(drift.amplitude, cases[i].amplitude, 0.1 * cases[i].amplitude);
    }
}

static void forward_euler_feeds_a_spring_and_rk4_starves_it(void **state)
{
    (void)state;
    const double z = 0.1, h = z / free_spring.omega;
    const trama_drift euler = drift_of("forward_euler", SAMPLES);
    assert_int_equal(euler.kind, TRAMA_DRIFT_EXPONENTIAL);
    assert_near(euler.rate, log1p(z * z) / h, 1e-4); /* 3e-6 */
    const trama_drift rk4 = drift_of("rk4", 31L * SAMPLES);
    assert_int_equal(rk4.kind, TRAMA_DRIFT_LINEAR);
    assert_near(rk4.rate, -pow(z, 6) / 72 / h, 0.01 * pow(z, 6) / 72 / h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_drifts_are_told_apart),
        cmocka_unit_test(symplectic_methods_keep_the_energy_of_a_spring),
        cmocka_unit_test(forward_euler_feeds_a_spring_and_rk4_starves_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
