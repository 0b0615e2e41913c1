/* A wave that is known is found: its period, its way, its speed, and whether it travels or stands.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "measure/waves.h"
#include "support/near.h"

enum { M = 21, N = 17, SAMPLES = 200 };
static const double pi = 3.14159265358979323846;
static double displacement[SAMPLES * M * N];

/* Sides of 2 m and 1.6 m, 20 s; `back`: the amplitude of the wave that goes the other way. */
static trama_wave wave_of(double frequency, const double number[2], double amplitude, double back)
{
    const trama_waves_spec spec = {{M, N}, {0.1, 0.1}, SAMPLES, 0.1, displacement};
    trama_wave wave;
    trama_error error;
    for (size_t t = 0; t < SAMPLES; t++)
        for (size_t i = 0; i < M * N; i++) {
            const size_t row = i / N, column = i % N;
            const double along = 0.1 * (number[0] * (double)row + number[1] * (double)column);
            const double time = 0.1 * (double)t * frequency;
            displacement[t * M * N + i] = 3.0 + amplitude * (cos(2 * pi * (time - along)) +
                                                             back * cos(2 * pi * (time + along)));
        }
    assert_int_equal(trama_waves_find(&spec, &wave, &error), TRAMA_OK);
    return wave;
}

static void a_wave_that_travels_is_found_with_its_way_and_speed(void **state)
{
    (void)state;
    static const double numbers[][2] = {
        {1.0, 0.0}, {-1.5, 0.0}, {0.0, 1.25}, {1.0, -1.25}, {-0.5, 1.25}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const double *k = numbers[i], length = hypot(k[0], k[1]);
        const trama_wave wave = wave_of(0.35, k, 0.2, 0.0);
        assert_near(wave.amplitude, 0.2 / sqrt(2), 1e-12);
        assert_near(wave.frequency, 0.35, 1e-12);
        assert_near(wave.share, 1.0, 1e-9);
        assert_near(wave.number[0], k[0], 1e-12);
        assert_near(wave.number[1], k[1], 1e-12);
        assert_near(wave.speed, 0.35 / length, 1e-12);
        assert_near(wave.angle, 180 / pi * atan2(k[1], k[0]), 1e-9);
        assert_true(wave.travel > 0.9);
    }
}

/* Of the two ways that a standing wave goes, one is found. */
static void a_wave_that_stands_does_not_travel(void **state)
{
    (void)state;
    static const double number[2] = {1.0, -1.25};
    const trama_wave wave = wave_of(0.35, number, 0.2, 1.0);
    assert_near(fabs(wave.number[0]), 1.0, 0.07);
    assert_true(wave.number[0] * wave.number[1] < 0.0);
    assert_true(fabs(wave.travel) < 1e-9);
}

static void a_sheet_at_rest_has_no_wave(void **state)
{
    (void)state;
    static const double number[2] = {1.0, 0.0};
    const trama_wave wave = wave_of(0.35, number, 0.0, 0.0);
    assert_near(wave.amplitude, 0.0, 0.0);
    assert_true(isnan(wave.frequency) && isnan(wave.speed));
}

static void a_sheet_that_moves_as_a_whole_has_an_infinite_speed(void **state)
{
    (void)state;
    static const double number[2] = {0.0, 0.0};
    const trama_wave wave = wave_of(0.25, number, 0.1, 0.0);
    assert_near(wave.frequency, 0.25, 1e-12);
    assert_true(isinf(wave.speed));
}

static void few_samples_are_refused(void **state)
{
    (void)state;
    const trama_waves_spec spec = {{M, N}, {0.1, 0.1}, 7, 0.1, displacement};
    trama_wave wave;
    trama_error error;
    assert_int_equal(trama_waves_find(&spec, &wave, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "samples");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wave_that_travels_is_found_with_its_way_and_speed),
        cmocka_unit_test(a_wave_that_stands_does_not_travel),
        cmocka_unit_test(a_sheet_at_rest_has_no_wave),
        cmocka_unit_test(a_sheet_that_moves_as_a_whole_has_an_infinite_speed),
        cmocka_unit_test(few_samples_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
