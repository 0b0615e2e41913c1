/* The Cosserat kernel computes the same as the plain form, for every scheme, measure, instruction
 * set and odd size. Its parameters mean what they say, and a step allocates nothing.
 * test_cosserat_physics.c tests what the schemes conserve. */
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
#include "support/allocations.h"
#include "support/near.h"
#include "support/plain_cosserat.h"
#include "support/sheet.h"

/* By plain_measure; schemes, by plain_scheme, are sheet_schemes. */
static const char *const measures[PLAIN_MEASURES] = {"rest", "global", "local"};

/* The smallest, thin ones, one around and one past the kernel's rows and lanes. */
static const long grids[][2] = {{2, 2},  {2, 7},   {7, 2},   {3, 3},
                                {9, 13}, {64, 65}, {5, 106}, {6, 523}};
enum { GRIDS = sizeof grids / sizeof grids[0] };

#define SIDE1 1.7
#define SIDE2 2.3

/* A material with no two coefficients equal, but 12 and 21. */
static sheet_material odd_material(const char *scheme, const char *measure)
{
    return (sheet_material){.zeta = {100, 80, 80, 120},
                            .xi = {0.3, 0.2, 0.2, 0.4},
                            .phi = {0.5, 0.6, 0.6, 0.7},
                            .mass = 3.1,
                            .density = TRAMA_NAN,
                            .scheme = scheme,
                            .measure = measure};
}

static plain_cosserat plain_of(const sheet_material *material, const long points[2],
                               plain_scheme scheme, plain_measure measure)
{
    plain_cosserat plain = {.m = (size_t)points[0],
                            .n = (size_t)points[1],
                            .side = {SIDE1, SIDE2},
                            .mass = material->mass,
                            .scheme = scheme,
                            .measure = measure};
    static const size_t component[3] = {0, 1, 3};
    for (size_t i = 0; i < 3; i++) {
        plain.zeta[i] = material->zeta[component[i]];
        plain.xi[i] = material->xi[component[i]];
        plain.phi[i] = material->phi[component[i]];
    }
    return plain;
}

/* A sheet shaken by up to 0.2 of its smaller spacing, at up to 3 m/s. */
static void begin_shaken_in(const trama_scene_spec *scene, sheet_run *run,
                            const sheet_material *material)
{
    sheet_begin(run, scene, material, "symplectic_euler");
    const double h = fmin(trama_scene_spacing(run->scene, 0), trama_scene_spacing(run->scene, 1));
    sheet_shake(run->system->q, run->system->nq, 0.2 * h, 1);
    sheet_shake(run->system->v, run->system->nv, 3.0, 2);
}

static void begin_shaken(sheet_run *run, const long points[2], const sheet_material *material)
{
    const trama_scene_spec scene = sheet_scene(points[0], points[1], SIDE1, SIDE2);
    begin_shaken_in(&scene, run, material);
}

/* The forces on two nodes of the plain form, as a scene has them. */
static void pull_at(const plain_cosserat *plain, trama_point_force pull[2], trama_force forces[2])
{
    for (size_t i = 0; i < 2; i++) {
        trama_fields_default(trama_force_point.parameters, &pull[i]);
        pull[i].on.k[0] = pull[i].on.k[1] = (long)(plain->pulled[i] / plain->n);
        pull[i].on.l[0] = pull[i].on.l[1] = (long)(plain->pulled[i] % plain->n);
        memcpy(pull[i].force, plain->force[i], sizeof pull[i].force);
        forces[i] = (trama_force){&trama_force_point, &pull[i]};
    }
}

/* ---- Against the plain form. */

