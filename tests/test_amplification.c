/* The amplification matrix of a method is that of its own step, the stability limits follow from
 * it, and runs agree with them. The tests loop over the registry of integrators. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "measure/amplification.h"
#include "support/near.h"
#include "support/oscillator.h"

enum { DIMENSION_MAX = 8 };

static oscillator_method method_at(size_t index)
{
    return (oscillator_method){.name = trama_integrator_at(index)->name};
}

static trama_stability stability_of(oscillator_method method, double c_over_omega, double tolerance)
{
    trama_stability stability;
    trama_error error;
    void *options = oscillator_options(method);
    assert_int_equal(trama_stability_limit(trama_integrator_find(method.name), options,
                                           c_over_omega, tolerance, &stability, &error),
                     TRAMA_OK);
    free(options);
    return stability;
}

static double radius_of(oscillator_method method, double omega_h, double c_h)
{
    double radius;
    trama_error error;
    void *options = oscillator_options(method);
    assert_int_equal(trama_amplification_radius(trama_integrator_find(method.name), options,
                                                omega_h, c_h, &radius, &error),
                     TRAMA_OK);
    free(options);
    return radius;
}

static void matrix_of(oscillator_method method, double omega_h, double c_h, double *matrix)
{
    trama_error error;
    void *options = oscillator_options(method);
    assert_int_equal(trama_amplification_matrix(trama_integrator_find(method.name), options,
                                                omega_h, c_h, matrix, &error),
                     TRAMA_OK);
    free(options);
}

/* ---- The matrix. */

static void matrix_of_symplectic_euler_is_its_formula(void **state)
{
    (void)state;
    const double z = 0.83, c = 0.27;
    const double expected[4] = {1 - z * z, 1 - c, -z * z, 1 - c};
    double matrix[4];
    matrix_of((oscillator_method){.name = "symplectic_euler"}, z, c, matrix);
    for (size_t i = 0; i < 4; i++)
        assert_near(matrix[i], expected[i], 1e-15);
}

/* The state of a run as the matrix has it: x, h v, and the method's own arrays, which are
 * velocities or accelerations. At h = 1 no scale is needed. */
static void read_state(const piece *run, size_t dimension, double *y)
{
    y[0] = run->system->q[0];
    y[1] = run->system->v[0];
    for (size_t i = 2; i < dimension; i++)
        y[i] = *trama_integrator_v(run->integrator, i - 2);
}

static void multiply(size_t n, const double *matrix, double *y)
{
    double image[DIMENSION_MAX] = {0};
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            image[i] += matrix[i * n + j] * y[j];
    for (size_t i = 0; i < n; i++)
        y[i] = image[i];
}

/* A state that lacked an array, or had one too many, would not. Measured: 1.1e-14 at most. */
static void powers_of_the_matrix_reproduce_a_run(void **state)
{
    (void)state;
    const double z = 0.71, c = 0.13;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const size_t n = trama_amplification_dimension(trama_integrator_at(m));
        double matrix[DIMENSION_MAX * DIMENSION_MAX], y[DIMENSION_MAX], expected[DIMENSION_MAX];
        piece run;
        assert_true(n <= DIMENSION_MAX);
        matrix_of(method_at(m), z, c, matrix);
        oscillator_begin(&run, method_at(m), (oscillator_spring){z, c, 0, 0.9, -0.4});
        piece_steps(&run, 1.0, 1);
        read_state(&run, n, y);
        for (int i = 0; i < 20; i++)
            multiply(n, matrix, y);
        piece_steps(&run, 1.0, 20);
        read_state(&run, n, expected);
        for (size_t i = 0; i < n; i++)
            assert_near(y[i], expected[i], 1e-13);
        piece_end(&run);
    }
}

static void radius_of_rk4_is_its_stability_polynomial(void **state)
{
    (void)state;
    for (int i = 0; i < 13; i++) {
        const double z = 0.1 + 0.3 * i;
        const double real = 1 - z * z / 2 + z * z * z * z / 24, imaginary = z - z * z * z / 6;
        assert_near(radius_of((oscillator_method){.name = "rk4"}, z, 0), hypot(real, imaginary),
                    1e-13);
    }
}

