/* The errors that the tasks accuracy and drift measure are those of springs whose motion is known,
 * and the orders are those of the methods. test_drift.c tests how drift is classified. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "core/random.h"
#include "measure/accuracy.h"
#include "measure/drift.h"
#include "measure/line.h"
#include "plan/plan.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/objects.h"
#include "support/oscillator.h"
#include "support/shell.h"
#include "support/svg_text.h"
#include "support/text.h"

/* ---- A line. */

/* y = 3 - 2 x with residuals +d, -2d, +d: least squares keeps the slope; s^2 = 6 d^2 / 1, its
 * variance s^2 / 2, and t of one degree of freedom is 12.706. */
static void a_line_has_the_interval_of_students_t(void **state)
{
    (void)state;
    const double d = 0.01, x[] = {1, 2, 3}, y[] = {1 + d, -1 - 2 * d, -3 + d};
    const trama_line line = trama_line_fit(x, y, 3);
    assert_near(line.slope, -2, 1e-13);
    assert_near(line.intercept, 3, 1e-13);
    assert_near(line.high - line.slope, 12.7062 * d * sqrt(3), 1e-5);
    assert_near(line.slope - line.low, 12.7062 * d * sqrt(3), 1e-5);
    assert_near(line.determination, 1 - 6 * d * d / (8 + 6 * d * d), 1e-12);
    assert_true(isnan(trama_line_fit(x, y, 2).low));
}

/* ---- Deviation. */

/* Two objects: a sheet of 2 x 2 nodes, and an oscillator. */
static void deviation_is_that_of_the_nodes(void **state)
{
    (void)state;
    const trama_scene_spec sheet = {
        .grid = {.points = {2, 2}, .side = {1, 1}, .axis = {{1, 0, 0}, {0, 1, 0}}}};
    objects o;
    objects_begin(&o);
    objects_add(&o, "sheet", "provot", "density=1", &sheet);
    objects_add(&o, "mass", "oscillator", NULL, NULL);
    objects_make(&o, "rk4");
    double b[17];
    const double *a = o.system->q;
    assert_int_equal(o.system->nq, 17);
    memcpy(b, a, sizeof b);
    b[0] += 3, b[4] -= 4, b[11] += 1, b[16] += 2; /* 5 m, 1 m and 2 m */
    const trama_deviation d = trama_deviation_of(o.system, b, a);
    assert_near(d.rms, sqrt(30.0 / 5.0), 1e-14);
    assert_near(d.largest, 5, 1e-14);
    b[3] = TRAMA_NAN;
    assert_true(isnan(trama_deviation_of(o.system, b, a).rms));
    assert_true(isnan(trama_deviation_of(o.system, b, a).largest));
    objects_end(&o);
}

/* ---- Order. */

enum { POINTS = 8 };

/* dt = 0.1 / 2^i, error = 2.5 dt^p (1 + a dt). */
static void plant(double p, double a, double *dt, double *error)
{
    for (int i = 0; i < POINTS; i++) {
        dt[i] = ldexp(0.1, -i);
        error[i] = 2.5 * pow(dt[i], p) * (1 + a * dt[i]);
    }
}

static void a_planted_order_is_found(void **state)
{
    (void)state;
    double dt[POINTS], error[POINTS];
    plant(3, 0, dt, error);
    const trama_order order = trama_order_fit(dt, error, POINTS, 0);
    assert_near(order.slope, 3, 1e-12);
    assert_near(order.constant, 2.5, 1e-10);
    assert_int_equal(order.first, 0);
    assert_int_equal(order.count, POINTS);
    assert_true(order.low <= 3 + 1e-9 && order.high >= 3 - 1e-9);
}

/* The errors below the floor, those of unstable runs and those of another power are left out. */
static void the_order_is_fitted_to_the_asymptotic_steps(void **state)
{
    (void)state;
    double dt[POINTS], error[POINTS];
    plant(2, 40, dt, error); /* local orders from 2.74 down to 2.04 */
    error[0] = TRAMA_NAN;
    error[POINTS - 1] = 3e-9; /* round-off */
    const trama_order order = trama_order_fit(dt, error, POINTS, 1e-6);
    assert_int_equal(order.first + order.count, POINTS - 1);
    assert_int_equal(order.first, 3);      /* finest local order 2.08; 2.15, 2.26, then 2.42 */
    assert_near(order.slope, 2.165, 0.01); /* 2.163 */
    assert_true(order.low < order.slope && order.slope < order.high && order.high < 2.5);
}

