/* The flat Cosserat sheet has the wave frequencies of linear theory. The largest of them gives the
 * limit of the time step, dt = 2 / omega, of symplectic methods. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/sheet.h"
#include "support/vec.h"

/* ---- Waves, on nodes h = 1 m apart; K = 2 - 2 cos(kappa) along each direction. */

/* Acceleration over displacement, 1/s^2, at the middle node of a 15 x 15 sheet on which a plane
 * wave of `angle` rad a node displaces the nodes along `direction` (x along k, y normal, z along
 * l). */
static double wave_response(const double angle[2], vec direction, double xi, int scheme)
{
    const size_t n = 15, nodes = n * n, middle = nodes / 2;
    const double amplitude = 1e-7;
    sheet_run run;
    sheet_begin_unit(&run, (long)n, (long)n, xi, 0, sheet_schemes[scheme]);
    double *q = run.system->q, *a = sheet_numbers(3 * nodes);
    for (size_t i = 0; i < nodes; i++) {
        const size_t row = i / n;
        const double k = (double)row - 7, l = (double)(i % n) - 7;
        const double wave = amplitude * cos(angle[0] * k + angle[1] * l);
        q[i] += wave * direction.x;
        q[nodes + i] += wave * direction.y;
        q[2 * nodes + i] += wave * direction.z;
    }
    sheet_accelerate(&run, q, NULL, a);
    const double along = dot(vec_at(a, nodes, middle), direction);
    free(a);
    sheet_end(&run);
    return along / (amplitude * dot(direction, direction));
}

/* Far from the edges all schemes of the strong form are the same: mu omega^2 = zeta (6 K1 + K2)
 * where the nodes move along k, and 32 zeta for the saw-tooth along the diagonal, 24 + 4 + 4. In
 * `variational` shear is of a cell's mean edges, which takes K2 (1 - K1/4) for K2, and nothing of
 * the saw-tooth: 24. Measured: 6e-8 of it, for an amplitude of 1e-7. */
static void waves_in_the_plane_have_the_frequencies_of_linear_theory(void **state)
{
    (void)state;
    const double pi = acos(-1.0), mu = 0.1, zeta = 100;
    const double oblique[2] = {0.7, 1.1}, sawtooth[2] = {pi, pi};
    const double k1 = 2 - 2 * cos(0.7), k2 = 2 - 2 * cos(1.1);
    for (int scheme = 0; scheme < SHEET_SCHEMES; scheme++) {
        const double along_k = wave_response(oblique, (vec){1, 0, 0}, 0, scheme);
        const double along_l = wave_response(oblique, (vec){0, 0, 1}, 0, scheme);
        const double diagonal = wave_response(sawtooth, (vec){1, 0, 1}, 0, scheme);
        const double mean = scheme == VARIATIONAL ? 0.25 * k1 * k2 : 0;
        assert_near(-mu * along_k / zeta, 6 * k1 + k2 - mean, 1e-5);
        assert_near(-mu * along_l / zeta, k1 + 6 * k2 - mean, 1e-5);
        assert_near(-mu * diagonal / zeta, scheme == VARIATIONAL ? 24 : 32, 1e-5);
    }
}

static double out_of_plane(const double angle[2], double xi, int scheme)
{
    return -0.1 * wave_response(angle, (vec){0, 1, 0}, xi, scheme); /* mu = 0.1 kg/m^2 */
}

/* mu omega^2 = xi (6 K1^2 + 4 K1 K2 + 6 K2^2), from M^11,11 + 2 M^12,12 + M^22,22; the flat sheet
 * does not resist a displacement along its normal by stretching. Measured: 4e-13 of it. */
static void waves_out_of_the_plane_have_the_frequencies_of_linear_theory(void **state)
{
    (void)state;
    const double angle[2] = {0.7, 1.1}, k1 = 2 - 2 * cos(0.7), k2 = 2 - 2 * cos(1.1);
    for (int scheme = 0; scheme < SHEET_SCHEMES; scheme++) {
        assert_near(out_of_plane(angle, 0, scheme), 0, 1e-9);
        if (scheme != LITERAL)
            assert_near(out_of_plane(angle, 0.3, scheme) / 0.3,
                        6 * k1 * k1 + 4 * k1 * k2 + 6 * k2 * k2, 1e-9);
    }
}

/* Backward differences of M^11 and of the flux (thesis, section 3.1, as printed) shift a wave by a
 * node: K^2 becomes K^2 cos(kappa), which is negative from four nodes a wave on. The saw-tooth has
 * mu omega^2 = -128 xi: it grows at any time step. Measured: equal to 4e-13. */