/* Relative difference of kernel and plain form under all kinds of loads. */
static double difference_from_plain(const long points[2], plain_scheme scheme,
                                    plain_measure measure)
{
    const sheet_material material = odd_material(sheet_schemes[scheme], measures[measure]);
    const trama_loads loads = {
        .gravity = {0.3, -9.8, 1.2}, .damping = 0.2, .drag = 0.32, .wind = {10, -20, 30}};
    const size_t nv = 3 * (size_t)(points[0] * points[1]);
    plain_cosserat plain = plain_of(&material, points, scheme, measure);
    trama_scene_spec scene = sheet_scene(points[0], points[1], SIDE1, SIDE2);
    trama_point_force pull[2];
    trama_force forces[2];
    sheet_run run;
    plain.pulled[0] = 1;
    plain.pulled[1] = nv / 3 - 1;
    memcpy(plain.force, (double[2][3]){{1, 2, 3}, {-4, 5, 6}}, sizeof plain.force);
    pull_at(&plain, pull, forces);
    scene.forces = forces;
    scene.force_count = 2;
    scene.damping = loads.damping;
    scene.drag = loads.drag;
    memcpy(scene.gravity, loads.gravity, sizeof scene.gravity);
    memcpy(scene.wind, loads.wind, sizeof scene.wind);
    begin_shaken_in(&scene, &run, &material);
    double *a = sheet_numbers(nv), *expected = sheet_numbers(nv);
    trama_system_acceleration(run.system, 0.0, run.system->q, run.system->v, a);
    plain_cosserat_acceleration(&plain, run.system->q, run.system->v, &loads, expected);
    const double largest = sheet_largest(expected, nv);
    const double difference = sheet_distance(a, expected, nv) / largest;
    assert_true(isfinite(largest) && largest > 9.8); /* there is something to compare */
    free(a);
    free(expected);
    sheet_end(&run);
    return difference;
}

/* Measured: at most 1.3e-15. */
static void the_kernel_is_the_plain_form(void **state)
{
    (void)state;
    const trama_isa best = trama_isa_current();
    for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++) {
        if (!trama_isa_force(isa))
            continue;
        for (int scheme = 0; scheme < PLAIN_SCHEMES; scheme++)
            for (int measure = 0; measure < PLAIN_MEASURES; measure++)
                for (size_t grid = 0; grid < GRIDS; grid++) {
                    const double difference = difference_from_plain(
                        grids[grid], (plain_scheme)scheme, (plain_measure)measure);
                    if (!(difference <= 1e-12))
                        fail_msg("%s, %s, %ld x %ld, %s: %g", sheet_schemes[scheme],
                                 measures[measure], grids[grid][0], grids[grid][1],
                                 trama_isa_name(isa), difference);
                }
    }
    trama_isa_force(best);
}

/* Where the kernel follows the plain form, it does so in fifteen ways that differ: on grids that
 * have a node off the edges. Measured: 0.003 m/s^2 at least; round-off of what is equal is 1e-9
 * at most. */
static void schemes_and_measures_differ(void **state)
{
    (void)state;
    for (size_t grid = 3; grid < GRIDS; grid++) {
        double *a[(int)PLAIN_SCHEMES * (int)PLAIN_MEASURES];
        const size_t count = (size_t)(3 * grids[grid][0] * grids[grid][1]);
        const trama_loads loads = {.gravity = {0, -9.8, 0}, .damping = 0.2};
        for (size_t i = 0; i < sizeof a / sizeof a[0]; i++) {
            const sheet_material material =
                odd_material(sheet_schemes[i / PLAIN_MEASURES], measures[i % PLAIN_MEASURES]);
            sheet_run run;
            begin_shaken(&run, grids[grid], &material);
            sheet_accelerate(&run, run.system->q, &loads, a[i] = sheet_numbers(count));
            sheet_end(&run);
            for (size_t j = 0; j < i; j++)
                assert_true(sheet_distance(a[i], a[j], count) > 1e-3);
        }
        for (size_t i = 0; i < sizeof a / sizeof a[0]; i++)
            free(a[i]);
    }
}

/* ---- Same bits. */

static void by_isa(trama_isa isa, const long points[2], const sheet_material *material, double *a)
{
    sheet_run run;
    const trama_loads loads = {
        .gravity = {0, -9.8, 0}, .damping = 0.2, .drag = 0.032, .wind = {10, 20, 30}};
    assert_true(trama_isa_force(isa));
    begin_shaken(&run, points, material);
    sheet_accelerate(&run, run.system->q, &loads, a);
    sheet_end(&run);
}