static void one_error_shows_no_order(void **state)
{
    (void)state;
    double dt[POINTS], error[POINTS];
    plant(8, 0, dt, error);
    const trama_order one = trama_order_fit(dt, error, POINTS, error[1]);
    assert_true(isnan(one.slope) && one.count == 0);
    const trama_order two = trama_order_fit(dt, error, POINTS, error[2]);
    assert_true(two.count == 2 && isnan(two.low));
    assert_near(two.slope, 8, 1e-12);
    for (int i = 0; i < POINTS; i++)
        error[i] = TRAMA_NAN;
    assert_int_equal(trama_order_fit(dt, error, POINTS, 0).count, 0);
    plant(2, 0, dt, error);
    assert_int_equal(trama_order_fit(dt, error, POINTS, TRAMA_NAN).count, 0); /* no reference */
}

static const oscillator_spring free_spring = {.omega = 3, .position = 1, .velocity = 0.5};
static const oscillator_spring damped_spring = {
    .omega = 3, .damping = 0.4, .position = 1, .velocity = 0.5};

static double exact_position(oscillator_spring s, double t)
{
    const double half = 0.5 * s.damping, w = sqrt(s.omega * s.omega - half * half);
    return exp(-half * t) *
           (s.position * cos(w * t) + (s.velocity + half * s.position) / w * sin(w * t));
}

/* At t = 1.7, against the exact solution; every integrator by the order that it states. The largest
 * difference is 0.14 (gsl_rkck: 5.14) but for order 8, whose errors reach round-off before they
 * follow their power: 9.6 (gsl_rk8pd). Of order 1, whose errors follow it later, steps are half as
 * long. */
static void every_integrator_shows_its_stated_order(void **state)
{
    (void)state;
    const oscillator_spring springs[] = {free_spring, damped_spring};
    for (size_t i = 0; i < 2 * trama_integrator_count(); i++) {
        const trama_integrator_type *type = trama_integrator_at(i / 2);
        const oscillator_spring spring = springs[i % 2];
        double dt[POINTS], error[POINTS];
        const double floor = 1e-13, exact = exact_position(spring, 1.7);
        piece run;
        trama_error failure;
        int stated;
        oscillator_begin(&run, (oscillator_method){.name = type->name}, spring);
        assert_int_equal(trama_stated_order(type, run.system, &stated, &failure), TRAMA_OK);
        assert_int_equal(stated, i % 2 ? type->damped_order : type->order);
        for (long p = 0; p < POINTS; p++) {
            const long steps = (stated == 1 ? 12L : 6L) << p;
            dt[p] = 1.7 / (double)steps;
            trama_system_reset(run.system);
            trama_integrator_restart(run.integrator);
            piece_steps(&run, dt[p], steps);
            error[p] = trama_deviation_of(run.system, run.system->q, &exact).rms;
        }
        const trama_order order = trama_order_fit(dt, error, POINTS, floor);
        if (!(fabs(order.slope - stated) < (stated < 8 ? 0.15 : 1.6)))
            fail_msg("%s: order %g, stated %d", type->name, order.slope, stated);
        piece_end(&run);
    }
}

/* ---- The tasks, run as a user runs them. */

static const char accurate_spring[] = "experiment: accurate\n"
                                      "case:\n"
                                      "  model: {name: oscillator, omega: 3, velocity: 0.5}\n"
                                      "  integrator: {name: velocity_verlet}\n"
                                      "  bounds: {displacement: 10}\n"
                                      "  task:\n"
                                      "    name: accuracy\n"
                                      "    end: 1.7\n"
                                      "    first: 1.7\n"
                                      "    count: 9\n"
                                      "    reference: {dt: 0.017}\n";

static bundle run_one(const char *text, const char *const *edits, const char *folder)
{
    char path[256];
    experiment_write("one.yaml", text, edits);
    const shell_end end = shell_run(SHELL("run", "one.yaml", "-o", "out", "--again", "all"));
    if (end.code != 0 && end.code != 3)
        fail_msg("%s", end.err);
    snprintf(path, sizeof path, "%s/cases", folder);
    const experiment_names *names = experiment_list(path, ".h5");
    snprintf(path, sizeof path, "%s/cases/%s", folder, names->name[0]);
    bundle b = experiment_read(path);
    assert_int_equal(shell_run(SHELL("run", "one.yaml", "-o", "out")).code, end.code); /* resumes */
    return b;
}

/* 1.7 s in one step is past the limit, omega h = 5.1; the error at 256 steps, by the exact
 * solution. */
