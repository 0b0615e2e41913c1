/* The energy of the Cosserat cloth is that of a cylinder by hand, and the potential of the forces
 * where a scheme has one. Where a scheme gains or loses energy over time, the amount is a claim
 * too. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/energy.h"
#include "support/near.h"
#include "support/piece.h"
#include "support/sheet.h"
#include "support/vec.h"

static double energy_of(const sheet_run *run, const double *q)
{
    double kind[TRAMA_ENERGY_MAX] = {0};
    run->system->object[0].type->energy(run->system->object[0].model, q, kind);
    return kind[0] + kind[1] + kind[2];
}

/* A sheet of m x n nodes, 1 m apart at rest, on a cylinder: the rows' edges, c long, turn by an
 * angle from one to the next. Strain of each is (c^2 - 1)/2, curvature 2 c sin(angle/2) between two
 * of them, and nothing is stretched or bent along the cylinder: all three energies by hand. */
static void energies_on_a_cylinder_are_those_by_hand(void **state)
{
    (void)state;
    enum { M = 7, N = 4 };
    const double zeta = 100.0, xi = 0.7, phi = 1.3, edge = 1.05, angle = 0.2;
    for (int side = -1; side <= 1; side += 2) {
        sheet_run run;
        double kind[3], *q, x = 0.0, y = 0.0;
        sheet_begin_unit(&run, M, N, xi, phi, "reference");
        q = run.system->q;
        for (size_t k = 0; k < M; k++) {
            for (size_t l = 0; l < N; l++) {
                q[k * N + l] = x;
                q[M * N + k * N + l] = y;
            }
            x += edge * cos(angle * (double)k);
            y += side * edge * sin(angle * (double)k);
        }
        run.system->object[0].type->energy(run.system->object[0].model, q, kind);
        const double strain = 0.5 * (edge * edge - 1.0), bend = 2.0 * edge * sin(0.5 * angle);
        assert_near(kind[0] / (N * (M - 1) * 3.0 * zeta * strain * strain), 1.0, 1e-12);
        assert_near(kind[1] / (N * (M - 2) * 3.0 * xi * bend * bend), 1.0, 1e-12);
        assert_near(fabs(kind[2]) / (N * (M - 2) * 3.0 * phi * strain * bend), 1.0, 1e-12);
        assert_true(side * kind[2] > 0.0); /* bent to one side it adds, to the other it frees */
        sheet_end(&run);
    }
}

/* Relative difference of the force of a shaken sheet from minus the gradient of the energy, of
 * which stretching is a polynomial of degree 4. */
static double distance_from_gradient(double xi, double phi, int scheme)
{
    sheet_run run;
    sheet_begin_unit(&run, 9, 13, xi, phi, sheet_schemes[scheme]);
    const size_t nv = run.system->nv;
    double *a = sheet_numbers(2 * nv), *expected = a + nv, *q = run.system->q;
    sheet_shake(q, nv, 0.2, 1);
    sheet_accelerate(&run, q, NULL, a);
    for (size_t i = 0; i < nv; i++)
        expected[i] = -piece_energy_slope(run.system, q, i, 0.05) / run.system->mass[i];
    const double distance = sheet_distance(a, expected, nv) / sheet_largest(expected, nv);
    free(a);
    sheet_end(&run);
    return distance;
}

/* Measured: 2.6e-14; the others 0.26, 0.73, 1.29. */
static void
stretching_in_reference_is_minus_the_gradient_of_the_energy_and_in_no_other(void **state)
{
    (void)state;
    assert_true(distance_from_gradient(0, 0, REFERENCE) < 1e-12);
    assert_true(distance_from_gradient(0, 0, NATURAL) > 0.1);
    assert_true(distance_from_gradient(0, 0, ZERO) > 0.1);
    assert_true(distance_from_gradient(0, 0, LITERAL) > 0.1);
}

/* The strong form of bending is not the gradient of the bending energy at a finite deformation.
 * Measured, on a shaken sheet: 3.0e-3 for xi = 0.3 N m, 1.9e-4 for phi = 0.1 N (of 100 N/m). */
