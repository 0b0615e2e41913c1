/* Strips at rest under the scheme `variational` agree with the theory of beams: the heavy elastica,
 * of second order in the spacing, and lateral buckling, which the twist decides. Newton's method on
 * the scheme's own stiffness finds the equilibria. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "linear/direct.h"
#include "support/near.h"
#include "support/piece.h"
#include "support/sheet.h"
#include "system_tangent.h"

/* ---- A strip of length 1, D = 1 and 1 kg/m^2, so that Gamma = rho g L^3/D is gravity. Its first
 * two rows are held: a clamp that ends at the inner of them (`clamped`), or midway between them.
 * ---- */

typedef enum held { MIDWAY, CLAMPED } held;

typedef struct strip {
    piece run;
    trama_scene_spec scene;
    trama_pin clamp;
    trama_linearisation linear;
    trama_direct *solver;
} strip;

/* `points` along the length and one within the clamp; `columns` across its `width`; gravity along
 * `axis` (1: normal, 2: in its plane). */
static void strip_begin(strip *s, held how, long points, long columns, double width, double gamma,
                        int axis, double stiffness, double poisson)
{
    char settings[192];
    trama_error error;
    const double cells = (double)points - (how == CLAMPED ? 1.0 : 0.5);
    *s = (strip){.scene = sheet_scene(points + 1, columns, (double)points / cells, width),
                 .clamp = sheet_pin(0, 0)};
    s->clamp.k[1] = 1;
    s->clamp.l[1] = -1;
    s->scene.pins = &s->clamp;
    s->scene.pin_count = 1;
    s->scene.gravity[axis] = -gamma;
    snprintf(settings, sizeof settings,
             "scheme=variational density=1 young_thickness=%g poisson=%g bending=1 clamped=%s",
             stiffness, poisson, how == CLAMPED ? "true,false,false,false" : "false");
    piece_begin(&s->run, &s->scene, "cosserat", settings, "velocity_verlet", NULL);
    trama_system_refresh(s->run.system);
    assert_int_equal(trama_direct_create(trama_direct_find("cholmod"), &s->solver, &error),
                     TRAMA_OK);
}

static void strip_end(strip *s)
{
    trama_direct_destroy(s->solver);
    trama_linearisation_free(&s->linear);
    piece_end(&s->run);
}

/* Whether the stiffness has only positive eigenvalues; it is then factorised. */
static bool is_stable(strip *s)
{
    trama_system *system = s->run.system;
    trama_error error;
    assert_int_equal(trama_system_linearise(system, 0.0, system->q, system->v, &s->linear, &error),
                     TRAMA_OK);
    if (trama_direct_is_new(s->solver, s->linear.k))
        assert_int_equal(trama_direct_analyse(s->solver, s->linear.k), TRAMA_DIRECT_OK);
    return trama_direct_factorise(s->solver, s->linear.k) == TRAMA_DIRECT_OK;
}

/* One step of Newton's method, shortened to 0.05 m at most; its largest displacement. */
static double newton(strip *s)
{
    trama_system *system = s->run.system;
    double *a = sheet_numbers(system->nv), *b = sheet_numbers(2 * system->nv);
    assert_true(is_stable(s));
    double *x = b + system->nv;
    trama_system_acceleration(system, 0.0, system->q, system->v, a);
    for (size_t i = 0; i < s->linear.count; i++)
        b[i] = system->mass[s->linear.coordinate[i]] * a[s->linear.coordinate[i]];
    assert_int_equal(trama_direct_solve(s->solver, s->linear.k, b, x), TRAMA_DIRECT_OK);
    const double largest = sheet_largest(x, s->linear.count), most = 0.05;
    const double factor = largest > most ? most / largest : 1.0;
    for (size_t i = 0; i < s->linear.count; i++)
        system->q[s->linear.coordinate[i]] += factor * x[i];
    free(a);
    free(b);
    return largest;
}

static void settle(strip *s)
{
    for (int i = 0; i < 400; i++)
        if (newton(s) < 1e-9)
            return;
    fail_msg("no equilibrium");
}

/* ---- The heavy elastica. ---- */

/* Angle at the tip's distance s by theta'' = -Gamma (1 - s) cos theta from theta(0) = 0 and
 * theta'(0); returns theta'(1), and the fall and the reach of the tip. */
static double shoot(double gamma, double slope, double tip[2])
{
    enum { STEPS = 2000 };
    const double h = 1.0 / STEPS;
    double angle = 0.0;
    tip[0] = tip[1] = 0.0;
    for (int i = 0; i < STEPS; i++) { /* leapfrog: second order, 1e-7 here */
        slope -= 0.5 * h * gamma * (1 - h * i) * cos(angle);
        angle += 0.5 * h * slope;
        tip[0] += h * sin(angle);
        tip[1] += h * cos(angle);
        angle += 0.5 * h * slope;
        slope -= 0.5 * h * gamma * (1 - h * (i + 1)) * cos(angle);
    }
    return slope;
}

static double exact_ratio(double gamma)
{
    double low = 0.0, high = gamma, tip[2];
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        *(shoot(gamma, middle, tip) > 0 ? &high : &low) = middle;
    }
    return tip[0] / tip[1];
}

/* Fall over reach of the tip, over the exact one, less 1. */
static double elastica_error(held how, double gamma, long points, double poisson)
{
    strip s;
    strip_begin(&s, how, points, 2, 0.1, gamma, 1, 1e5, poisson);
    settle(&s);
    const double *q = s.run.system->q;
    const size_t nodes = s.run.system->nq / 3, tip = nodes - 1;
    const double clamp = how == CLAMPED ? q[2] : 0.5 * (q[0] + q[2]); /* x of the first two rows */
    const double ratio = -q[nodes + tip] / (q[tip] - clamp);
    strip_end(&s);
    return ratio / exact_ratio(gamma / (1 - poisson * poisson)) - 1; /* a strip bends by E h^3/12 */
}