static void literal_takes_moments_a_node_off_so_that_short_waves_grow(void **state)
{
    (void)state;
    const double pi = acos(-1.0), sawtooth[2] = {pi, pi}, angle[2] = {0.7, 1.1};
    const double k1 = 2 - 2 * cos(0.7), k2 = 2 - 2 * cos(1.1);
    assert_near(out_of_plane(angle, 0.3, LITERAL) / 0.3,
                6 * k1 * k1 * cos(0.7) + 4 * k1 * k2 + 6 * k2 * k2 * cos(1.1), 1e-9);
    assert_near(out_of_plane(sawtooth, 0.3, LITERAL) / 0.3, -128, 1e-9);
    assert_near(out_of_plane(sawtooth, 0.3, REFERENCE) / 0.3, 256, 1e-9);
}

/* ---- The largest frequency. */

/* y = -J x, J the derivative of the internal accelerations at the initial state, by differences;
 * pinned nodes stay. */
static void apply_tangent(const sheet_run *run, double *x, double *y)
{
    const trama_system *system = run->system;
    const double step = 1e-4 * trama_scene_spacing(run->scene, 0);
    const trama_held *held = trama_activity_held(system->object[0].activity);
    double *block = sheet_numbers(2 * system->nq), *moved = block, *back = block + system->nq;
    for (size_t i = 0; i < held->count; i++)
        x[held->coordinate[i]] = 0.0;
    for (size_t i = 0; i < system->nq; i++)
        moved[i] = system->q[i] + step * x[i];
    sheet_accelerate(run, moved, NULL, y);
    for (size_t i = 0; i < system->nq; i++)
        moved[i] = system->q[i] - step * x[i];
    sheet_accelerate(run, moved, NULL, back);
    for (size_t i = 0; i < system->nq; i++)
        y[i] = -(y[i] - back[i]) / (2 * step);
    free(block);
}

/* The largest frequency of the sheet at its initial state, rad/s: power iteration. */
static double largest_frequency(const sheet_run *run, int iterations)
{
    const size_t nq = run->system->nq;
    double *block = sheet_numbers(2 * nq), *x = block, *y = block + nq, square = 0.0;
    sheet_shake(x, nq, 1.0, 3);
    for (int i = 0; i < iterations; i++) {
        double xx = 0.0, xy = 0.0;
        apply_tangent(run, x, y);
        for (size_t j = 0; j < nq; j++) {
            xx += x[j] * x[j];
            xy += x[j] * y[j];
        }
        square = xy / xx;
        const double largest = sheet_largest(y, nq);
        for (size_t j = 0; j < nq; j++)
            x[j] = y[j] / largest;
    }
    free(block);
    return sqrt(square);
}

/* S1's 2 / omega is 12.584 ms (measured), where 0.012 s is stable and 0.013 s is not. */
static void the_largest_frequency_of_s1_is_that_of_its_limit(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene_s1();
    const sheet_material material = sheet_material_s1("reference");
    sheet_run run;
    sheet_begin(&run, &scene, &material, "symplectic_euler");
    trama_activity_update(run.system->object[0].activity, 0.0, 1, 0.0, run.system->q);
    assert_near(2000 / largest_frequency(&run, 200), 12.584, 0.001);
    sheet_end(&run);
}

/* omega = sqrt(32 zeta / (mu h^2)) of the endless sheet, from below. Measured, of it: 0.9872 with
 * 10 x 10 nodes, 0.9984 with 30 x 30; the side does not matter, nor does its mass to the ratio. */
static void the_largest_frequency_tends_to_that_of_the_endless_sheet(void **state)
{
    (void)state;
    static const struct {
        long points;
        double side, mass, low, high;
    } cases[] = {{10, 10, 10, 0.98, 0.99}, {10, 3, 2, 0.98, 0.99}, {30, 10, 10, 0.997, 1.0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double side = cases[i].side, mu = cases[i].mass / (side * side);
        const trama_scene_spec scene = sheet_scene(cases[i].points, cases[i].points, side, side);
        const sheet_material material = sheet_isotropic(100, 0, 0, cases[i].mass, "reference");
        sheet_run run;
        sheet_begin(&run, &scene, &material, "symplectic_euler");
        const double h = trama_scene_spacing(run.scene, 0);
        const double ratio = largest_frequency(&run, 1000) / sqrt(32 * 100 / (mu * h * h));
        assert_true(ratio > cases[i].low && ratio < cases[i].high);
        sheet_end(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waves_in_the_plane_have_the_frequencies_of_linear_theory),
        cmocka_unit_test(waves_out_of_the_plane_have_the_frequencies_of_linear_theory),
        cmocka_unit_test(literal_takes_moments_a_node_off_so_that_short_waves_grow),
        cmocka_unit_test(the_largest_frequency_of_s1_is_that_of_its_limit),
        cmocka_unit_test(the_largest_frequency_tends_to_that_of_the_endless_sheet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