static void bending_in_reference_is_the_gradient_only_nearly(void **state)
{
    (void)state;
    const double bending = distance_from_gradient(0.3, 0, REFERENCE);
    const double coupling = distance_from_gradient(0, 0.1, REFERENCE);
    assert_true(bending > 1e-3 && bending < 1e-2);
    assert_true(coupling > 5e-5 && coupling < 5e-4);
}

/* A smooth curved and stretched surface in the place of the flat 2 m x 2 m sheet. */
static void curve(double *q, size_t nodes)
{
    for (size_t i = 0; i < nodes; i++) {
        const double x = q[i], z = q[2 * nodes + i];
        q[i] = x + 0.1 * sin(1.3 * x + 0.7 * z) + 0.05 * x * x;
        q[nodes + i] = 0.3 * sin(1.5 * x + 0.4) * cos(1.1 * z + 0.3);
        q[2 * nodes + i] = z + 0.08 * cos(0.9 * x * z) + 0.04 * x * z;
    }
}

/* |F + grad E| / |grad E| over the inner nodes (a quarter from the edges) of a curved sheet of
 * m x m nodes that bends, and does not stretch. */
static double bending_error(long m, int scheme)
{
    const trama_scene_spec scene = sheet_scene(m, m, 2, 2);
    const sheet_material material = sheet_isotropic(0, 0.05, 0, 0.4, sheet_schemes[scheme]);
    sheet_run run;
    sheet_begin(&run, &scene, &material, "velocity_verlet");
    double *q = run.system->q, *a = sheet_numbers(run.system->nv), error = 0.0, size = 0.0;
    curve(q, run.system->nv / 3);
    sheet_accelerate(&run, q, NULL, a);
    for (long i = 0; i < (long)run.system->nv; i++) {
        const long k = i % (m * m) / m, l = i % m, edge = m / 4;
        if (k < edge || l < edge || k >= m - edge || l >= m - edge)
            continue;
        const double slope = piece_energy_slope(run.system, q, (size_t)i, 1e-3 / (double)m);
        error += pow(a[i] * run.system->mass[i] + slope, 2);
        size += slope * slope;
    }
    free(a);
    sheet_end(&run);
    return sqrt(error / size);
}

/* The convergence is of first order. Measured at 9, 17, 33 (and 65) nodes: reference 10.2, 5.5, 2.8
 * (1.4) %; without Gamma^a_bl M^lb in Q^a 15.5, 12.6, 11.2 (10.7) %. */
static void
bending_in_reference_converges_to_the_gradient_and_without_christoffel_does_not(void **state)
{
    (void)state;
    const double coarse = bending_error(9, REFERENCE), fine = bending_error(17, REFERENCE);
    const double finest = bending_error(33, REFERENCE);
    assert_true(coarse < 0.15 && fine < 0.6 * coarse && finest < 0.6 * fine);
    assert_true(bending_error(17, NO_CHRISTOFFEL) > 0.1);
    assert_true(bending_error(33, NO_CHRISTOFFEL) > 0.1);
}

/* Unexplained growth of energy (trama_budget) of a free sheet in `seconds`, no loads: it begins
 * flat, with waves of velocity in the plane and out of it. */