/* ---- Limits. */

/* Closed forms at c / omega = k. */
static double symplectic(double k)
{
    return sqrt(k * k + 4) - k; /* flip: z^2 + 2 k z = 4 */
}
static double lagged(double k)
{
    return (sqrt(k * k + 8) - k) / 2; /* z^2 + k z = 2; sqrt 2 for k -> 0 */
}
static double predicted(double k)
{
    return 2 * (sqrt(k * k + 1) - k); /* z^2 + 4 k z = 4 */
}
static double euler(double k)
{
    return k; /* |lambda|^2 = 1 - k z + z^2 */
}

typedef struct closed_form {
    oscillator_method method;
    double (*limit)(double k);
    trama_loss loss;
} closed_form;

static const closed_form closed_forms[] = {
    {{"forward_euler", {NULL}}, euler, TRAMA_LOSS_OSCILLATION},
    {{"symplectic_euler", {NULL}}, symplectic, TRAMA_LOSS_FLIP},
    {{"rk2_thesis", {NULL}}, symplectic, TRAMA_LOSS_FLIP},
    {{"leapfrog", {NULL}}, symplectic, TRAMA_LOSS_FLIP},
    {{"verlet", {"velocity=backward"}}, symplectic, TRAMA_LOSS_FLIP},
    {{"verlet", {"velocity=central"}}, lagged, TRAMA_LOSS_OSCILLATION},
    {{"verlet", {"velocity=central", "start=taylor"}}, lagged, TRAMA_LOSS_OSCILLATION},
    {{"velocity_verlet", {NULL}}, predicted, TRAMA_LOSS_FLIP},
};

/* The tolerance moves a limit by 1e-11 / slope, slope about k: measured error below 3e-9
 * (forward_euler and verlet at k = 0.01). */
static void damped_limits_are_the_closed_forms(void **state)
{
    (void)state;
    const double ratios[] = {0.01, 0.2, 0.5, 1.0};
    for (size_t i = 0; i < sizeof closed_forms / sizeof closed_forms[0]; i++)
        for (size_t j = 0; j < sizeof ratios / sizeof ratios[0]; j++) {
            const trama_stability stability =
                stability_of(closed_forms[i].method, ratios[j], TRAMA_STABILITY_TOLERANCE);
            assert_near(stability.limit, closed_forms[i].limit(ratios[j]), 1e-8);
            assert_int_equal(stability.loss, closed_forms[i].loss);
        }
}

/* What the table promises is what the matrix says: a limit to 1e-9, or none at any step size. */
static void every_undamped_limit_is_that_of_its_table(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const trama_stability stability =
            stability_of(method_at(m), 0.0, TRAMA_STABILITY_TOLERANCE);
        const double stated = trama_integrator_at(m)->stability;
        const double expected = fmin(stated, TRAMA_STABILITY_BOUND); /* which stands for none */
        if (fabs(stability.limit - expected) > 1e-9)
            fail_msg("%s: limit %.12g, table %.12g", method_at(m).name, stability.limit, expected);
        assert_true(stability.tolerated >= stability.limit);
        assert_true(stability.tolerated > 0);
    }
}

/* The thesis' Runge-Kutta of order four, by hand: on x'' = -s x with h = 1, sums of its
 * accelerations per x and per v (polynomials in s = (omega h)^2); an eigenvalue is -1 where 1 +
 * trace + determinant = 0. */
typedef struct pair {
    double x, v;
} pair;

static double flip_condition(pair position, pair velocity)
{
    const double trace = 1 + position.x + 1 + velocity.v;
    const double determinant = (1 + position.x) * (1 + velocity.v) - (1 + position.v) * velocity.x;
    return 1 + trace + determinant;
}

