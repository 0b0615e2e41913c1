/* Blender's cloth (engines/blender.py), where Blender is installed: its own terms, which the laws
 * of all solvers are too wide for (test_solvers_contract.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "support/piece.h"
#include "support/solvers.h"

#include <math.h>
#include <string.h>

#define G 9.81

static const trama_scene_spec pair = {.lattice = {.points = {2, 1, 1}, .side = {1, 0, 0}}};
static const trama_scene_spec square = {
    .grid = {.points = {2, 2}, .side = {1, 1}, .axis = {{1, 0, 0}, {0, 0, 1}}}};

static bool is_there(void)
{
    return trama_integrator_find("blender") != NULL;
}

/* Symplectic Euler in five parts of each step, also where steps change: no frame is lost. */
static void falls_in_parts_of_steps(void **state)
{
    enum { STEPS = 20, PARTS = 5 };
    static const double sizes[] = {1e-3, 5e-4, 2e-3};
    trama_scene_spec falling = pair;
    double x = 0.0, v = 0.0;
    piece run;
    (void)state;
    if (!is_there())
        skip();
    falling.gravity[1] = -G;
    falling.velocity[1] = v = 0.25;
    piece_begin(&run, &falling, "lattice", "mass=2 edge=200", "blender", NULL);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        piece_steps(&run, sizes[s], STEPS);
        for (int i = 0; i < STEPS * PARTS; i++) {
            v -= G * sizes[s] / PARTS;
            x += v * sizes[s] / PARTS;
        }
        if (!(fabs(run.system->q[2] - x) < 1e-6))
            fail_msg("at %.17g m, not %.17g", run.system->q[2], x);
        assert_true(fabs(run.system->v[2] - v) < 1e-4);
    }
    piece_end(&run);
}

/* Two nodes of 1 kg, K = 200 N/m, too long or too short by 0.1 m: one step of implicit Euler gives
 * each h K s/m / (1 + 2 K h^2/m). */
static void an_edge_pulls_and_pushes(void **state)
{
    const double h = 1e-2, k = 200.0;
    (void)state;
    if (!is_there())
        skip();
    for (int sign = -1; sign <= 1; sign += 2) {
        const double s = 0.1 * sign;
        piece run;
        piece_begin(&run, &pair, "lattice", "mass=2 edge=200", "blender", "quality=1");
        run.system->q[1] += s;
        piece_steps(&run, h, 1);
        const double right = h * k * s / (1.0 + 2.0 * k * h * h);
        if (!(fabs(run.system->v[0] - right) < 2e-5))
            fail_msg("%.17g m/s, not %.17g", run.system->v[0], right);
        piece_end(&run);
    }
}

/* A square of 1 m that is grown or shrunk by e: the edge along x pulls its corner by 50 e N, the
 * diagonal by 20 e N, the latter only where it is too long. */
static void a_diagonal_pulls_and_does_not_push(void **state)
{
    const double h = 1e-4;
    (void)state;
    if (!is_there())
        skip();
    for (int sign = -1; sign <= 1; sign += 2) {
        const double e = 0.05 * sign;
        piece run;
        piece_begin(&run, &square, "provot",
                    "mass=0.4 distribution=uniform structural=50 shear=20 flexion=0 sweeps=0",
                    "blender", "quality=1");
        for (size_t i = 0; i < 12; i++)
            run.system->q[i] *= 1.0 + e;
        piece_steps(&run, h, 10);
        const double right = 10.0 * h * (e > 0.0 ? 70.0 : 50.0) * e / 0.1;
        if (!(fabs(run.system->v[0] - right) < 0.01 * fabs(right)))
            fail_msg("grown by %g: %.17g m/s, not %.17g", e, run.system->v[0], right);
        piece_end(&run);
    }
}

static void a_third_stiffness_is_refused(void **state)
{
    trama_scene_spec sheet = square;
    trama_error error = {0};
    piece run;
    (void)state;
    if (!is_there())
        skip();
    sheet.grid.points[0] = sheet.grid.points[1] = 3;
    const char *settings =
        "mass=0.9 distribution=uniform structural=50 shear=20 flexion=1 sweeps=0";
    assert_int_not_equal(piece_try(&run, &sheet, "provot", settings, "blender", NULL, &error),
                         TRAMA_OK);
    if (!strstr(error.text, "these springs have 3"))
        fail_msg("%s", error.text);
    piece_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(falls_in_parts_of_steps),
        cmocka_unit_test(an_edge_pulls_and_pushes),
        cmocka_unit_test(a_diagonal_pulls_and_does_not_push),
        cmocka_unit_test(a_third_stiffness_is_refused),
    };
    return cmocka_run_group_tests(tests, solvers_register, NULL);
}
