/* A cylinder and a torus are at rest as they are: a sheet that is curved at rest stays, comes back
 * when it is pushed, keeps momentum and energy, and swings as a ring does. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/geometry.h"
#include "measure/modes.h"
#include "support/near.h"
#include "support/piece.h"
#include "support/sheet.h"
#include "system_tangent.h"

static const double pi = 3.14159265358979323846;

#define CYLINDER(m, n)                                                                             \
    {                                                                                              \
        .form = TRAMA_CYLINDER, .points = {m, n}, .radius = 2.0, .length = 3.0,                    \
        .origin = {1, 2, 3}, .axis = {1, 2, -1},                                                   \
    }
#define TORUS(m, n)                                                                                \
    {                                                                                              \
        .form = TRAMA_TORUS, .points = {m, n}, .radius = 2.0, .tube = 0.8, .origin = {1, 2, 3},    \
        .axis = {0, 0, 1},                                                                         \
    }

/* Rings of every length that colours of the tangent treat differently. */
static const trama_shell shells[] = {CYLINDER(2, 5), CYLINDER(9, 14),  TORUS(5, 5),
                                     TORUS(12, 8),   CYLINDER(5, 106), TORUS(21, 16)};
enum { SHELLS = sizeof shells / sizeof *shells };

static const char *const materials[] = {
    "scheme=variational density=0.7 zeta=100,80,80,120 xi=9,7,7,12 phi=5,6,6,8",
    "scheme=variational density=0.7 young_thickness=300 poisson=0.3 bending=20",
    "scheme=variational density=0.7 young_thickness=300 poisson=-0.5 bending=20",
};
enum { MATERIALS = sizeof materials / sizeof *materials };

static void begin(piece *run, const trama_shell *shell, const char *material, double damping)
{
    const trama_scene_spec scene = {.shell = *shell, .damping = damping};
    piece_begin(run, &scene, "cosserat", material, "velocity_verlet", NULL);
}

static void begin_shaken(piece *run, const trama_shell *shell, const char *material)
{
    begin(run, shell, material, 0.0);
    sheet_shake(run->system->q, run->system->nq, 0.05, 1);
    sheet_shake(run->system->v, run->system->nv, 0.5, 2);
}

static void accelerate(const piece *run, double *a)
{
    static const trama_loads none = {0};
    const trama_object *object = &run->system->object[0];
    object->type->acceleration(object->model, 0.0, run->system->q, run->system->v, &none, a);
}

/* ---- At rest. */

/* As the rest state is computed by the same operations, not a bit moves. */
static void a_shell_at_rest_stays_where_it_is(void **state)
{
    (void)state;
    for (int g = 0; g < SHELLS; g++)
        for (int m = 0; m < MATERIALS; m++) {
            piece run;
            begin(&run, &shells[g], materials[m], 0.0);
            const size_t nq = run.system->nq;
            double *q = sheet_numbers(nq);
            memcpy(q, run.system->q, nq * sizeof *q);
            piece_steps(&run, 1e-3, 200);
            assert_true(sheet_distance(run.system->q, q, nq) <= 1e-13);
            assert_near(piece_energy(&run, run.system->q), 0.0, 1e-20);
            free(q);
            piece_end(&run);
        }
}

/* Area and mass. Facets are flat: the cylinder of n nodes has the area n 2 R sin(pi/n) L. */
static void a_shell_weighs_its_density_times_its_area(void **state)
{
    (void)state;
    piece run;
    begin(&run, &shells[1], materials[1], 0.0);
    const double area = 14 * 2 * 2.0 * sin(pi / 14) * 3.0;
    double sum = 0.0;
    for (size_t i = 0; i < 9 * 14; i++)
        sum += run.system->mass[i];
    assert_near(sum, 0.7 * area, 1e-12);
    assert_near(run.system->mass[0], 0.5 * 0.7 * area / (8 * 14), 1e-14);
    assert_near(run.system->mass[14], 0.7 * area / (8 * 14), 1e-14);
    piece_end(&run);
}