static void limits_of_rk4_thesis_are_roots_of_its_polynomials(void **state)
{
    (void)state;
    for (int mean = 0; mean < 2; mean++) {
        const oscillator_method method = {.name = mean ? "rk4_thesis_mean" : "rk4_thesis"};
        const trama_stability stability = stability_of(method, 0.0, TRAMA_STABILITY_TOLERANCE);
        const double s = stability.limit * stability.limit;
        const pair sum = {-3 * s + 3 * s * s / 4 - s * s * s / 8,
                          -2 * s + 3 * s * s / 8 - s * s * s / 16};
        const pair last = {-s + s * s / 2 - s * s * s / 8, -s + s * s / 4 - s * s * s / 16};
        const pair average = {sum.x / 3, sum.v / 3};
        const double value = flip_condition((pair){sum.x / 6, sum.v / 6}, mean ? average : last);
        assert_near(value, 0.0, 1e-10); /* measured 7e-12 */
        assert_int_equal(stability.loss, TRAMA_LOSS_FLIP);
    }
    assert_near(stability_of((oscillator_method){.name = "rk4_thesis"}, 0.0, 1e-11).limit, 1.747,
                5e-4); /* spec: 1.747 */
}

static void tolerated_growth_has_a_threshold_only_in_weak_methods(void **state)
{
    (void)state;
    const oscillator_method euler_method = {.name = "forward_euler"};
    const oscillator_method midpoint = {.name = "midpoint"};
    /* Growth z^2/2 and z^4/8 a step: 1e-6 is reached at sqrt(2e-6) and (8e-6)^(1/4). */
    assert_near(stability_of(euler_method, 0.0, 1e-6).tolerated, sqrt(2e-6), 1e-8);
    assert_near(stability_of(midpoint, 0.0, 1e-6).tolerated, pow(8e-6, 0.25), 1e-5);
    assert_true(stability_of(euler_method, 0.0, 1e-6).limit == 0.0);
    assert_true(stability_of(midpoint, 0.0, 1e-6).limit == 0.0);
    /* A growth of 9e-8 forgiven, rk8pd is bounded up to 3.702. */
    const oscillator_method high = {.name = "gsl_rk8pd"};
    assert_true(stability_of(high, 0.0, 1e-8).limit == 0.0);
    assert_near(stability_of(high, 0.0, 2e-7).tolerated, 3.702, 5e-4);
    const trama_stability verlet =
        stability_of((oscillator_method){.name = "velocity_verlet"}, 0.0, 1e-6);
    assert_near(verlet.tolerated, 2.0, 1e-9);
    assert_true(verlet.limit == verlet.tolerated);
}

/* ---- Runs. */

/* Largest |x| of a run from x = 1 at rest; infinite if it stops being finite. */
static double excursion(oscillator_method method, double omega_h, double c_h, long steps)
{
    piece run;
    double largest = 0;
    oscillator_begin(&run, method, (oscillator_spring){omega_h, c_h, 0, 1.0, 0.0});
    for (long i = 0; i < steps && largest < 1e9; i++) {
        piece_steps(&run, 1.0, 1);
        const double x = fabs(run.system->q[0]);
        largest = isfinite(x) ? fmax(largest, x) : (double)INFINITY;
    }
    piece_end(&run);
    return largest;
}

/* 0.2 % below its limit an amplitude of 1 may swell to 1 / sqrt(1 - (z/2)^2) = 15.8 (measured:
 * symplectic_euler and verlet 15.82, all others at most 1.5); 0.2 % above, it passes any bound. */
static void runs_are_bounded_below_the_limit_and_not_above(void **state)
{
    (void)state;
    const double ratios[] = {0.0, 0.5};
    for (size_t m = 0; m < trama_integrator_count(); m++)
        for (size_t j = 0; j < 2; j++) {
            const double k = ratios[j];
            const double limit = stability_of(method_at(m), k, TRAMA_STABILITY_TOLERANCE).limit;
            const double below = 0.998 * limit, above = 1.002 * limit;
            if (limit == 0.0)
                continue;
            if (!(excursion(method_at(m), below, k * below, 20000) < 17))
                fail_msg("%s: unbounded below its limit %g", method_at(m).name, limit);
            if (limit < TRAMA_STABILITY_BOUND &&
                !(excursion(method_at(m), above, k * above, 400000) >= 1e9))
                fail_msg("%s: bounded above its limit %g", method_at(m).name, limit);
        }
}

