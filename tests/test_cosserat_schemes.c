/* The schemes of the Cosserat cloth carry the thesis' scenes, or fail on them, as docs/cosserat.md
 * says: by symplectic Euler, with the strain bound of the published search. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "measure/run.h"
#include "support/near.h"
#include "support/sheet.h"

/* Time at which an edge is twice as long as at rest, s; infinite if none is in `seconds`. */
static double time_of_failure(const trama_scene_spec *scene, const sheet_material *material,
                              double h, double seconds)
{
    const double never = TRAMA_INFINITY;
    const trama_run_spec spec = {
        .h = h, .horizon = lround(seconds / h), .bounds = {never, 1.0, never, never, never}};
    sheet_run run;
    trama_outcome outcome;
    trama_error error;
    sheet_begin(&run, scene, material, "symplectic_euler");
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
    sheet_end(&run);
    return outcome.ending == TRAMA_UNSTABLE ? h * (double)outcome.iteration : never;
}

static double s1_fails_at(const char *scheme, double h)
{
    const trama_scene_spec scene = sheet_scene_s1();
    const sheet_material material = sheet_material_s1(scheme);
    return time_of_failure(&scene, &material, h, 20.7);
}

/* S3: a free fall on the central 10 x 10 nodes, fixed from 0.5 s on. */
static double s3_fails_at(const char *scheme, double h)
{
    trama_scene_spec scene = sheet_scene(30, 30, 10, 10);
    trama_pin bench = {
        .k = {10, 19}, .l = {10, 19}, .interval = {{TRAMA_NAN, TRAMA_NAN}, {0.5, TRAMA_INFINITY}}};
    const sheet_material material = sheet_isotropic(100, 0.01, 0.01, 10, scheme);
    scene.gravity[1] = -9.8;
    scene.damping = 0.2;
    scene.pins = &bench;
    scene.pin_count = 1;
    return time_of_failure(&scene, &material, h, 5.0);
}

static void reference_and_natural_carry_s1_up_to_its_limit(void **state)
{
    (void)state;
    assert_true(isinf(s1_fails_at("reference", 0.012)));
    assert_true(isinf(s1_fails_at("natural", 0.012)));
    assert_true(isfinite(s1_fails_at("reference", 0.013)));
    assert_true(isfinite(s1_fails_at("natural", 0.013)));
}

/* A limit of the time step would move with it. Measured at 12, 1 and 0.1 ms: zero 1.368, 1.368,
 * 1.3681 s; literal 0.612, 0.644, 0.6446 s. */
static void zero_and_literal_break_s1_at_the_same_time_at_any_step(void **state)
{
    (void)state;
    assert_near(s1_fails_at("zero", 0.012), 1.368, 0.012);
    assert_near(s1_fails_at("zero", 0.001), 1.368, 0.002);
    assert_near(s1_fails_at("zero", 0.0005), 1.368, 0.002);
    assert_near(s1_fails_at("literal", 0.001), 0.644, 0.004);
    assert_near(s1_fails_at("literal", 0.0005), 0.644, 0.004);
}

/* Measured at 3, 1 and 0.1 ms: 1.49, 1.41, 1.37 s. */
static void natural_breaks_s3_at_any_step_and_reference_carries_it(void **state)
{
    (void)state;
    assert_true(isinf(s3_fails_at("reference", 0.003)));
    assert_true(isfinite(s3_fails_at("reference", 0.004)));
    assert_near(s3_fails_at("natural", 0.003), 1.49, 0.02);
    assert_near(s3_fails_at("natural", 0.001), 1.41, 0.02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_and_natural_carry_s1_up_to_its_limit),
        cmocka_unit_test(zero_and_literal_break_s1_at_the_same_time_at_any_step),
        cmocka_unit_test(natural_breaks_s3_at_any_step_and_reference_carries_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
