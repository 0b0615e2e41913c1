/* The tasks predict and stability_map give limits that agree with brackets that runs alone have
 * found, and say so where there is no limit. The tests run them as a user does. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "integrator/integrator.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/shell.h"

static const char stable_step[] =
    "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}";
static const char spring_step[] =
    "stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}";
static const char spring_sweep[] =
    "sweep:\n  - grid: {integrator.name: [verlet, symplectic_euler, rk4]}\n";

/* The results of the one case of <name>.yaml. */
static bundle results_of(const char *name)
{
    char file[64], folder[64], path[256];
    snprintf(file, sizeof file, "%s.yaml", name);
    const shell_end end = shell_run(SHELL("run", file, "-o", name, "--quiet"));
    if (end.code != 0)
        fail_msg("%s: %s", name, end.err);
    snprintf(folder, sizeof folder, "%s/%s/cases", name, name);
    const experiment_names *names = experiment_list(folder, ".h5");
    assert_int_equal(names->count, 1);
    snprintf(path, sizeof path, "%s/%s", folder, names->name[0]);
    return experiment_read(path);
}

static double number(const bundle *b, const results_column *of, size_t row)
{
    const bundle_column *column = bundle_get(b, of);
    assert_non_null(column);
    assert_true(row < column->rows * column->columns);
    return column->type == BUNDLE_REAL ? column->real[row] : (double)column->integer[row];
}

static double sum_of(const bundle *b, const results_column *of)
{
    double sum = 0.0;
    const bundle_column *column = bundle_get(b, of);
    assert_non_null(column);
    for (size_t row = 0; row < column->rows; row++)
        sum += column->real[row];
    return sum;
}

enum { START, WORST, END };

/* ---- The damped spring: omega = 10/s, c = 0.5/s; z is known in closed form. */

static bundle predicted_spring(const char *name, const char *integrator, const char *task)
{
    char experiment[64], chosen[64];
    snprintf(experiment, sizeof experiment, "experiment: %s", name);
    snprintf(chosen, sizeof chosen, "integrator: {name: %s}", integrator);
    char file[64];
    snprintf(file, sizeof file, "%s.yaml", name);
    experiment_write(file, experiment_spring,
                     EDITS("experiment: spring", experiment, "omega: 10", "omega: 10, damping: 0.5",
                           "integrator: {name: verlet}", chosen, "displacement: 10",
                           "displacement: 1e6", spring_step, task, spring_sweep, ""));
    return results_of(name);
}

static const char predict_spring[] =
    "predict, horizon: 3000, every: 1000, amplification: 1e6, search: {first: 0.05, increment: "
    "0.05, cap: 0.8, tolerance: 0.001}";

/* Measured: within 0.1 %, the width of the bracket. */
static void spring_fails_where_its_frequency_says(void **state)
{
    (void)state;
    const double k = 0.05;
    const struct {
        const char *name, *integrator;
        double z;
    } methods[] = {
        {"euler", "symplectic_euler", sqrt(k * k + 4) - k},
        {"vv", "velocity_verlet", 2 * (sqrt(k * k + 1) - k)},
        {"lagged", "verlet", (sqrt(k * k + 8) - k) / 2},
    };
    for (size_t i = 0; i < 3; i++) {
        bundle b = predicted_spring(methods[i].name, methods[i].integrator, predict_spring);
        assert_string_equal(bundle_text(&b, column_case_status.path, ""), "ok");
        for (size_t place = START; place <= END; place++) {
            assert_near(number(&b, &column_predicted_omega_max, place), 10, 1e-6);
            assert_near(number(&b, &column_predicted_damping, place), 0.5, 1e-9);
            assert_near(number(&b, &column_predicted_z, place), methods[i].z, 1e-7);
            assert_near(number(&b, &column_predicted_dt, place), methods[i].z / 10, 1e-7);
        }
        const double low = number(&b, &column_bisected_stable, 0);
        const double high = number(&b, &column_bisected_unstable, 0);
        assert_true(high - low <= 0.001 * high);
        const double over_horizon = number(&b, &column_horizon_dt, WORST) / high;
        assert_near(over_horizon, 1, 0.003);
        assert_near(number(&b, &column_along_dt, 0) / number(&b, &column_horizon_dt, WORST), 1,
                    1e-3);
        assert_near(number(&b, &column_ranges_from, 0), number(&b, &column_along_dt, 0), 0);
        assert_true(isinf(number(&b, &column_ranges_to, 0)));
        assert_near(number(&b, &column_limiting_omega, WORST), 10, 1e-6);
        assert_near(number(&b, &column_limiting_damping, WORST), 0.5, 1e-9);
        assert_near(sum_of(&b, &column_parts_curvature), 100, 1e-3);
        assert_near(sum_of(&b, &column_parts_damping), 0.5, 1e-6);
        assert_string_equal(bundle_text(&b, column_limited_by.path, ""), "stiffness");
        assert_string_equal(bundle_text(&b, column_cause.path, "?"), i == 2 ? "slow growth" : "");
        if (i < 2)
            assert_near(number(&b, &column_predicted_ratio, WORST), 1, 0.002);
        else /* past its limit the lagged velocity feeds only c / 2 |cos| a step */
            assert_near(number(&b, &column_predicted_ratio, WORST), 0.944, 0.01);
        assert_int_equal(number(&b, &column_tangent_products, 0), 4 * 3); /* and K, D of the step */
        bundle_free(&b);
    }
}

