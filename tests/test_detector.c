/* Each detector of instability finds a planted fault, with its node and value, and none fires on a
 * sound run. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "measure/run.h"
#include "support/near.h"
#include "support/oscillator.h"
#include "support/sheet.h"

/* A sheet of 3 x 5 nodes, 2 m apart along k (x) and 1 m along l (z), at rest in the plane y = 0. */
static void begin_flat(sheet_run *run)
{
    const trama_scene_spec scene = sheet_scene(3, 5, 4, 4);
    const sheet_material material = sheet_isotropic(1, 1, 1, 1, "reference");
    sheet_begin(run, &scene, &material, "symplectic_euler");
}

#define OFF TRAMA_INFINITY

/* The finding on a flat 3 x 5 sheet of which coordinate `at` was moved by `by` in an iteration. */
static const trama_detector *detect(size_t at, double by, trama_bounds bounds,
                                    trama_finding *finding)
{
    sheet_run run;
    double before[45];
    begin_flat(&run);
    memcpy(before, run.system->q, sizeof before);
    run.system->q[at] += by;
    const trama_observation seen = {run.system, before,
                                    trama_system_displacement(run.system, before), 2.0, NULL};
    const trama_detector *fired = trama_detect(&seen, &bounds, finding);
    sheet_end(&run);
    return fired;
}

/* Node 7 = [1, 2] is moved along x (at 7), y (22) or z (37). */
static void each_detector_fires_past_its_bound_and_not_at_it(void **state)
{
    (void)state;
    const double turned = hypot(1, 1.5) - 1; /* strain of an edge along l, its end 1.5 m aside */
    const struct {
        size_t at;
        double by;
        trama_bounds bounds;
        const char *name; /* NULL: none fires */
        double value;
        long node;
    } cases[] = {
        {22, 0.5, {0.49, OFF, OFF, OFF, OFF}, "displacement", 0.5, 7},
        {22, 0.5, {0.5, OFF, OFF, OFF, OFF}, NULL, 0, 0},
        {22, 1.5, {OFF, 0.8, OFF, OFF, OFF}, "strain", turned, 6},
        {22, 1.5, {OFF, turned, OFF, OFF, OFF}, NULL, 0, 0},
        {37, 0.75, {OFF, 0.74, OFF, OFF, OFF}, "strain", 0.75, 6},
        {37, 0.75, {OFF, 0.75, OFF, OFF, OFF}, NULL, 0, 0},
        {22, 1e150, {OFF, OFF, 1e200, OFF, OFF}, NULL, 0, 0},
        {22, 1e9, {OFF, OFF, OFF, OFF, OFF}, NULL, 0, 0},
        {22, 0.0, {0, 0, 1, OFF, OFF}, NULL, 0, 0},
        {22, 2.2e6, {OFF, OFF, OFF, OFF, 1e6}, "explosion", 1.1e6, 7}, /* the reach is 2 m */
        {22, 2e6, {OFF, OFF, OFF, OFF, 1e6}, NULL, 0, 0},
        {7, (double)NAN, {OFF, OFF, OFF, OFF, OFF}, "finite", (double)NAN, 7},
        {37, (double)INFINITY, {OFF, OFF, OFF, OFF, OFF}, "finite", (double)NAN, 7},
        {37, (double)NAN, {0, 0, 1, 0, 1}, "finite", (double)NAN, 7}, /* the first of several */
        {22, 1.5, {1, 0.1, 1, OFF, OFF}, "displacement", 1.5, 7},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        trama_finding finding;
        const trama_detector *fired = detect(cases[i].at, cases[i].by, cases[i].bounds, &finding);
        if (!cases[i].name) {
            if (fired)
                fail_msg("case %zu: %s fired", i, fired->name);
            continue;
        }
        assert_non_null(fired);
        assert_string_equal(fired->name, cases[i].name);
        assert_int_equal(finding.node, cases[i].node);
        if (isnan(cases[i].value))
            assert_true(isnan(finding.value));
        else
            assert_near(finding.value, cases[i].value, 1e-15);
    }
}

