/* The force of the scheme `variational` of the Cosserat cloth is the gradient of its energy, so it
 * keeps momentum and energy. Its masses are shares of area, and its moduli are those of a plate. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/isa.h"
#include "core/random.h"
#include "core/threads.h"
#include "measure/energy.h"
#include "support/free_sheet.h"
#include "support/near.h"
#include "support/piece.h"
#include "support/sheet.h"
#include "system_tangent.h"

/* Both forms of the material: no two coefficients equal, and Poisson's ratio of either sign. */
static const char *const materials[] = {
    "scheme=variational density=0.7 zeta=100,80,80,120 xi=0,0,0,0 phi=0",
    "scheme=variational density=0.7 zeta=100,80,80,120 xi=9,7,7,12 phi=5,6,6,8",
    "scheme=variational density=0.7 young_thickness=300 poisson=0.3 bending=20",
    "scheme=variational density=0.7 young_thickness=300 poisson=-0.5 bending=20",
    ("scheme=variational density=0.7 zeta=99,80,80,120 xi=9,7,7,12 phi=5 "
     "clamped=true,false,true,true"),
};
enum { MATERIALS = sizeof materials / sizeof *materials };

static const long grids[][2] = {{2, 2}, {2, 7}, {7, 2}, {3, 3}, {9, 13}, {5, 106}, {6, 523}};
enum { GRIDS = sizeof grids / sizeof *grids };

static void begin(piece *run, const long points[2], const char *material)
{
    const trama_scene_spec scene =
        sheet_scene(points[0], points[1], 1.1 * (double)(points[0] - 1), (double)(points[1] - 1));
    piece_begin(run, &scene, "cosserat", material, "velocity_verlet", NULL);
    sheet_shake(run->system->q, run->system->nq, 0.2, 1);
    sheet_shake(run->system->v, run->system->nv, 0.5, 2);
}

static void accelerate(const piece *run, double *a)
{
    static const trama_loads none = {0};
    const trama_object *object = &run->system->object[0];
    object->type->acceleration(object->model, 0.0, run->system->q, run->system->v, &none, a);
}

/* ---- The gradient. */

/* Takes every 41st coordinate of a wide sheet. */
static double distance_from_gradient(const long points[2], const char *material)
{
    const size_t stride = points[1] > 100 ? 41 : 1;
    piece run;
    begin(&run, points, material);
    const size_t nv = run.system->nv;
    double *force = sheet_numbers(2 * nv), *expected = force + nv;
    accelerate(&run, force);
    for (size_t i = 0; i < nv; i++) {
        if (i % stride != 0) {
            force[i] = expected[i] = 0.0;
            continue;
        }
        force[i] *= run.system->mass[i];
        expected[i] = -piece_energy_slope(run.system, run.system->q, i, 1e-3);
    }
    const double distance = sheet_distance(force, expected, nv) / sheet_largest(expected, nv);
    free(force);
    piece_end(&run);
    return distance;
}

/* Edges at most 0.2 m from 1 m long. Measured: 5e-11 at most, of differences and of round-off. */
static void the_force_is_minus_the_gradient_of_the_energy(void **state)
{
    (void)state;
    double worst = 0.0;
    for (int m = 0; m < MATERIALS; m++)
        for (int g = 0; g < GRIDS; g++) {
            const double distance = distance_from_gradient(grids[g], materials[m]);
            worst = fmax(worst, distance);
            if (!(distance < 1e-9))
                fail_msg("%s, %ld x %ld: %g", materials[m], grids[g][0], grids[g][1], distance);
        }
    print_message("largest difference: %.1e\n", worst);
}

/* ---- The tangent. */

static double product_error(const long points[2], const char *material)
{
    piece run;
    begin(&run, points, material);
    trama_system *s = run.system;
    const size_t nv = s->nv;
    const double step = 1e-5;
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

/* Also where a sheet is wider than a panel of the kernel. Measured: 3e-9 at most. */
static void the_tangent_is_the_derivative_of_the_force(void **state)
{
    (void)state;
    for (int m = 0; m < MATERIALS; m++)
        for (int g = 0; g < GRIDS; g++) {
            const double error = product_error(grids[g], materials[m]);
            if (!(error < 1e-7))
                fail_msg("%s, %ld x %ld: %g", materials[m], grids[g][0], grids[g][1], error);
        }
}

/* ---- Same bits. */

/* Of every instruction set there is, on every grid, with wind. */
static void every_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    const trama_isa best = trama_isa_current();
    const trama_loads loads = {
        .gravity = {0, -9.8, 0}, .damping = 0.2, .drag = 0.032, .wind = {10, 20, 30}};
    for (int g = 0; g < GRIDS; g++) {
        double *first = NULL;
        for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++) {
            piece run;
            if (!trama_isa_force(isa))
                continue;
            begin(&run, grids[g], materials[2]);
            const trama_object *object = &run.system->object[0];
            double *a = sheet_numbers(run.system->nv);
            object->type->acceleration(object->model, 0.0, run.system->q, run.system->v, &loads, a);
            assert_true(isfinite(sheet_largest(a, run.system->nv)));
            if (first)
                assert_memory_equal(a, first, run.system->nv * sizeof *a);
            if (first)
                free(a);
            else
                first = a;
            piece_end(&run);
        }
        free(first);
    }
    trama_isa_force(best);
}