static void the_task_measures_errors_that_are_right(void **state)
{
    (void)state;
    bundle b = run_one(accurate_spring, NULL, "out/accurate");
    const double *error = bundle_get(&b, &column_steps_error_rms)->real;
    const int64_t *evaluations = bundle_get(&b, &column_steps_evaluations)->integer;
    piece run;
    oscillator_begin(&run, (oscillator_method){.name = "velocity_verlet"},
                     (oscillator_spring){.omega = 3, .position = 1, .velocity = 0.5});
    piece_steps(&run, 1.7 / 256, 256);
    assert_near(error[8], fabs(run.system->q[0] - exact_position(free_spring, 1.7)), 1e-13);
    const double v = run.system->v[0], exact = 0.5 * cos(3 * 1.7) - 3 * sin(3 * 1.7);
    assert_near(bundle_get(&b, &column_steps_error_velocity)->real[8], fabs(v - exact), 1e-12);
    const double energy = 0.5 * (9.0 * run.system->q[0] * run.system->q[0] + v * v);
    assert_near(bundle_get(&b, &column_steps_error_energy)->real[8], fabs(energy - 4.625), 1e-12);
    assert_null(bundle_get(&b, &column_steps_depth)); /* nothing touches */
    assert_int_equal(evaluations[8], run.system->evaluations);
    piece_end(&run);
    assert_string_equal(bundle_text(&b, column_case_status.path, ""), "ok");
    assert_int_equal(bundle_integer(&b, column_order_stated.path, -1), 2);
    assert_near(bundle_real(&b, column_order_observed.path, 0), 2, 0.05);
    assert_true(bundle_real(&b, column_reference_error_rms.path, 1) < 1e-13);
    assert_int_equal(bundle_get(&b, &column_accuracy_sample)->columns, 3);
    bundle_free(&b);
}

/* One step: an error, and no order. */
static void one_step_has_an_error_and_no_order(void **state)
{
    (void)state;
    bundle b = run_one(accurate_spring,
                       EDITS("experiment: accurate", "experiment: single", "first: 1.7",
                             "first: 0.017", "count: 9", "count: 1"),
                       "out/single");
    assert_string_equal(bundle_text(&b, column_case_status.path, ""), "ok");
    assert_true(isnan(bundle_real(&b, column_order_observed.path, 0)));
    bundle_free(&b);
}

/* Forward Euler as the reference at a coarse step: its own error hides all others. */
static void a_reference_that_is_not_converged_is_told(void **state)
{
    (void)state;
    bundle b = run_one(accurate_spring,
                       EDITS("experiment: accurate", "experiment: coarse", "{dt: 0.017}",
                             "{integrator: forward_euler, dt: 0.017}"),
                       "out/coarse");
    assert_string_equal(bundle_text(&b, column_case_status.path, ""), "not converged");
    assert_true(bundle_real(&b, column_reference_error_rms.path, 0) > 1e-3);
    assert_true(isnan(bundle_real(&b, column_order_observed.path, 0)));
    bundle_free(&b);
}

/* Symplectic Euler at omega h = 0.1: bounded; with damping that no scene tells of: it falls. */
static void the_task_of_drift_classifies_a_run(void **state)
{
    (void)state;
    static const char text[] = "experiment: kept\n"
                               "case:\n"
                               "  model: {name: oscillator, omega: 3, velocity: 0.5}\n"
                               "  integrator: {name: symplectic_euler}\n"
                               "  task: {name: drift, dt: 0.0333, horizon: 20000, every: 7}\n";
    bundle b = run_one(text, NULL, "out/kept");
    assert_string_equal(bundle_text(&b, column_drift_kind.path, ""), "bounded");
    assert_near(bundle_real(&b, column_start_energy.path, 0), 0.5 * (9 + 0.25), 1e-14);
    assert_int_equal(bundle_get(&b, &column_series_energy_error)->rows, 20000 / 7 + 1);
    bundle_free(&b);
    b = run_one(
        text, EDITS("experiment: kept", "experiment: lost", "omega: 3", "omega: 3, damping: 0.01"),
        "out/lost");
    assert_string_equal(bundle_text(&b, column_drift_kind.path, ""), "exponential");
    assert_near(bundle_real(&b, column_drift_rate.path, 0), -0.01, 1e-4);
    bundle_free(&b);
}

static const char swinging_sheet[] =
    "experiment: sheet\n"
    "case:\n"
    "  model: {name: cosserat, zeta: 100, xi: 0, phi: 0, mass: 10}\n"
    "  scene:\n"
    "    grid: {points: [6, 6], side: [10, 10]}\n"
    "    wave: [0.1, 0, 0]\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: drift, dt: 0.001, horizon: 1000}\n";

