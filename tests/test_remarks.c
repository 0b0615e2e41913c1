/* What a run remarks of itself is what happened: steps in which a limit of strain acted, and those
 * in which a collision was answered at an edge inside one plane. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/objects.h"
#include "support/sheet.h"
#include "support/shell.h"

/* ---- Limits. */

static void begin_hung(piece *run, const char *sweeps)
{
    char settings[120];
    trama_pin pin = sheet_pin(0, 0);
    trama_scene_spec scene = sheet_scene(9, 5, 0.4, 0.2);
    pin.l[1] = 4;
    scene.gravity[1] = -9.8;
    scene.damping = 0.05;
    scene.pins = &pin;
    scene.pin_count = 1;
    snprintf(settings, sizeof settings,
             "structural=500 shear=500 bending=0.01 density=0.2 sweeps=%s", sweeps);
    piece_begin(run, &scene, "bridson", settings, "symplectic_euler", NULL);
}

static double largest_change(const trama_system *a, const trama_system *b)
{
    double largest = 0.0;
    for (size_t i = 0; i < a->nv; i++)
        largest = fmax(largest, fabs(a->v[i] - b->v[i]));
    return largest;
}

/* The same step from the same state without limits: they acted where it leaves other velocities. */
static void limits_are_counted_by_steps(void **state)
{
    (void)state;
    piece limited, free;
    long expected = 0;
    begin_hung(&limited, "2");
    begin_hung(&free, "0");
    const size_t size = limited.system->nv * sizeof(double);
    for (int i = 0; i < 300; i++) {
        memcpy(free.system->q, limited.system->q, size);
        memcpy(free.system->v, limited.system->v, size);
        trama_integrator_step(limited.integrator, limited.system, 3e-4);
        trama_integrator_step(free.integrator, free.system, 3e-4);
        expected += largest_change(free.system, limited.system) > 1e-10;
    }
    print_message("limits acted in %ld of 300 steps\n", expected);
    assert_true(expected > 10 && expected < 300);
    assert_int_equal(limited.system->object[0].limited, expected);
    assert_int_equal(free.system->object[0].limited, 0);
    trama_system_reset(limited.system);
    assert_int_equal(limited.system->object[0].limited, 0);
    piece_end(&limited);
    piece_end(&free);
}

/* ---- Edges inside a plane. */

/* Steps with an answer at such an edge while a sheet of 0.2 m slides 0.5 m along z, from z0, over a
 * square table of 4 m that is cut once, from corner to corner. */
static long answers_in_plane(double x0, double z0)
{
    objects o;
    trama_scene_spec scene = {.grid = {.points = {3, 3},
                                       .side = {0.2, 0.2},
                                       .origin = {x0, 1e-3, z0},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}}};
    scene.gravity[1] = -9.81;
    scene.velocity[2] = 1.0;
    objects_begin(&o);
    objects_add(&o, "sheet", "provot", "structural=30 shear=20 mass=0.1 sweeps=0", &scene);
    objects_add(&o, "table", "table", "points=2,2 side=4,4", NULL);
    objects_join(&o, "touch", "provot_collision", "response=corrected zones=corrected", 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 1e-3, 500);
    const trama_acting *acting = &o.system->acting[0];
    const long steps = acting->type->remark(acting->self).steps;
    assert_true(objects_observed(&o, 0, "contacts") >= 0.0);
    objects_end(&o);
    return steps;
}

/* The table's diagonal is where |x| = |z|; which of the two it is, either way shows. */
static void answers_inside_a_plane_are_counted(void **state)
{
    (void)state;
    const long across = answers_in_plane(-0.1, -0.3), beside = answers_in_plane(1.5, -0.3);
    print_message("in a plane: %ld steps across the diagonal, %ld beside it\n", across, beside);
    assert_true(across > 10 && across < 500);
    assert_int_equal(beside, 0);
}

/* ---- On the terminal. */

static const char limiter[] =
    "experiment: limiter\n"
    "case:\n"
    "  model: {name: bridson, structural: 500, shear: 500, bending: 0.01, density: 0.2, "
    "sweeps: SWEEPS}\n"
    "  scene: {grid: {points: [9, 5], side: [0.4, 0.2]}, gravity: [0, -9.81, 0], damping: 0.05, "
    "pins: [{k: [0, 1]}]}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  bounds: {strain: 0.1}\n"
    "  task: {name: stable_step, horizon: 300, search: {first: 0.0002, increment: 0.0002, cap: "
    "0.002}}\n";

static void a_search_says_that_limits_acted(void **state)
{
    (void)state;
    static const char *const sweeps[] = {"0", "2"};
    for (size_t i = 0; i < 2; i++) {
        experiment_write("limiter.yaml", limiter, EDITS("SWEEPS", sweeps[i]));
        const shell_end end = shell_run(SHELL("run", "limiter.yaml", "-o", sweeps[i]));
        assert_int_equal(end.code, 0);
        assert_true((strstr(end.err, "; remark: bridson: ") != NULL) == (i == 1));
    }
}

/* ---- Advice. */

static const char taut[] =
    "experiment: taut\n"
    "case:\n"
    "  environment: {gravity: [0, -9.81, 0]}\n"
    "  objects:\n"
    "    b:\n"
    "      model:\n"
    "        name: rigid_bodies\n"
    "        bodies:\n"
    "          ball: {shape: sphere, radius: 0.1, mass: 2, position: [0, -0.5, 0]}\n"
    "  interactions:\n"
    "    rod: {name: distance_joint, among: [b], body: ball, at: [0, -0.5, 0], at_to: [0, 0, 0]}\n"
    "  integrator: {name: velocity_verlet}\n"
    "  task: {name: run, dt: 0.01, horizon: 10}\n";

/* A pendulum of 0.5 m: omega = sqrt(g/l) = 4.429 rad/s, 2/omega = 451.5 ms. */
static void advice_of_bodies_tells_the_step_of_taut_joints(void **state)
{
    (void)state;
    folder_write("taut.yaml", taut);
    const shell_end end = shell_run(SHELL("advise", "taut.yaml"));
    assert_int_equal(end.code, 2);
    if (!strstr(end.err, "are stable up to 451.5 ms (2/omega, omega = 4.429 rad/s)"))
        fail_msg("%s", end.err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_counted_by_steps),
        cmocka_unit_test(answers_inside_a_plane_are_counted),
        cmocka_unit_test(a_search_says_that_limits_acted),
        cmocka_unit_test(advice_of_bodies_tells_the_step_of_taut_joints),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