/* ---- What is kept. */

static double largest3(const double p[3])
{
    return fmax(fabs(p[0]), fmax(fabs(p[1]), fabs(p[2])));
}

/* Internal forces and their moments sum to round-off. Measured: 3e-16 of what is summed. */
static void internal_forces_and_their_moments_sum_to_zero(void **state)
{
    (void)state;
    for (int m = 0; m < MATERIALS; m++) {
        piece run;
        double p[3], l[3], p_scale[3], l_scale[3];
        begin(&run, grids[4], materials[m]);
        double *a = sheet_numbers(run.system->nv);
        accelerate(&run, a);
        piece_momentum(run.system, a, p);
        piece_angular_momentum(run.system, run.system->q, a, l);
        for (size_t i = 0; i < run.system->nv; i++)
            a[i] = fabs(a[i]);
        piece_momentum(run.system, a, p_scale);
        piece_angular_momentum(run.system, run.system->q, a, l_scale);
        assert_true(largest3(p) < 1e-14 * largest3(p_scale));
        assert_true(largest3(l) < 1e-14 * largest3(l_scale));
        free(a);
        piece_end(&run);
    }
}

/* The sheet that `reference` feeds with energy, for 4 s at half its limit, and at half and a
 * quarter of that. Velocity Verlet changes the energy to second order, and the modified energy of
 * support/free_sheet.h to fourth. Measured: 1.86e-2, 4.66e-3, 1.14e-3 (orders 2.00, 2.03) and
 * 2.7e-3, 1.6e-4, 9.5e-6 (4.09, 4.05); momentum 7e-15, angular momentum 2e-14. `reference`: energy
 * 0.35, angular momentum 7.4e-2. */
static void a_free_sheet_keeps_momentum_and_energy_to_the_order_of_the_method(void **state)
{
    (void)state;
    free_sheet_drift run[3];
    for (int i = 0; i < 3; i++) {
        const double h = 5e-4 / (1 << i);
        run[i] = free_sheet_run("variational", h, 8000L << i, 400);
        const double modified = fmax(run[i].early, run[i].late);
        print_message("%g s: energy %.2e, modified %.2e; momentum %.1e, angular %.1e\n", h,
                      run[i].energy, modified, run[i].momentum, run[i].angular);
        assert_true(modified < pow(free_sheet_angle(h), 4) / 24);
        assert_true(run[i].momentum < 1e-11 && run[i].angular < 1e-11);
    }
    for (int i = 0; i < 2; i++) {
        assert_near(log2(run[i].energy / run[i + 1].energy), 2.0, 0.15);
        assert_near(log2(run[i].late / run[i + 1].late), 4.0, 0.3);
    }
    const free_sheet_drift other = free_sheet_run("reference", 2.5e-4, 16000, 400);
    print_message("reference: energy %.2g, angular %.1e\n", other.energy, other.angular);
    assert_true(other.energy > 0.05);
}

/* ---- Shares of area. */

/* The sheet weighs what is asked for: inner nodes have a cell's mass, edges half, corners a
 * quarter. */
static void masses_are_shares_of_area(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene(9, 13, 1.7, 2.3);
    piece run;
    piece_begin(&run, &scene, "cosserat", "scheme=variational mass=3.1 zeta=1 xi=0 phi=0",
                "velocity_verlet", NULL);
    const double cell = 3.1 / (8 * 12), *mass = run.system->mass;
    double sum = 0.0;
    for (size_t i = 0; i < 9 * 13; i++)
        sum += mass[2 * 9 * 13 + i];
    assert_near(sum, 3.1, 1e-14);
    assert_near(mass[0], cell / 4, 1e-16);
    assert_near(mass[12], cell / 4, 1e-16);
    assert_near(mass[5], cell / 2, 1e-16);
    assert_near(mass[13], cell / 2, 1e-16);
    assert_near(mass[8 * 13 + 3], cell / 2, 1e-16);
    assert_near(mass[14], cell, 1e-16);
    piece_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_force_is_minus_the_gradient_of_the_energy),
        cmocka_unit_test(the_tangent_is_the_derivative_of_the_force),
        cmocka_unit_test(every_instruction_set_gives_the_same_bits),
        cmocka_unit_test(internal_forces_and_their_moments_sum_to_zero),
        cmocka_unit_test(a_free_sheet_keeps_momentum_and_energy_to_the_order_of_the_method),
        cmocka_unit_test(masses_are_shares_of_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