static double energy_from_nowhere(int scheme, double h, double seconds)
{
    sheet_run run;
    trama_error error;
    trama_budget *budget;
    sheet_begin_unit(&run, 12, 12, 0, 0, sheet_schemes[scheme]);
    double *q = run.system->q, *before = sheet_numbers(run.system->nq);
    const size_t nodes = run.system->nq / 3;
    for (size_t i = 0; i < nodes; i++) {
        run.system->v[i] = 2 * sin(0.9 * q[i] + 0.4 * q[2 * nodes + i]);
        run.system->v[nodes + i] = 2 * cos(0.5 * q[i] * q[2 * nodes + i]);
    }
    assert_int_equal(trama_budget_create(run.system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, run.system, run.integrator);
    for (long i = 0; i < lround(seconds / h); i++) {
        memcpy(before, q, run.system->nq * sizeof *before);
        trama_integrator_step(run.integrator, run.system, h);
        trama_budget_update(budget, run.system, run.integrator, before);
    }
    const double growth = trama_budget_growth(budget);
    trama_budget_destroy(budget);
    free(before);
    sheet_end(&run);
    return growth;
}

/* What symplectic Euler does of itself goes with h. Measured at h and h/2: reference 0.0068,
 * 0.0034; natural 0.393, 0.391. */
static void natural_makes_energy_at_any_step_and_unbent_reference_does_not(void **state)
{
    (void)state;
    const double coarse = energy_from_nowhere(REFERENCE, 1e-3, 0.8);
    const double fine = energy_from_nowhere(REFERENCE, 5e-4, 0.8);
    assert_true(coarse < 0.02 && fine < 0.6 * coarse);
    const double wrong = energy_from_nowhere(NATURAL, 1e-3, 0.8);
    const double still = energy_from_nowhere(NATURAL, 5e-4, 0.8);
    assert_true(wrong > 0.2 && still > 0.9 * wrong);
}

/* Energy after `seconds`, over that at the start, of a free sheet of 2 m x 2 m and 0.1 kg/m^2 that
 * starts from half a wave of 0.2 m; velocity Verlet at half its largest step. */
static double energy_kept(double xi, double damping, double seconds, int scheme)
{
    const double h = 2.5e-4;
    trama_scene_spec scene = sheet_scene(31, 31, 2, 2);
    const sheet_material material = sheet_isotropic(100, xi, 0, 0.4, sheet_schemes[scheme]);
    scene.damping = damping;
    sheet_run run;
    sheet_begin(&run, &scene, &material, "velocity_verlet");
    double *q = run.system->q;
    for (size_t i = 0; i < 961; i++)
        q[961 + i] = 0.2 * sin(acos(-1) * q[i] / 2) * sin(acos(-1) * q[1922 + i] / 2);
    const double begin = energy_of(&run, q);
    for (long i = 0; i < lround(seconds / h); i++)
        trama_integrator_step(run.integrator, run.system, h);
    const double end = energy_of(&run, q) + trama_kinetic_energy(run.system);
    sheet_end(&run);
    return end / begin;
}

/* Measured: 0.999. */
static void a_free_sheet_that_does_not_bend_keeps_its_energy_in_reference(void **state)
{
    (void)state;
    const double kept = energy_kept(0, 0, 8, REFERENCE);
    assert_true(kept > 0.99 && kept < 1.01);
}

/* A fault of both: bending feeds energy where damping does not take it. Measured with xi = 0.05 N m
 * in 8 s: reference 5.7, no_christoffel 2.3 times; with a damping of 0.05 N s/m^3 0.018 times. */
static void a_free_sheet_that_bends_undamped_gains_energy_in_reference(void **state)
{
    (void)state;
    assert_true(energy_kept(0.05, 0, 8, REFERENCE) > 2);
    assert_true(energy_kept(0.05, 0, 8, NO_CHRISTOFFEL) > 1.5);
    assert_true(energy_kept(0.05, 0.05, 8, REFERENCE) < 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energies_on_a_cylinder_are_those_by_hand),
        cmocka_unit_test(
            stretching_in_reference_is_minus_the_gradient_of_the_energy_and_in_no_other),
        cmocka_unit_test(bending_in_reference_is_the_gradient_only_nearly),
        cmocka_unit_test(
            bending_in_reference_converges_to_the_gradient_and_without_christoffel_does_not),
        cmocka_unit_test(natural_makes_energy_at_any_step_and_unbent_reference_does_not),
        cmocka_unit_test(a_free_sheet_that_does_not_bend_keeps_its_energy_in_reference),
        cmocka_unit_test(a_free_sheet_that_bends_undamped_gains_energy_in_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