/* Outside is where the normals point: the volume of a torus is 2 pi^2 R r^2. */
static void a_torus_is_a_closed_surface(void **state)
{
    (void)state;
    const trama_scene_spec spec = {.shell = TORUS(200, 100)};
    trama_scene *scene;
    trama_error error;
    assert_int_equal(trama_scene_create(&spec, &scene, &error), TRAMA_OK);
    double *q = sheet_numbers(3 * 200 * 100);
    trama_scene_reference(scene, q);
    assert_near(trama_volume(scene, q) / (2 * pi * pi * 2.0 * 0.64), 1.0, 2e-3);
    free(q);
    trama_scene_destroy(scene);
}

/* ---- The gradient, and its derivative. */

/* dE/dq[i] by five points. */
static double slope(const piece *run, double *q, size_t i, double step)
{
    static const double weight[4] = {1, -8, 8, -1}, place[4] = {-2, -1, 1, 2};
    const double here = q[i];
    double sum = 0.0;
    for (int p = 0; p < 4; p++) {
        q[i] = here + place[p] * step;
        sum += weight[p] * piece_energy(run, q);
    }
    q[i] = here;
    return sum / (12 * step);
}

static double distance_from_gradient(const trama_shell *shell, const char *material)
{
    piece run;
    begin_shaken(&run, shell, material);
    const size_t nv = run.system->nv, stride = nv > 1000 ? 7 : 1;
    double *force = sheet_numbers(2 * nv), *expected = force + nv;
    accelerate(&run, force);
    for (size_t i = 0; i < nv; i++) {
        force[i] = i % stride == 0 ? force[i] * run.system->mass[i] : 0.0;
        expected[i] = i % stride == 0 ? -slope(&run, run.system->q, i, 2e-4) : 0.0;
    }
    const double distance = sheet_distance(force, expected, nv) / sheet_largest(expected, nv);
    free(force);
    piece_end(&run);
    return distance;
}

static void the_force_is_minus_the_gradient_of_the_energy(void **state)
{
    (void)state;
    double worst = 0.0;
    for (int m = 0; m < MATERIALS; m++)
        for (int g = 0; g < SHELLS; g++) {
            const double distance = distance_from_gradient(&shells[g], materials[m]);
            worst = fmax(worst, distance);
            if (!(distance < 1e-8))
                fail_msg("%s, shell %d: %g", materials[m], g, distance);
        }
    print_message("largest difference: %.1e\n", worst);
}

static double product_error(const trama_shell *shell, const char *material)
{
    piece run;
    begin_shaken(&run, shell, material);
    trama_system *s = run.system;
    const size_t nv = s->nv;
    const double step = 1e-6;
    double *u = sheet_numbers(4 * nv), *y = u + nv, *up = y + nv, *down = up + nv;
    sheet_shake(u, nv, 1.0, 3);
    trama_system_tangent_product(s, 0.0, s->q, s->v, 1.0, 0.0, u, y);
    for (size_t i = 0; i < nv; i++)
        s->q[i] += step * u[i];
    accelerate(&run, up);
    for (size_t i = 0; i < nv; i++)
        s->q[i] -= 2 * step * u[i];
    accelerate(&run, down);
    for (size_t i = 0; i < nv; i++)
        up[i] = s->mass[i] * (up[i] - down[i]) / (2 * step);
    const double error = sheet_distance(y, up, nv) / sheet_largest(up, nv);
    free(u);
    piece_end(&run);
    return error;
}

static void the_tangent_is_the_derivative_of_the_force(void **state)
{
    (void)state;
    double worst = 0.0;
    for (int m = 0; m < MATERIALS; m++)
        for (int g = 0; g < SHELLS; g++) {
            const double error = product_error(&shells[g], materials[m]);
            worst = fmax(worst, error);
            if (!(error < 1e-6))
                fail_msg("%s, shell %d: %g", materials[m], g, error);
        }
    print_message("largest difference: %.1e\n", worst);
}

/* Colours of rings: the assembled matrix times a vector is the product with it. In a wind, so that
 * damping has entries too. */