/* Without damping the midpoint method grows at every step size, as z^4 / 8 a step. A displacement
 * of 1e6 m an iteration is an amplitude of 2.2e6 m, which 3000 steps reach at z = 0.444. */
static void weak_instability_is_predicted_over_the_horizon(void **state)
{
    (void)state;
    experiment_write(
        "weak.yaml", experiment_spring,
        EDITS("experiment: spring", "experiment: weak", "{name: verlet}", "{name: midpoint}",
              "displacement: 10", "displacement: 1e6", spring_step,
              ("predict, horizon: 3000, every: 3000, amplification: 2.2e6, growth: 1e-6, "
               "search: {first: 0.005, increment: 0.005, cap: 0.5, tolerance: 0.001}"),
              spring_sweep, ""));
    bundle b = results_of("weak");
    const double expected = pow(8 * log(2.2e6) / 3000, 0.25);
    assert_near(number(&b, &column_horizon_z, START), expected, 0.001);
    assert_near(number(&b, &column_predicted_z, START), pow(8e-6, 0.25), 1e-4);
    const double measured = number(&b, &column_bisected_unstable, 0);
    assert_near(number(&b, &column_horizon_dt, START) / measured, 1, 0.01);
    assert_true(number(&b, &column_predicted_ratio, START) < 0.3);
    bundle_free(&b);
}

/* z is found from each method's own step, so that no method of the registry is without. Measured
 * over the bracket: 0.999 to 1.002, forward Euler 0.946, whose growth begins late. */
static void every_integrator_is_predicted_on_the_spring(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const char *name = trama_integrator_at(m)->name;
        bundle b = predicted_spring(name, name, predict_spring);
        const bool endless = isinf(trama_integrator_at(m)->stability);
        assert_string_equal(bundle_text(&b, column_case_status.path, ""),
                            endless ? "censored" : "ok");
        assert_string_equal(bundle_text(&b, column_without.path, "?"), "");
        if (endless) {
            assert_true(isinf(number(&b, &column_predicted_dt, WORST)));
            bundle_free(&b);
            continue;
        }
        const double ratio =
            number(&b, &column_horizon_dt, WORST) / number(&b, &column_bisected_unstable, 0);
        if (fabs(ratio - 1) > (strcmp(name, "forward_euler") == 0 ? 0.06 : 0.005))
            fail_msg("%s: predicted %.4f of what was measured", name, ratio);
        bundle_free(&b);
    }
}

/* Springs that are shortened after the step are no linear operator; with no sweeps there are none.
 */
static void a_prediction_names_what_it_leaves_out(void **state)
{
    (void)state;
    static const char short_prediction[] =
        "predict, horizon: 50, every: 25, search: {first: 0.005, increment: 0.005, cap: 0.1}";
    static const struct {
        const char *name, *sweeps, *without;
    } cases[] = {{"shortened", "sweeps: 2", "corrections"}, {"plain", "sweeps: 0", ""}};
    for (size_t i = 0; i < 2; i++) {
        char experiment[64], model[128];
        snprintf(experiment, sizeof experiment, "experiment: %s", cases[i].name);
        snprintf(model, sizeof model,
                 "{name: provot, structural: 10, shear: 5, flexion: 1, mass: 1, %s}",
                 cases[i].sweeps);
        char file[64];
        snprintf(file, sizeof file, "%s.yaml", cases[i].name);
        experiment_write(file, experiment_cloth,
                         EDITS("experiment: cloth", experiment,
                               "{name: cosserat, zeta: 100, xi: 0.3, phi: 0.001, mass: 10}", model,
                               stable_step, short_prediction));
        bundle b = results_of(cases[i].name);
        assert_string_equal(bundle_text(&b, column_without.path, "?"), cases[i].without);
        bundle_free(&b);
    }
}

/* ---- The cloth. */