/* Order between 20 and 40 points along the length. Measured of a clamp: 2.07, 2.07, 1.95 and 1.82
 * at Gamma 0.1, 1, 10 and 100, errors of 6.6e-4, 6.7e-4, 1.4e-3 and 8.6e-3 with 40 points. */
static void a_clamped_heavy_elastica_is_met_to_second_order(void **state)
{
    (void)state;
    static const double gammas[] = {0.1, 1, 10, 100}, poisson[] = {0, 0.3};
    for (size_t i = 0; i < 8; i++) {
        const double gamma = gammas[i / 2], nu = poisson[i % 2];
        const double coarse = elastica_error(CLAMPED, gamma, 20, nu);
        const double fine = elastica_error(CLAMPED, gamma, 40, nu);
        const double order = log2(coarse / fine);
        print_message("Gamma %g, nu %g: %.2e, %.2e, order %.2f\n", gamma, nu, coarse, fine, order);
        assert_true(fabs(fine) < 0.01);
        assert_true(order > 1.7 && order < 2.3);
    }
}

/* Counted from the middle of the held cell. Measured: order 2.04, 2.04 and 1.74 at Gamma 0.1, 1 and
 * 100, errors of -3.2e-4, -3.1e-4 and 3.6e-3 with 40 points. Between 1 and 100 the error changes
 * its sign: 8e-5 at 10, where the strip stretches by 1e-4. */
static void held_rows_without_a_clamp_meet_it_to_second_order_too(void **state)
{
    (void)state;
    static const double gammas[] = {0.1, 1, 100};
    for (size_t i = 0; i < 3; i++) {
        const double coarse = elastica_error(MIDWAY, gammas[i], 20, 0.0);
        const double fine = elastica_error(MIDWAY, gammas[i], 40, 0.0);
        const double order = log2(coarse / fine);
        print_message("Gamma %g: %.2e, %.2e, order %.2f\n", gammas[i], coarse, fine, order);
        assert_true(fabs(fine) < 0.005);
        assert_true(order > 1.6 && order < 2.3);
    }
    assert_true(fabs(elastica_error(MIDWAY, 10, 40, 0.0)) < 2e-4);
}

/* ---- Lateral buckling. ---- */

/* The least Gamma at which the strip, its width upright, is not stable. */
static double critical_gamma(held how, long points, long columns, double width, double poisson,
                             double stiffness)
{
    double low = 5.0, high = 60.0;
    while (high - low > 0.02) {
        strip s;
        const double middle = 0.5 * (low + high);
        strip_begin(&s, how, points, columns, width, middle, 2, stiffness, poisson);
        for (int i = 0; i < 6 && is_stable(&s); i++)
            newton(&s);
        *(is_stable(&s) ? &low : &high) = middle;
        strip_end(&s);
    }
    return 0.5 * (low + high);
}

/* A strip without width: 18.178 for nu = 0, and 14.508 for 0.3 (12.85376 sqrt(EI GJ)). A width of
 * 0.02 L adds 1.3 % (3.1 % at 0.05 L by Ritz's method). Measured with 20, 40 and 80 points along
 * the length: 18.21, 18.28, 18.36 and 14.55, 14.61, 14.68. */
static void a_narrow_strip_buckles_sideways_where_it_should(void **state)
{
    (void)state;
    static const double poisson[] = {0, 0.3}, exact[] = {18.178, 14.508};
    for (int i = 0; i < 2; i++) {
        const double critical = critical_gamma(CLAMPED, 40, 3, 0.02, poisson[i], 1e8);
        print_message("nu %g: %.2f, %.2f without width\n", poisson[i], critical, exact[i]);
        assert_true(critical > exact[i] && critical < 1.015 * exact[i]);
    }
}

/* Without a clamp, held rows hold the twist up to the inner of them, half a spacing further than
 * the bending, and the approach is of first order. Measured with 40 and 80 points: 18.94 and 18.63.
 */
static void held_rows_without_a_clamp_hold_the_twist_too_far(void **state)
{
    (void)state;
    const double coarse = critical_gamma(MIDWAY, 40, 3, 0.02, 0.0, 1e8);
    const double fine = critical_gamma(MIDWAY, 80, 3, 0.02, 0.0, 1e8);
    print_message("%.2f, %.2f\n", coarse, fine);
    assert_true(coarse > 1.03 * 18.178 && coarse < 1.05 * 18.178);
    assert_true(fabs((2 * fine - coarse) / 18.178 - 1) < 0.02);
}

/* Ritz's method: 16.20 and 20.83 for a width of 0.2 and 0.5 of the length and nu = 0.35. Measured
 * with 40 points along the length: 16.10 and 20.73. */
static void plates_buckle_sideways_where_they_should(void **state)
{
    (void)state;
    assert_near(critical_gamma(CLAMPED, 40, 10, 0.2, 0.35, 1e8), 16.20, 0.16);
    assert_near(critical_gamma(CLAMPED, 40, 20, 0.5, 0.35, 1e8), 20.83, 0.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clamped_heavy_elastica_is_met_to_second_order),
        cmocka_unit_test(held_rows_without_a_clamp_meet_it_to_second_order_too),
        cmocka_unit_test(a_narrow_strip_buckles_sideways_where_it_should),
        cmocka_unit_test(held_rows_without_a_clamp_hold_the_twist_too_far),
        cmocka_unit_test(plates_buckle_sideways_where_they_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