/* Each is refused before it runs, and the message names what is wrong. */
static void faulty_tasks_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *from, *to, *says;
    } cases[] = {
        {accurate_spring, "    first: 1.7\n", "", "no time steps"},
        {accurate_spring, "first: 1.7", "dts: [0.1, 0.05]\n    first: 1.7", "by dts and by first"},
        {accurate_spring, "first: 1.7", "dts: [0.17, 0.16]", "time step 2 does not divide the end"},
        {accurate_spring, "first: 1.7", "dts: [0.085, 0.17]", "decreasing"},
        {accurate_spring, "first: 1.7", "first: 1.7\n    ratio: 1.05", "not below"},
        {accurate_spring, "dt: 0.017", "dt: 0.016", "does not divide the end"},
        {accurate_spring, "dt: 0.017", "dt: 0.017, integrator: gsl_rk8", "gsl_rk8pd"},
        {swinging_sheet, "    wave", "    gravity: [0, -9.8, 0]\n    wave", "does work"},
        {swinging_sheet, "    wave", "    damping: 0.1\n    wave", "does work"},
        {swinging_sheet, "    wave: [0.1, 0, 0]\n", "", "energy at the start is 0 J"},
        {swinging_sheet, "horizon: 1000", "horizon: 1000, every: 20", "51 samples"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        experiment_write("faulty.yaml", cases[i].text, EDITS(cases[i].from, cases[i].to));
        const shell_end end = shell_run(SHELL("run", "faulty.yaml", "--dry-run"));
        if (end.code != 2 || !strstr(end.err, cases[i].says))
            fail_msg("case %zu ends with %d: %s", i, end.code, end.err);
    }
    experiment_write("sound.yaml", swinging_sheet, NULL);
    assert_int_equal(shell_run(SHELL("run", "sound.yaml", "--dry-run")).code, 0);
}

static void assert_holds(const char *file, const char *text)
{
    char content[4096];
    FILE *in = fopen(file, "r");
    assert_non_null(in);
    content[fread(content, 1, sizeof content - 1, in)] = 0;
    fclose(in);
    if (!strstr(content, text))
        fail_msg("%s has no '%s':\n%s", file, text, content);
}

/* Every step that has an error in the table is a point of the figure: evaluations and error. */
static void assert_steps_are_drawn(const char *table, const char *figure)
{
    char *rows = text_of_file(table), *data = text_of_file(figure), *rest = NULL;
    size_t steps = 0;
    for (char *row = strtok_r(rows, "\n", &rest); row; row = strtok_r(NULL, "\n", &rest)) {
        char cell[32], evaluations[32], point[80], *end;
        if (sscanf(row, "%*[^,],%*[^,],%*[^,],%31[^,],%*[^,],%31[0-9]", cell, evaluations) != 2)
            continue;
        const double error = strtod(cell, &end);
        if (*end)
            continue;
        snprintf(point, sizeof point, "\n %s ", evaluations);
        const char *at = strstr(data, point);
        if (!at || fabs(strtod(at + strlen(point), NULL) / error - 1) > 1e-5)
            fail_msg("%s has not '%s %g':\n%s", figure, point, error, data);
        steps++;
    }
    assert_true(steps > 3);
    free(data);
    free(rows);
}

/* From configuration to tables and figures. */
static void results_become_tables_and_figures(void **state)
{
    (void)state;
    experiment_write("a.yaml", accurate_spring, EDITS("accurate", "both"));
    experiment_write("d.yaml", swinging_sheet, NULL);
    assert_int_equal(shell_run(SHELL("run", "a.yaml", "d.yaml", "-o", "all")).code, 0);
    assert_int_equal(shell_run(SHELL("table", "all")).code, 0);
    assert_holds("all/tables/accuracy.csv",
                 "experiment,integrator,dt_s,error_rms_m,error_max_m,evaluations,seconds,stable\n"
                 "both,velocity_verlet,1.7,,,2,,no\n");
    assert_holds("all/tables/accuracy.csv", "both,velocity_verlet,0.2125,");
    assert_holds("all/tables/orders.csv",
                 "experiment,integrator,stated,observed,low,high\nboth,velocity_verlet,2,2.0");
    assert_holds("all/tables/drift.csv",
                 "experiment,integrator,dt_s,duration_s,outcome,drift,amplitude,largest,"
                 "rate_per_s,low_per_s,high_per_s\nsheet,symplectic_euler,0.001,1,completed,");
    const shell_end plot = shell_run(SHELL("plot", "all"));
    assert_string_equal(plot.err, "");
    static const char *const figures[] = {"accuracy", "drift", "column/accuracy", "column/drift"};
    for (size_t i = 0; i < 4; i++) {
        char name[128];
        snprintf(name, sizeof name, "all/plots/%s.svg", figures[i]);
        svg_assert_legible(name);
    }
    assert_steps_are_drawn("all/tables/accuracy.csv", "all/plots/accuracy.dat");
}