/* Where there is no limit a run grows, at the rate of the radius. At the step where that is 1e-3,
 * 20000 steps make e^20 of 1. */
static void runs_of_weakly_unstable_methods_grow_as_the_radius_says(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const trama_stability stability = stability_of(method_at(m), 0.0, 1e-3);
        if (stability.limit > 0)
            continue;
        piece run;
        const double z = stability.tolerated;
        const oscillator_spring spring = {z, 0, 0, 1.0, 0.0};
        oscillator_begin(&run, method_at(m), spring);
        const double before = oscillator_energy(&run, spring);
        piece_steps(&run, 1.0, 20000);
        const double rate = log(oscillator_energy(&run, spring) / before) / 2 / 20000;
        assert_near(rate, log(radius_of(method_at(m), z, 0)), 1e-9);
        assert_near(rate, 1e-3, 1e-6);
        piece_end(&run);
    }
}

/* ---- Methods that no one would register. */

static void stay(trama_integrator *integrator, trama_system *system, double h)
{
    (void)integrator, (void)system, (void)h;
}

static void explode(trama_integrator *integrator, trama_system *system, double h)
{
    (void)integrator;
    system->q[0] += h * (double)NAN;
}

/* x grows by a tenth a step, whatever the force: a real eigenvalue beyond +1. */
static void swell(trama_integrator *integrator, trama_system *system, double h)
{
    (void)integrator, (void)h;
    system->q[0] *= 1.1;
}

static void losses_are_told_apart(void **state)
{
    (void)state;
    const struct {
        void (*step)(trama_integrator *, trama_system *, double);
        double limit;
        trama_loss loss;
    } cases[] = {
        {stay, TRAMA_STABILITY_BOUND, TRAMA_LOSS_NONE},
        {explode, 0.0, TRAMA_LOSS_DIVERGENCE},
        {swell, 0.0, TRAMA_LOSS_DIVERGENCE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const trama_integrator_type type = {.name = "test", .step = cases[i].step};
        trama_stability stability;
        trama_error error;
        assert_int_equal(trama_stability_limit(&type, NULL, 0.0, 1e-11, &stability, &error),
                         TRAMA_OK);
        assert_true(stability.limit == cases[i].limit);
        assert_int_equal(stability.loss, cases[i].loss);
    }
}

static void a_step_that_is_not_finite_has_an_infinite_radius(void **state)
{
    (void)state;
    const trama_integrator_type type = {.name = "test", .step = explode};
    trama_error error;
    double radius;
    assert_int_equal(trama_amplification_radius(&type, NULL, 1.0, 0.0, &radius, &error), TRAMA_OK);
    assert_true(isinf(radius));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrix_of_symplectic_euler_is_its_formula),
        cmocka_unit_test(powers_of_the_matrix_reproduce_a_run),
        cmocka_unit_test(radius_of_rk4_is_its_stability_polynomial),
        cmocka_unit_test(damped_limits_are_the_closed_forms),
        cmocka_unit_test(every_undamped_limit_is_that_of_its_table),
        cmocka_unit_test(limits_of_rk4_thesis_are_roots_of_its_polynomials),
        cmocka_unit_test(tolerated_growth_has_a_threshold_only_in_weak_methods),
        cmocka_unit_test(runs_are_bounded_below_the_limit_and_not_above),
        cmocka_unit_test(runs_of_weakly_unstable_methods_grow_as_the_radius_says),
        cmocka_unit_test(losses_are_told_apart),
        cmocka_unit_test(a_step_that_is_not_finite_has_an_infinite_radius),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