static void every_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    const trama_isa best = trama_isa_current();
    for (trama_isa isa = TRAMA_ISA_V3; isa < TRAMA_ISA_COUNT; isa++) {
        if (!trama_isa_available(isa)) {
            print_message("%s is not available here: not tested\n", trama_isa_name(isa));
            continue;
        }
        for (int i = 0; i < (int)PLAIN_SCHEMES * (int)PLAIN_MEASURES * GRIDS; i++) {
            const long *points = grids[i % GRIDS];
            const sheet_material material = odd_material(sheet_schemes[i / GRIDS % PLAIN_SCHEMES],
                                                         measures[i / GRIDS / PLAIN_SCHEMES]);
            const size_t count = (size_t)(3 * points[0] * points[1]);
            double *a = sheet_numbers(count), *b = sheet_numbers(count);
            by_isa(TRAMA_ISA_V2, points, &material, a);
            by_isa(isa, points, &material, b);
            assert_true(isfinite(sheet_largest(a, count)));
            assert_memory_equal(a, b, count * sizeof *a);
            free(a);
            free(b);
        }
    }
    trama_isa_force(best);
}

/* ---- Parameters. */

/* Accelerations of a shaken 9 x 13 sheet of this material. */
static void shaken_acceleration(const sheet_material *material, double a[3 * 9 * 13])
{
    static const long points[2] = {9, 13};
    const trama_loads loads = {.gravity = {0, -9.8, 0}, .damping = 0.2};
    sheet_run run;
    begin_shaken(&run, points, material);
    sheet_accelerate(&run, run.system->q, &loads, a);
    sheet_end(&run);
}

static void the_measure_of_the_scheme_is_rest_for_reference_and_global_for_the_others(void **state)
{
    (void)state;
    for (int scheme = 0; scheme < PLAIN_SCHEMES; scheme++) {
        const bool rest = scheme == PLAIN_REFERENCE || scheme == PLAIN_NO_CHRISTOFFEL;
        double a[3 * 9 * 13], b[3 * 9 * 13];
        const sheet_material by_scheme = odd_material(sheet_schemes[scheme], "scheme");
        const sheet_material named = odd_material(sheet_schemes[scheme], rest ? "rest" : "global");
        shaken_acceleration(&by_scheme, a);
        shaken_acceleration(&named, b);
        assert_memory_equal(a, b, sizeof a);
    }
}

static void density_is_mass_over_rest_area(void **state)
{
    (void)state;
    double a[3 * 9 * 13], b[3 * 9 * 13];
    sheet_material material = odd_material("reference", NULL);
    shaken_acceleration(&material, a);
    material.density = material.mass / (SIDE1 * SIDE2);
    shaken_acceleration(&material, b); /* both, and they agree */
    assert_memory_equal(a, b, sizeof a);
    material.mass = TRAMA_NAN;
    shaken_acceleration(&material, b);
    assert_memory_equal(a, b, sizeof a);
    material.density *= 2.0;
    shaken_acceleration(&material, b);
    assert_true(sheet_distance(a, b, 3 * 9 * 13) > 0.4 * sheet_largest(a, 3 * 9 * 13));
}

/* The mass is that of the rest area over the cells; every node has a cell's, edge nodes too, so
 * that all together have more: m n / ((m-1)(n-1)) times as much. */
static void every_node_has_the_mass_of_a_cell(void **state)
{
    (void)state;
    static const long points[2] = {9, 13};
    const sheet_material material = odd_material("reference", NULL);
    sheet_run run;
    begin_shaken(&run, points, &material);
    for (size_t i = 0; i < run.system->nv; i++)
        assert_near(run.system->mass[i], 3.1 / (8 * 12), 1e-16);
    sheet_end(&run);
}

/* Material 22 does along l what 11 does along k: a stretch along one of them is felt by its own
 * coefficient alone. Factor 1.5 of all nodes along one direction: N = 3 zeta (1.5^2 - 1). */
static void a_coefficient_acts_along_its_own_direction(void **state)
{
    (void)state;
    for (size_t direction = 0; direction < 2; direction++)
        for (size_t component = 0; component < 4; component += 3) {
            sheet_material material = sheet_isotropic(0, 0, 0, 8, "reference");
            material.zeta[component] = 100;
            const trama_scene_spec scene = sheet_scene(5, 3, 4, 2);
            double a[3 * 15];
            sheet_run run;
            sheet_begin(&run, &scene, &material, "symplectic_euler");
            const size_t axis = direction == 0 ? 0 : 2; /* k along x, l along z */
            for (size_t i = 0; i < 15; i++)
                run.system->q[axis * 15 + i] *= 1.5;
            sheet_accelerate(&run, run.system->q, NULL, a);
            const double expected =
                component == 3 * direction ? 3 * 100 * (1.5 * 1.5 - 1) * 1.5 : 0; /* mu = h = 1 */
            assert_near(a[axis * 15], expected, 1e-11);       /* the near edge is pulled in */
            assert_near(a[axis * 15 + 14], -expected, 1e-11); /* and the far one */
            assert_near(a[axis * 15 + 7], 0, 1e-11);
            sheet_end(&run);
        }
}

