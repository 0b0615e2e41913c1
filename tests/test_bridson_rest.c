/* Rest angles, masses and stiffnesses of Bridson's cloth are those of its parameters, and bad input
 * is refused. test_bridson_limit.c tests its limits, test_bridson_physics.c its statics and
 * dynamics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/piece.h"
#include "support/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static trama_scene_spec wavy_scene(void)
{
    trama_scene_spec scene = sheet_scene(9, 12, 8, 11);
    scene.wave[2] = 0.8;
    scene.wave_numbers[0] = scene.wave_numbers[1] = 3;
    return scene;
}

/* What a disturbed sheet comes back to: 30 s of damped motion, in the shape of its folds or flat.
 */
static double height_left(const char *rest)
{
    trama_scene_spec scene = wavy_scene();
    piece run;
    double largest = 0;
    char with[128] = "structural=50 shear=50 bending=5 density=1 sweeps=0 rest=";
    scene.damping = 2;
    piece_begin(&run, &scene, "bridson", strcat(with, rest), "bridson_mixed", "damping=drag");
    const size_t nodes = run.system->nq / 3;
    sheet_shake(run.system->q, run.system->nq, 0.05, 3);
    piece_steps(&run, 0.02, 1500);
    for (size_t i = 0; i < nodes; i++)
        for (size_t j = 0; j < nodes; j++)
            largest = worst_of(largest, run.system->q[nodes + i] - run.system->q[nodes + j]);
    piece_end(&run);
    return largest;
}

static void rest_angles_keep_a_sculpted_fold(void **state)
{
    (void)state;
    const trama_scene_spec scene = wavy_scene();
    piece run;
    piece_begin(&run, &scene, "bridson", "structural=50 bending=5 density=1 rest=initial",
                "symplectic_euler", NULL);
    double *a = sheet_numbers(run.system->nv);
    trama_system_acceleration(run.system, 0, run.system->q, run.system->v, a);
    assert_near(sheet_largest(a, run.system->nv), 0, 1e-10); /* measured 8e-15 */
    assert_near(piece_energy(&run, run.system->q), 0, 1e-12);
    free(a);
    piece_end(&run);
    const double folded = height_left("initial"), flat = height_left("flat");
    assert_true(folded > 1.4); /* measured 1.53 */
    assert_true(flat < 0.3);   /* measured 0.13 */
}

/* rho h^2: 8 triangles of half a square at an A inside, 4 at a B, and at corners 2 or 1, a third
 * each; K = m / l0 of the heaviest. */
static void masses_are_thirds_of_triangles_and_stiffness_follows(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene(5, 5, 2, 2);
    piece run;
    piece_begin(&run, &scene, "bridson", "density=3", "symplectic_euler", NULL);
    const double cell = 3 * 0.25;
    const double *mass = run.system->mass;
    assert_near(mass[12], cell * 8 / 6, 1e-14);
    assert_near(mass[7], cell * 4 / 6, 1e-14);
    assert_near(mass[0], cell * 2 / 6, 1e-14);
    double total = 0, e[3];
    for (size_t i = 0; i < 25; i++)
        total += mass[i];
    assert_near(total, 12, 1e-13);
    double q[75];
    for (size_t i = 0; i < 75; i++)
        q[i] = 2 * run.system->q[i];
    run.system->object[0].type->energy(run.system->object[0].model, q, e);
    assert_near(e[0], 40 * 0.5 * (cell * 8 / 6 / 0.5) * 0.25, 1e-12);
    assert_near(e[1], 16 * 0.5 * (cell * 8 / 6 / sqrt(0.5)) * 0.5, 1e-12);
    piece_end(&run);
}

static void bad_parameters_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *path, *text;
    } cases[] = {
        {"structural=1", "mass", "give mass (kg) or density (kg/m^2)"},
        {"mass=1 density=3", "density",
         "mass 1 kg over 1 m^2 is 1 kg/m^2, and density is 3: give one of them"},
        {"mass=1 rest_angle=1", "rest_angle", "rest_angle is for rest: angle; with flat it is 0"},
        {"mass=1 coupling=1", "coupling",
         "the coupling acts on springs below 0.95 of their length, and compression_limit 0 keeps "
         "them above; allowed: compression_limit from 0.05 (.inf: no limit), or coupling_below: "
         "0"},
        {"mass=1 strain_limit=-0.1", "strain_limit", NULL},
        {"mass=1 coupling=-1", "coupling", NULL},
        {"mass=1 bending=-1", "bending", NULL},
        {"mass=1 sweeps=-1", "sweeps", NULL},
        {"mass=1 rest=angle rest_angle=4", "rest_angle", NULL},
    };
    const trama_scene_spec scene = sheet_scene(3, 3, 1, 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const trama_error error = piece_refused(&scene, "bridson", cases[i].settings);
        assert_string_equal(error.path, cases[i].path);
        if (cases[i].text)
            assert_string_equal(error.text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rest_angles_keep_a_sculpted_fold),
        cmocka_unit_test(masses_are_thirds_of_triangles_and_stiffness_follows),
        cmocka_unit_test(bad_parameters_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