static void predicted_cloth(const char *name, const char *bounds, const char *task)
{
    char experiment[64], file[64];
    snprintf(experiment, sizeof experiment, "experiment: %s", name);
    snprintf(file, sizeof file, "%s.yaml", name);
    experiment_write(
        file, experiment_cloth,
        EDITS("experiment: cloth", experiment, "strain: 1.0", bounds, stable_step, task));
}

#define SEARCH "search: {first: 0.005, increment: 0.005, cap: 0.1, tolerance: 0.001}"

/* Measured: 0.997 from the worst state. */
static void cloth_fails_where_its_worst_state_says(void **state)
{
    (void)state;
    predicted_cloth("hanging", "strain: 1.0", "predict, horizon: 1000, every: 50, " SEARCH);
    bundle b = results_of("hanging");
    assert_string_equal(bundle_text(&b, column_case_status.path, ""), "ok");
    assert_near(number(&b, &column_predicted_ratio, WORST), 1, 0.02);
    assert_near(number(&b, &column_predicted_damping, WORST), 2, 1e-6);
    const bundle_column *omega = bundle_get(&b, &column_spectra_omega);
    assert_int_equal(omega->rows, 21);
    for (size_t i = 0; i < omega->rows; i++) {
        assert_true(omega->real[i] <= number(&b, &column_predicted_omega_max, WORST));
        assert_int_equal(number(&b, &column_spectra_converged, i), 1);
    }
    assert_int_equal(number(&b, &column_predicted_iteration, START), 0);
    assert_int_equal(number(&b, &column_predicted_iteration, END), 1000);
    assert_true(number(&b, &column_spectrum_seconds, 0) > 0);
    bundle_free(&b);
}

/* A sheet that starts twice as long as at rest both ways is stiffer by (3 2^2 - 1)/2 along an edge,
 * by the law of St. Venant and Kirchhoff, and by the tension, (2^2 - 1)/2 of it, across: its step
 * is less than half of that at rest, and runs fail where the state says. */
static void a_stretched_sheet_fails_where_its_state_says(void **state)
{
    (void)state;
    static const char sheet[] =
        "experiment: stretched\n"
        "case:\n"
        "  model: {name: cosserat, scheme: variational, young_thickness: 100, poisson: 0, "
        "bending: 1e-4, density: 1}\n"
        "  scene:\n"
        "    grid: {points: [5, 5], side: [1, 1]}\n"
        "    perturbation: 1e-6\n"
        "    start: {place: [x, y, z]}\n"
        "    pins: [{k: 0}, {k: -1}, {k: [1, -2], l: 0}, {k: [1, -2], l: -1}]\n"
        "  bounds: {strain: 10}\n"
        "  integrator: {name: symplectic_euler}\n"
        "  task: {name: predict, horizon: 2000, every: 1000, search: {first: 0.001, increment: "
        "0.002, cap: 0.1, tolerance: 0.005}}\n";
    double dt[2];
    for (int s = 0; s < 2; s++) {
        char experiment[64], file[64];
        snprintf(experiment, sizeof experiment, "experiment: stretched%d", s);
        snprintf(file, sizeof file, "stretched%d.yaml", s);
        experiment_write(file, sheet,
                         EDITS("experiment: stretched", experiment, "[x, y, z]",
                               s ? "[2 * x, y, 2 * z]" : "[x, y, z]"));
        file[strlen("stretched0")] = '\0';
        bundle b = results_of(file);
        assert_near(number(&b, &column_predicted_ratio, START), 1, 0.01);
        dt[s] = number(&b, &column_predicted_dt, START);
        bundle_free(&b);
    }
    assert_true(dt[1] < 0.5 * dt[0]);
}

/* A given step at which the run fails: what has a tangent until then counts. */
static void state_without_a_tangent_is_a_result(void **state)
{
    (void)state;
    predicted_cloth("broken", "strain: .inf, explosion: .inf",
                    "predict, dt: 0.05, horizon: 300, every: 1000, " SEARCH);
    bundle b = results_of("broken");
    assert_string_equal(bundle_text(&b, column_case_status.path, ""), "unstable");
    assert_non_null(strstr(bundle_text(&b, column_case_headline.path, ""), "have no tangent"));
    assert_string_equal(bundle_text(&b, column_run_failure.path, ""), "finite");
    assert_int_equal(number(&b, &column_predicted_iteration, WORST), 0);
    assert_true(number(&b, &column_predicted_dt, WORST) > 0);
    assert_true(isnan(number(&b, &column_predicted_dt, END)));
    bundle_free(&b);
}

