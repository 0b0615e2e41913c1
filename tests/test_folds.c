/* The measures of folds are right on shapes whose folds are known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "measure/folds.h"
#include "support/near.h"

#include <string.h>

enum { M = 41, N = 33, NODES = M * N };
static const double pi = 3.14159265358979323846;

static trama_scene *scene;
static double q[3 * NODES];

static int open_scene(void **state)
{
    (void)state;
    trama_scene_spec spec;
    trama_error error;
    memset(&spec, 0, sizeof spec);
    trama_fields_default(trama_scene_fields, &spec);
    trama_fields_default(trama_grid_fields, &spec.grid);
    spec.grid.points[0] = M;
    spec.grid.points[1] = N;
    spec.grid.side[0] = M - 1;
    spec.grid.side[1] = N - 1;
    return trama_scene_create(&spec, &scene, &error) == TRAMA_OK ? 0 : -1;
}
static int close_scene(void **state)
{
    (void)state;
    trama_scene_destroy(scene);
    return 0;
}

/* Waves of `amplitude` m along k, `half` half waves, in a plane that is turned about z. */
static void wave(double amplitude, double half, double turn)
{
    for (size_t i = 0; i < NODES; i++) {
        const size_t k = i / N, l = i % N;
        const double x = (double)k, z = (double)l;
        const double y = amplitude * cos(pi * half * (x + 0.5) / M);
        q[i] = cos(turn) * x - sin(turn) * y;
        q[NODES + i] = sin(turn) * x + cos(turn) * y;
        q[(size_t)2 * NODES + i] = z;
    }
}

static void a_plane_has_no_folds(void **state)
{
    (void)state;
    for (int turn = 0; turn < 7; turn++) {
        wave(0.0, 1, turn);
        const trama_folds folds = trama_folds_of(scene, q);
        assert_near(folds.out_of_plane, 0.0, 1e-13);
        assert_near(folds.projection, 1.0, 1e-13);
        assert_true(folds.lines[0] == 0.0 && folds.lines[1] == 0.0);
    }
}

static void waves_have_their_height_their_area_and_their_lines(void **state)
{
    (void)state;
    for (int turn = 0; turn < 3; turn++) {
        wave(0.7, 6, turn);
        const trama_folds folds = trama_folds_of(scene, q);
        assert_near(folds.out_of_plane, 0.7 / sqrt(2.0), 1e-13);
        assert_near(folds.lines[0], 6.0, 1e-13); /* as many as zeros of the cosine */
        assert_near(folds.lines[1], 0.0, 1e-13);
        double length = 0.0;
        for (int k = 0; k + 1 < M; k++)
            length += hypot(1.0, 0.7 * (cos(pi * 6 * (k + 1.5) / M) - cos(pi * 6 * (k + 0.5) / M)));
        assert_near(folds.projection, length / (M - 1), 1e-12);
    }
}

static void ripples_below_the_noise_are_no_folds(void **state)
{
    (void)state;
    /* largest bend about a (pi 6/41)^2 rad, and half of it the mean of both directions */
    wave(0.08, 6, 0);
    assert_true(trama_folds_of(scene, q).lines[0] == 0.0);
    wave(0.15, 6, 0);
    assert_near(trama_folds_of(scene, q).lines[0], 6.0, 1e-13);
}

static void the_spectrum_is_of_the_half_waves(void **state)
{
    (void)state;
    double power[M];
    wave(0.7, 6, 1.0);
    trama_fold_spectrum(scene, q, 0, power);
    for (size_t p = 1; p < M; p++)
        assert_near(power[p - 1], p == 6 ? 0.49 : 0.0, 1e-13);
    trama_fold_spectrum(scene, q, 1, power);
    for (size_t p = 1; p < N; p++)
        assert_near(power[p - 1], 0.0, 1e-13);
}

static void what_is_not_finite_has_no_folds_to_count(void **state)
{
    (void)state;
    wave(0.7, 6, 1.0);
    q[77] = TRAMA_NAN;
    const trama_folds folds = trama_folds_of(scene, q);
    assert_true(isnan(folds.out_of_plane) && isnan(folds.projection) && isnan(folds.lines[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plane_has_no_folds),
        cmocka_unit_test(waves_have_their_height_their_area_and_their_lines),
        cmocka_unit_test(ripples_below_the_noise_are_no_folds),
        cmocka_unit_test(the_spectrum_is_of_the_half_waves),
        cmocka_unit_test(what_is_not_finite_has_no_folds_to_count),
    };
    return cmocka_run_group_tests(tests, open_scene, close_scene);
}