/* The bound holds for growth and for collapse. */
static void area_fires_when_it_is_too_large_and_when_it_is_too_small(void **state)
{
    (void)state;
    static const struct {
        double factor, bound;
        bool fires;
    } cases[] = {{3.0, 2.9, true},   {3.0, 3.1, false}, {0.25, 3.9, true},
                 {0.25, 4.1, false}, {1.0, 1.0, false}, {1.001, 1.0, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const trama_bounds bounds = {OFF, OFF, cases[i].bound, OFF, OFF};
        sheet_run run;
        trama_finding finding;
        begin_flat(&run);
        for (size_t j = 0; j < 15; j++)
            run.system->q[j] *= cases[i].factor;
        const trama_observation seen = {run.system, run.system->q, {0.0, 0, 0}, 1.0, NULL};
        const trama_detector *fired = trama_detect(&seen, &bounds, &finding);
        assert_true(cases[i].fires == (fired != NULL));
        if (fired) {
            assert_string_equal(fired->name, "area");
            assert_near(finding.value, cases[i].factor, 1e-15);
            assert_int_equal(finding.node, TRAMA_NO_NODE);
        }
        sheet_end(&run);
    }
}

/* Forward Euler on x'' = -x: energy goes with (1 + h^2)^n, so that unexplained growth over the
 * largest energy passes 1/2 when (1 + h^2)^n > 2: n = 70 for h = 0.1 (ln 2 / ln 1.01 = 69.66). */
static void energy_fires_when_half_of_it_is_from_nowhere(void **state)
{
    (void)state;
    const oscillator_spring spring = {.omega = 1, .position = 1};
    static const struct {
        const char *method;
        long horizon, iteration; /* -1: does not fire */
    } cases[] = {
        {"forward_euler", 69, -1}, {"forward_euler", 1000, 70}, {"symplectic_euler", 1000, -1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        piece run;
        trama_outcome outcome;
        trama_error error;
        const trama_run_spec spec = {
            .h = 0.1, .horizon = cases[i].horizon, .bounds = {OFF, OFF, OFF, 0.5, OFF}};
        oscillator_begin(&run, (oscillator_method){.name = cases[i].method}, spring);
        assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
        assert_int_equal(outcome.ending, cases[i].iteration < 0 ? TRAMA_COMPLETED : TRAMA_UNSTABLE);
        if (cases[i].iteration >= 0) {
            assert_string_equal(outcome.detector->name, "energy");
            assert_int_equal(outcome.iteration, cases[i].iteration);
            assert_near(outcome.finding.value, 1 - pow(1.01, -70), 1e-12);
            assert_int_equal(outcome.finding.node, TRAMA_NO_NODE);
        }
        piece_end(&run);
    }
}

/* Of 1e160 m the energy is past the largest double, though no step is, and no number. */
static void an_energy_that_is_no_number_fires(void **state)
{
    (void)state;
    const oscillator_spring spring = {.omega = 1e-5, .position = 1e160};
    const trama_run_spec spec = {.h = 0.1, .horizon = 10, .bounds = {OFF, OFF, OFF, 0.5, OFF}};
    piece run;
    trama_outcome outcome;
    trama_error error;
    oscillator_begin(&run, (oscillator_method){.name = "symplectic_euler"}, spring);
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
    assert_int_equal(outcome.ending, TRAMA_UNSTABLE);
    assert_string_equal(outcome.detector->name, "energy");
    assert_true(isnan(outcome.finding.value));
    piece_end(&run);
}

/* An oscillator's coordinate 0 is no node 0. */
static void what_fails_has_no_node_where_the_model_has_none(void **state)
{
    (void)state;
    const oscillator_spring spring = {.omega = 1, .position = 1};
    const trama_run_spec spec = {.h = 0.1, .horizon = 1000, .bounds = {0.5, OFF, OFF, OFF, OFF}};
    piece run;
    trama_outcome outcome;
    trama_error error;
    oscillator_begin(&run, (oscillator_method){.name = "forward_euler"}, spring);
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
    assert_string_equal(outcome.detector->name, "displacement");
    assert_int_equal(outcome.finding.node, TRAMA_NO_NODE);
    piece_end(&run);
}

/* Measured on S1 at 0.012 s: displacement 0.079 m, strain 0.067, area ratio 1 to 1.013, growth of
 * energy 0.011. */
static void detectors_keep_quiet_on_a_sound_run(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene_s1();
    const sheet_material material = sheet_material_s1("reference");
    const trama_run_spec spec = {
        .h = 0.012, .horizon = 1725, .bounds = {0.1, 0.1, 1.02, 0.02, OFF}};
    sheet_run run;
    trama_outcome outcome;
    trama_error error;
    sheet_begin(&run, &scene, &material, "symplectic_euler");
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
    if (outcome.ending != TRAMA_COMPLETED)
        fail_msg("%s fired at %ld: %g", outcome.detector->name, outcome.iteration,
                 outcome.finding.value);
    assert_null(outcome.detector);
    assert_true(isnan(outcome.finding.value));
    sheet_end(&run);
}

/* ---- Explosions. */

/* A free sheet of 4 m x 4 m without stiffness, or with some. */
typedef struct flight {
    double h, zeta, origin, gravity, velocity;
    long horizon, exploded; /* -1: it is no explosion */
} flight;

static trama_scene_spec free_sheet(const flight *f)
{
    trama_scene_spec scene = sheet_scene(3, 5, 4, 4);
    scene.gravity[1] = f->gravity;
    scene.velocity[0] = f->velocity;
    scene.wave[0] = f->zeta > 0.0 ? 1e-3 : 0.0;
    scene.wave_numbers[0] = scene.wave_numbers[1] = 1;
    for (size_t axis = 0; axis < 3; axis++)
        scene.grid.origin[axis] = f->origin;
    return scene;
}

/* By the default bound. With a stiffness of 1 N/m the sheet of 1 kg/m^2 is stable up to about
 * 1 s; past that a wave of a millimetre grows. */
static void what_gravity_or_a_start_explains_is_no_explosion(void **state)
{
    (void)state;
    static const flight flights[] = {
        {100.0, 0.0, 0.0, -9.81, 0.0, 10000, -1},  /* 9.81e6 m/s after 1e6 s, 1e9 m in a step */
        {1.0, 0.0, 0.0, 0.0, 1e8, 100, -1},        /* a bullet */
        {0.1, 1.0, 1e5, 0.0, 3.0, 1000, -1},       /* far from the origin */
        {100.0, 1.0, 0.0, -9.81, 1.1, 1000, 1000}, /* unstable: within the horizon */
        {100.0, 1.0, 1e5, -9.81, 1.1, 1000, 1000},
    };
    for (size_t i = 0; i < sizeof flights / sizeof flights[0]; i++) {
        const flight *f = &flights[i];
        const trama_scene_spec scene = free_sheet(f);
        const sheet_material material = sheet_isotropic(f->zeta, 0, 0, 16, "reference");
        trama_run_spec spec = {.h = f->h, .horizon = f->horizon};
        sheet_run run;
        trama_outcome outcome;
        trama_error error;
        trama_fields_default(trama_bounds_fields, &spec.bounds);
        sheet_begin(&run, &scene, &material, "symplectic_euler");
        assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
        if ((outcome.ending == TRAMA_UNSTABLE) != (f->exploded >= 0))
            fail_msg("flight %zu: %s at %ld", i, trama_ending_name(outcome.ending),
                     outcome.iteration);
        if (f->exploded >= 0)
            assert_string_equal(outcome.detector->name, "explosion");
        sheet_end(&run);
    }
}

/* 4 m x 4 m have a diagonal of 4 sqrt(2) m wherever they are; all components of a velocity may be
 * as large as the largest; a force of 3 N on a node of a kilogram; and the metre. */
static void the_reach_is_that_of_size_speed_gravity_and_constant_forces(void **state)
{
    (void)state;
    flight f = {.origin = 1e5, .gravity = -2.0, .velocity = 5.0};
    trama_scene_spec scene = free_sheet(&f);
    trama_point_force push = {.on = {.k = {0, 0}, .l = {0, 0}}, .force = {0.0, 3.0, 0.0}};
    trama_force force = {&trama_force_point, &push};
    push.on.interval = (trama_interval){{TRAMA_NAN, TRAMA_NAN}, {TRAMA_NAN, TRAMA_NAN}};
    scene.forces = &force;
    scene.force_count = 1;
    const sheet_material material = sheet_isotropic(1, 0, 0, 16, "reference");
    sheet_run run;
    sheet_begin(&run, &scene, &material, "symplectic_euler");
    const trama_reach reach = trama_reach_of(run.system);
    double lightest = TRAMA_INFINITY;
    for (size_t i = 0; i < run.system->nv; i++)
        lightest = fmin(lightest, run.system->mass[i]);
    assert_near(reach.extent, 4.0 * sqrt(2.0), 1e-14);
    assert_near(reach.speed, 5.0 * sqrt(3.0), 1e-14);
    assert_near(reach.acceleration, 2.0 + 3.0 / lightest, 1e-14);
    const double speed = 5.0 * sqrt(3.0) + (2.0 + 3.0 / lightest) * 7.0;
    assert_near(trama_reach_of_step(&reach, 7.0, 0.5), 1.0 + 4.0 * sqrt(2.0) + 0.5 * speed, 1e-14);
    sheet_end(&run);
}

static void
every_detector_with_a_bound_has_a_field_of_its_name_and_explosion_alone_is_on(void **state)
{
    (void)state;
    trama_bounds bounds;
    trama_error error;
    trama_fields_default(trama_bounds_fields, &bounds);
    assert_int_equal(trama_fields_check(trama_bounds_fields, &bounds, "", &error), TRAMA_OK);
    assert_string_equal(trama_registry_name(&trama_detector_registry, 0),
                        "finite"); /* the only one without */
    assert_int_equal(trama_registry_count(&trama_detector_registry), trama_bounds_fields.count + 1);
    for (size_t i = 1; i < trama_registry_count(&trama_detector_registry); i++) {
        const trama_field *field = trama_fields_find(
            trama_bounds_fields, trama_registry_name(&trama_detector_registry, i));
        assert_non_null(field);
        const double bound = *(double *)trama_field_at(field, &bounds);
        assert_true(strcmp(field->name, "explosion") == 0 ? bound == 1e6 : isinf(bound));
    }
    bounds.area = 0.9; /* a ratio or its inverse is never below 1 */
    assert_int_equal(trama_fields_check(trama_bounds_fields, &bounds, "", &error), TRAMA_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_detector_fires_past_its_bound_and_not_at_it),
        cmocka_unit_test(area_fires_when_it_is_too_large_and_when_it_is_too_small),
        cmocka_unit_test(energy_fires_when_half_of_it_is_from_nowhere),
        cmocka_unit_test(an_energy_that_is_no_number_fires),
        cmocka_unit_test(what_fails_has_no_node_where_the_model_has_none),
        cmocka_unit_test(an_energy_that_is_no_number_fires),
        cmocka_unit_test(detectors_keep_quiet_on_a_sound_run),
        cmocka_unit_test(what_gravity_or_a_start_explains_is_no_explosion),
        cmocka_unit_test(the_reach_is_that_of_size_speed_gravity_and_constant_forces),
        cmocka_unit_test(
            every_detector_with_a_bound_has_a_field_of_its_name_and_explosion_alone_is_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