/* omega^2 is not finite, so that no state has a tangent. */
static void a_run_without_any_tangent_is_unstable(void **state)
{
    (void)state;
    experiment_write("none.yaml", experiment_spring,
                     EDITS("experiment: spring", "experiment: none", "omega: 10", "omega: 1e200",
                           spring_step, predict_spring, spring_sweep, ""));
    bundle b = results_of("none");
    assert_string_equal(bundle_text(&b, column_case_status.path, ""), "unstable");
    assert_string_equal(bundle_text(&b, column_case_headline.path, ""),
                        "no state has a tangent: a force is not finite");
    bundle_free(&b);
}

static void too_few_products_are_said_with_the_last_bound(void **state)
{
    (void)state;
    predicted_cloth("loose", "strain: 1.0",
                    "predict, horizon: 200, every: 200, spectrum: {products: 8}, " SEARCH);
    bundle b = results_of("loose");
    assert_string_equal(bundle_text(&b, column_case_status.path, ""), "not converged");
    assert_non_null(
        strstr(bundle_text(&b, column_case_headline.path, ""), "2 of 2 spectra, worst bound"));
    const double bound = number(&b, &column_spectra_bound, 0);
    assert_true(bound > 0 && bound < number(&b, &column_spectra_omega, 0));
    bundle_free(&b);
}

static void what_cannot_be_predicted_is_refused_before(void **state)
{
    (void)state;
    static const struct {
        const char *task, *message;
    } refused[] = {
        {"predict, horizon: 10, every: 5, " SEARCH,
         "amplification: 1e+08 over 10 iterations is a growth of 1.84 a step; allowed: at most "
         "0.5"},
        {"predict, horizon: 100000, every: 1, " SEARCH,
         "every: 1 makes 100000 spectra; allowed: at most 4096"},
        {"predict, horizon: 100, every: 50, search: {cap: 1e-4}", "below the first step"},
        {"predict, horizon: 100, every: 50, spectrum: {tolerance: 0.1}", "tolerance: '0.1' is out"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        predicted_cloth("refused", "strain: 1.0", refused[i].task);
        const shell_end end = shell_run(SHELL("run", "refused.yaml", "-o", "refused", "--quiet"));
        assert_int_equal(end.code, 2);
        if (!strstr(end.err, refused[i].message))
            fail_msg("%s", end.err);
    }
}

/* ---- Maps. */

static void map_of_symplectic_euler_is_its_closed_form(void **state)
{
    (void)state;
    bundle b = predicted_spring("map", "symplectic_euler",
                                "stability_map, omega_h: 3, omega_points: 7, c_h: 1, c_points: 3, "
                                "rays: 9, damping: 0.3");
    assert_near(number(&b, &column_predicted_z, 0), 2, 1e-9);
    assert_near(number(&b, &column_map_z_stated, 0), 2, 0);
    assert_near(number(&b, &column_map_z_damped, 0), sqrt(0.09 + 4) - 0.3, 1e-9);
    assert_string_equal(bundle_text(&b, column_predicted_loss.path, ""), "flip");
    const bundle_column *radius = bundle_get(&b, &column_map_radius);
    assert_int_equal(radius->rows, 3);
    assert_int_equal(radius->columns, 7);
    for (size_t i = 0; i < 21; i++) { /* lambda^2 - (2 - c - z^2) lambda + 1 - c = 0 */
        const double z = number(&b, &column_map_omega_h, i % 7),
                     c = number(&b, &column_map_c_h, i / 7);
        const double half = (2 - c - z * z) / 2, under = half * half - (1 - c);
        const double expected = under < 0 ? sqrt(1 - c) : fabs(half) + sqrt(under);
        assert_near(radius->real[i], expected, 1e-7);
    }
    for (size_t i = 0; i < 9; i++) {
        const double k = number(&b, &column_boundary_c_over_omega, i);
        assert_near(k, tan(acos(0) * (double)i / 9), 1e-12);
        assert_near(number(&b, &column_boundary_omega_h, i), sqrt(k * k + 4) - k, 1e-8);
    }
    bundle_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spring_fails_where_its_frequency_says),
        cmocka_unit_test(every_integrator_is_predicted_on_the_spring),
        cmocka_unit_test(a_prediction_names_what_it_leaves_out),
        cmocka_unit_test(weak_instability_is_predicted_over_the_horizon),
        cmocka_unit_test(cloth_fails_where_its_worst_state_says),
        cmocka_unit_test(a_stretched_sheet_fails_where_its_state_says),
        cmocka_unit_test(state_without_a_tangent_is_a_result),
        cmocka_unit_test(a_run_without_any_tangent_is_unstable),
        cmocka_unit_test(too_few_products_are_said_with_the_last_bound),
        cmocka_unit_test(what_cannot_be_predicted_is_refused_before),
        cmocka_unit_test(map_of_symplectic_euler_is_its_closed_form),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