/* What the table of fields or create refuses, and the path and a piece of the sentence. */
typedef struct refusal {
    sheet_material material;
    const char *path, *text;
} refusal;

#define PLAIN_FABRIC .zeta = {9, 9, 9, 9}, .xi = {1, 1, 1, 1}, .phi = {2, 2, 2, 2}

static void bad_parameters_are_refused_by_name(void **state)
{
    (void)state;
    const double none = TRAMA_NAN;
    const refusal cases[] = {
        {{.zeta = {1, 2, 3, 4}, .mass = 1, .density = none}, "zeta", "12 is 2 and 21 is 3"},
        {{.xi = {1, 0.5, 0.25, 4}, .mass = 1, .density = none}, "xi", "12 is 0.5 and 21 is 0.25"},
        {{.phi = {0, 1, 0, 0}, .mass = 1, .density = none}, "phi", "12 is 1 and 21 is 0"},
        {{PLAIN_FABRIC, .mass = none, .density = none}, "mass", "give mass (kg) or density"},
        {{PLAIN_FABRIC, .mass = 8, .density = 3}, "density", "8 kg over 4 m^2 is 2 kg/m^2"},
        {{PLAIN_FABRIC, .mass = 8, .density = 2.000001}, "density", "give one of them"},
        {{PLAIN_FABRIC, .mass = 0, .density = none}, "mass", "0 < x"},
        {{PLAIN_FABRIC, .mass = none, .density = -1}, "density", "0 < x"},
        {{.zeta = {-1, 0, 0, 0}, .mass = 1, .density = none}, "zeta", "0"},
        {{.xi = {0, 0, 0, none}, .mass = 1, .density = none}, "xi", "0"},
        {{.phi = {TRAMA_INFINITY, 0, 0, 0}, .mass = 1, .density = none}, "phi", "0"},
    };
    const trama_scene_spec spec = sheet_scene(3, 3, 2, 2);
    trama_error error;
    trama_scene *scene;
    assert_int_equal(trama_scene_create(&spec, &scene, &error), TRAMA_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        void *parameters = sheet_parameters(&cases[i].material);
        trama_system *system;
        assert_int_equal(
            trama_system_create(trama_model_find("cosserat"), parameters, scene, &system, &error),
            TRAMA_BAD_INPUT);
        assert_null(system);
        if (strncmp(error.path, cases[i].path, strlen(cases[i].path)) != 0 ||
            !strstr(error.text, cases[i].text))
            fail_msg("case %zu: %s: %s", i, error.path, error.text);
        free(parameters);
    }
    trama_scene_destroy(scene);
}

/* ---- Allocations. */

static void a_step_allocates_nothing(void **state)
{
    (void)state;
    watch_allocations();
    for (int scheme = 0; scheme < PLAIN_SCHEMES; scheme++) {
        const trama_scene_spec scene = sheet_scene_s1();
        const sheet_material material = sheet_material_s1(sheet_schemes[scheme]);
        sheet_run run;
        const long before = allocations;
        sheet_begin(&run, &scene, &material, "symplectic_euler");
        const long made = allocations;
        assert_true(made > before); /* the counter counts */
        for (int i = 0; i < 20; i++)
            trama_integrator_step(run.integrator, run.system, 1e-4);
        assert_int_equal(allocations, made);
        sheet_end(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kernel_is_the_plain_form),
        cmocka_unit_test(schemes_and_measures_differ),
        cmocka_unit_test(every_instruction_set_gives_the_same_bits),
        cmocka_unit_test(the_measure_of_the_scheme_is_rest_for_reference_and_global_for_the_others),
        cmocka_unit_test(density_is_mass_over_rest_area),
        cmocka_unit_test(every_node_has_the_mass_of_a_cell),
        cmocka_unit_test(a_coefficient_acts_along_its_own_direction),
        cmocka_unit_test(bad_parameters_are_refused_by_name),
        cmocka_unit_test(a_step_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