static void the_assembled_matrix_is_the_tangent(void **state)
{
    (void)state;
    for (int g = 0; g < SHELLS; g++) {
        piece run;
        begin_shaken(&run, &shells[g], materials[0]);
        trama_system *s = run.system;
        const size_t nv = s->nv;
        const trama_object *object = &s->object[0];
        const trama_loads loads = {
            .gravity = {0, -9.8, 0}, .damping = 0.2, .drag = 0.3, .wind = {1, 2, 3}};
        trama_triplets k = {0}, d = {0};
        double *u = sheet_numbers(3 * nv), *y = u + nv, *z = y + nv;
        sheet_shake(u, nv, 1.0, 3);
        object->type->tangent(object->model, 0.0, s->q, s->v, &loads, &k, &d);
        object->type->tangent_product(object->model, 0.0, s->q, s->v, &loads, 0.7, 0.3, u, y);
        for (size_t e = 0; e < k.count; e++)
            z[k.row[e]] -= 0.7 * k.value[e] * u[k.column[e]];
        for (size_t e = 0; e < d.count; e++)
            z[d.row[e]] -= 0.3 * d.value[e] * u[d.column[e]];
        assert_true(sheet_distance(y, z, nv) < 1e-12 * sheet_largest(y, nv));
        trama_triplets_free(&k);
        trama_triplets_free(&d);
        free(u);
        piece_end(&run);
    }
}

/* ---- What is kept. */

static double largest3(const double p[3])
{
    return fmax(fabs(p[0]), fmax(fabs(p[1]), fabs(p[2])));
}

static void internal_forces_and_their_moments_sum_to_zero(void **state)
{
    (void)state;
    for (int g = 0; g < SHELLS; g++) {
        piece run;
        double p[3], l[3], p_scale[3], l_scale[3];
        begin_shaken(&run, &shells[g], materials[0]);
        double *a = sheet_numbers(run.system->nv);
        accelerate(&run, a);
        piece_momentum(run.system, a, p);
        piece_angular_momentum(run.system, run.system->q, a, l);
        for (size_t i = 0; i < run.system->nv; i++)
            a[i] = fabs(a[i]);
        piece_momentum(run.system, a, p_scale);
        piece_angular_momentum(run.system, run.system->q, a, l_scale);
        assert_true(largest3(p) < 1e-13 * largest3(p_scale));
        assert_true(largest3(l) < 1e-13 * largest3(l_scale));
        free(a);
        piece_end(&run);
    }
}

/* ---- Physics. */

/* Pushed by a velocity across its axis that is largest at one place, and damped, a shell comes back
 * to its shape: after that, all distances between nodes are what they were. */
static void a_shell_that_is_pushed_comes_back(void **state)
{
    (void)state;
    static const trama_shell pushed[] = {CYLINDER(7, 16), TORUS(16, 10)};
    for (int g = 0; g < 2; g++) {
        piece run;
        begin(&run, &pushed[g], materials[1], 1.5);
        const size_t nodes = run.system->nv / 3;
        double most = 0.0;
        for (size_t i = 0; i < nodes; i++) /* squeezed along x */
            run.system->v[i] = -3.0 * (run.system->q[i] - 1.0);
        for (int part = 0; part < 10; part++) {
            piece_steps(&run, 2e-3, 100);
            most = fmax(most, piece_energy(&run, run.system->q));
        }
        piece_steps(&run, 2e-3, 20000);
        print_message("energy: %.3g J at most, %.1e J at the end\n", most,
                      piece_energy(&run, run.system->q));
        assert_true(most > 1.0);
        assert_true(piece_energy(&run, run.system->q) < 1e-9 * most);
        piece_end(&run);
    }
}

/* w^2 of the mode of a free ring (nu = 0) that keeps its length and has `waves` around:
 * n^2 (n^2 - 1)^2/(n^2 + 1) D/(mu R^4) (Love, Mathematical Theory of Elasticity, section 293b).
 * A ring that were flat at rest would not even be at rest. */