/* The key tells the observed order of a line, and the stated one: of a line of two orders, in two
 * panels, that which both have. */
static void the_key_tells_an_order_that_all_of_a_line_has(void **state)
{
    static const char two[] = "reference: {dt: 0.017}\n"
                              "sweep: [{grid: {integrator.name: [velocity_verlet, leapfrog]}}]\n",
                      once[] = "reference: {dt: 0.017}\n";
    (void)state;
    experiment_write("k.yaml", accurate_spring, EDITS("accurate", "slow", once, two));
    assert_int_equal(shell_run(SHELL("run", "k.yaml", "-o", "orders")).code, 0);
    assert_int_equal(shell_run(SHELL("plot", "orders")).code, 0);
    char *script = text_of_file("orders/plots/accuracy.gp");
    text_assert_has(script, "'Leapfrog, ");
    text_assert_has(script, " ± ");
    text_assert_has(script, " (2)'");
    free(script);
    experiment_write("k.yaml", accurate_spring,
                     EDITS("accurate", "fast", "omega: 3", "omega: 4", once, two));
    assert_int_equal(shell_run(SHELL("run", "k.yaml", "-o", "orders")).code, 0);
    assert_int_equal(shell_run(SHELL("plot", "orders")).code, 0);
    script = text_of_file("orders/plots/accuracy.gp");
    text_assert_has(script, "'Leapfrog (2)'");
    free(script);
}

/* Campos' methods have an experiment of their own, configs/campos/appendix-a.yaml. */
static bool is_of_campos(const trama_integrator_type *type)
{
    return strcmp(type->name, "heun") == 0 || strcmp(type->name, "predicted_euler") == 0;
}

/* Implicit ones, whose steps take a hundred times as long, have experiments of their own. */
static void the_experiments_have_every_integrator(void **state)
{
    (void)state;
    static const char *const files[] = {TRAMA_SOURCE_DIR "/configs/thesis/explain/accuracy.yaml",
                                        TRAMA_SOURCE_DIR
                                        "/configs/thesis/explain/accuracy-mode.yaml",
                                        TRAMA_SOURCE_DIR "/configs/thesis/explain/drift.yaml",
                                        TRAMA_SOURCE_DIR "/configs/implicit/accuracy.yaml",
                                        TRAMA_SOURCE_DIR "/configs/implicit/damping.yaml"};
    enum { EXPLICIT = 3, BOTH = 1, IMPLICIT = 1 };
    for (size_t f = 0; f < EXPLICIT + BOTH + IMPLICIT; f++) {
        char *const file[] = {(char *)(uintptr_t)files[f]};
        plan p;
        config_error error;
        if (!plan_load(file, 1, NULL, &p, &error))
            fail_msg("%s", error.text);
        for (size_t i = 0; i < trama_integrator_count(); i++) {
            size_t found = 0;
            for (size_t c = 0; c < p.case_count; c++)
                found += p.cases[c].integrator == trama_integrator_at(i);
            const bool implicit = trama_integrator_at(i)->implicit;
            const bool wanted = f < EXPLICIT ? !implicit && !is_of_campos(trama_integrator_at(i))
                                             : f < EXPLICIT + BOTH || implicit;
            if (found == 0 && wanted)
                fail_msg("%s has no %s", files[f], trama_integrator_at(i)->name);
        }
        plan_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_the_interval_of_students_t),
        cmocka_unit_test(deviation_is_that_of_the_nodes),
        cmocka_unit_test(a_planted_order_is_found),
        cmocka_unit_test(the_order_is_fitted_to_the_asymptotic_steps),
        cmocka_unit_test(one_error_shows_no_order),
        cmocka_unit_test(every_integrator_shows_its_stated_order),
        cmocka_unit_test(the_task_measures_errors_that_are_right),
        cmocka_unit_test(one_step_has_an_error_and_no_order),
        cmocka_unit_test(a_reference_that_is_not_converged_is_told),
        cmocka_unit_test(the_task_of_drift_classifies_a_run),
        cmocka_unit_test(faulty_tasks_are_refused),
        cmocka_unit_test(results_become_tables_and_figures),
        cmocka_unit_test(the_key_tells_an_order_that_all_of_a_line_has),
        cmocka_unit_test(the_experiments_have_every_integrator),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