static double ring_square(long nodes, int waves)
{
    const trama_scene_spec scene = {.shell = {.form = TRAMA_CYLINDER,
                                              .points = {3, nodes},
                                              .radius = 1.0,
                                              .length = 2 * pi / (double)nodes,
                                              .axis = {0, 0, 1}}};
    const double n2 = waves * waves, exact = n2 * (n2 - 1) * (n2 - 1) / (n2 + 1);
    piece run;
    trama_modes modes = {0};
    trama_mode mode;
    trama_error error;
    piece_begin(&run, &scene, "cosserat",
                "scheme=variational density=1 young_thickness=100000 poisson=0 bending=1",
                "velocity_verlet", NULL);
    assert_int_equal(trama_modes_create(run.system, 400, &modes, &error), TRAMA_OK);
    assert_int_equal(trama_mode_nearest(&modes, sqrt(exact), 1e-10, &mode, &error), TRAMA_OK);
    assert_true(mode.converged);
    trama_modes_free(&modes);
    piece_end(&run);
    return mode.square / exact;
}

static void a_ring_swings_as_theory_says(void **state)
{
    (void)state;
    for (int waves = 2; waves <= 3; waves++) {
        const double coarse = fabs(ring_square(40, waves) - 1);
        const double fine = fabs(ring_square(80, waves) - 1);
        print_message("%d waves: w^2 off by %.2e and %.2e\n", waves, coarse, fine);
        assert_true(fine < 1e-2 && fine < 0.3 * coarse);
    }
}

/* ---- Refusals. */

static void assert_refused(trama_shell shell, const char *path)
{
    const trama_scene_spec spec = {.shell = shell};
    trama_scene *scene;
    trama_error error;
    assert_int_equal(trama_scene_create(&spec, &scene, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, path);
}

static void what_no_shell_is_is_refused(void **state)
{
    (void)state;
    trama_shell shell = CYLINDER(5, 4);
    assert_refused(shell, "shell.points");
    shell = (trama_shell)TORUS(4, 9);
    assert_refused(shell, "shell.points");
    shell = (trama_shell)CYLINDER(5, 9);
    shell.length = 0;
    assert_refused(shell, "shell.length");
    shell = (trama_shell)CYLINDER(5, 9);
    shell.tube = 1;
    assert_refused(shell, "shell.tube");
    shell = (trama_shell)TORUS(9, 9);
    shell.tube = 0;
    assert_refused(shell, "shell.tube");
    shell.tube = 2;
    assert_refused(shell, "shell.tube");
    shell = (trama_shell)TORUS(9, 9);
    shell.length = 2;
    assert_refused(shell, "shell.length");
    shell = (trama_shell)TORUS(9, 9);
    shell.axis[2] = 0;
    assert_refused(shell, "shell.axis");
}

static void a_model_that_is_flat_at_rest_takes_no_shell(void **state)
{
    (void)state;
    const trama_scene_spec scene = {.shell = CYLINDER(5, 9)};
    trama_error error = piece_refused(&scene, "provot", "mass=1");
    assert_string_equal(error.path, "shell");
    error = piece_refused(&scene, "cosserat", "zeta=1 xi=0 phi=0 density=1");
    assert_string_equal(error.path, "scheme");
    assert_string_equal(error.text, "scheme reference is flat at rest, and the scene has a shell; "
                                    "allowed: variational");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shell_at_rest_stays_where_it_is),
        cmocka_unit_test(a_shell_weighs_its_density_times_its_area),
        cmocka_unit_test(a_torus_is_a_closed_surface),
        cmocka_unit_test(the_force_is_minus_the_gradient_of_the_energy),
        cmocka_unit_test(the_tangent_is_the_derivative_of_the_force),
        cmocka_unit_test(the_assembled_matrix_is_the_tangent),
        cmocka_unit_test(internal_forces_and_their_moments_sum_to_zero),
        cmocka_unit_test(a_shell_that_is_pushed_comes_back),
        cmocka_unit_test(a_ring_swings_as_theory_says),
        cmocka_unit_test(what_no_shell_is_is_refused),
        cmocka_unit_test(a_model_that_is_flat_at_rest_takes_no_shell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
