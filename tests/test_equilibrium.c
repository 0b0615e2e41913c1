/* The task equilibrium takes the step and leaves the state that it should, in real runs of the
 * program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/shell.h"

#include <stdio.h>
#include <string.h>

#define SEARCH                                                                                     \
    "task: {name: stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}}"

/* The path of the results of experiment_cloth with that task. */
static const char *run_task(const char *folder, const char *task)
{
    static char path[256], cases[128];
    experiment_write("cloth.yaml", experiment_cloth, EDITS(SEARCH, task));
    const shell_end end = shell_run(SHELL("run", "cloth.yaml", "-o", folder));
    if (end.code != 0)
        fail_msg("%s%s", end.out, end.err);
    snprintf(cases, sizeof cases, "%s/cloth/cases", folder);
    const experiment_names names = *experiment_list(cases, ".h5");
    assert_int_equal(names.count, 1);
    snprintf(path, sizeof path, "%s/%s", cases, names.name[0]);
    return path;
}

#define AT(fraction, search)                                                                       \
    "task: {name: equilibrium, horizon: 400, fraction: " fraction                                  \
    ", criteria: {displacement: [0.1]}, search: {first: 0.005, increment: 0.005, cap: "            \
    "0.1" search "}}"

static void the_step_is_a_fraction_of_the_limit_that_is_searched_for(void **state)
{
    (void)state;
    const char *path = run_task("whole", AT("1", ""));
    const double limit = experiment_real(path, &column_limit);
    assert_near(experiment_real(path, &column_dt), limit, 0.0);
    path = run_task("part", AT("0.6", ""));
    assert_near(experiment_real(path, &column_limit), limit, 0.0);
    assert_near(experiment_real(path, &column_dt), 0.6 * limit, 0.0);
}

/* The limit of the grid of 5 ms is its last stable point; the limit of the bracket lies beyond. */
static void a_search_with_a_tolerance_gives_the_limit_of_its_bracket(void **state)
{
    (void)state;
    const double coarse = experiment_real(run_task("coarse", AT("0.9", "")), &column_limit);
    const char *path = run_task("fine", AT("0.9", ", tolerance: 0.001"));
    const double fine = experiment_real(path, &column_limit);
    assert_true(fine > coarse * 1.01 && fine < coarse + 0.005);
    assert_near(experiment_real(path, &column_dt), 0.9 * fine, 0.0);
}

static void a_given_step_has_no_fraction_and_no_limit(void **state)
{
    (void)state;
    const char *path = run_task(
        "given",
        "task: {name: equilibrium, horizon: 40, dt: 0.01, criteria: {displacement: [0.1]}}");
    assert_near(experiment_real(path, &column_dt), 0.01, 0.0);
    assert_true(isnan(experiment_real(path, &column_limit)));
}

/* What is left is what a history of as many iterations ends with. */
static void the_state_that_is_left_is_that_of_the_last_iteration(void **state)
{
    (void)state;
    static const results_column *const columns[][2] = {
        {&column_end_strain, &column_series_strain},
        {&column_end_drop, &column_series_drop},
        {&column_end_centre_y, &column_series_centre_y},
        {&column_end_out_of_plane, &column_series_out_of_plane},
        {&column_end_projection, &column_series_projection},
    };
    enum { COLUMNS = sizeof columns / sizeof *columns };
    double end[COLUMNS];
    const char *path = run_task(
        "rest",
        "task: {name: equilibrium, horizon: 90, dt: 0.01, criteria: {displacement: [1e-9]}}");
    assert_string_equal(experiment_text(path, &column_criteria_state), "not reached");
    assert_near(experiment_real(path, &column_iterations), 90, 0.0);
    for (size_t i = 0; i < COLUMNS; i++)
        end[i] = experiment_real(path, columns[i][0]);
    bundle run = experiment_read(run_task("run", "task: {name: run, horizon: 90, dt: 0.01}"));
    for (size_t i = 0; i < COLUMNS; i++) {
        const bundle_column *column = bundle_get(&run, columns[i][1]);
        assert_non_null(column);
        assert_int_equal(column->rows, 91);
        assert_near(end[i], column->real[90], 0.0);
    }
    assert_true(end[1] > 2.0 && end[1] < 4.9 * 0.81); /* 2.41 m; a free fall: 3.97 m */
    bundle_free(&run);
}

/* A flat sheet whose far edge is pushed in by 1 m of 10 for the first second. */
static const char compressed[] =
    "experiment: cloth\n"
    "case:\n"
    "  model: {name: cosserat, zeta: 100, xi: 0.3, phi: 0, mass: 10}\n"
    "  scene:\n"
    "    grid: {points: [6, 6], side: [10, 10]}\n"
    "    damping: 2\n"
    "    pins:\n"
    "      - {k: 0, l: [0, -1]}\n"
    "      - {k: -1, l: [0, -1], velocity: [SPEED, 0, 0], seconds: [0, 1]}\n"
    "      - {k: -1, l: [0, -1], seconds: [1, 1e6]}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  bounds: {strain: 1.0}\n"
    "  task: {name: equilibrium, horizon: 3000, dt: 0.01, criteria: {displacement: [1e-4]}}\n";

static const char *run_compressed(const char *folder, const char *speed)
{
    static char path[256], cases[128];
    experiment_write("cloth.yaml", compressed, EDITS("SPEED", speed));
    const shell_end end = shell_run(SHELL("run", "cloth.yaml", "-o", folder));
    if (end.code != 0)
        fail_msg("%s%s", end.out, end.err);
    snprintf(cases, sizeof cases, "%s/cloth/cases", folder);
    snprintf(path, sizeof path, "%s/%s", cases, experiment_list(cases, ".h5")->name[0]);
    return path;
}

/* Without a disturbance the compressed sheet lies still, exactly flat; pushed by 1e-6 m it buckles.
 * Stretched, it forgets the push. */
static void a_flat_sheet_under_compression_is_no_equilibrium(void **state)
{
    (void)state;
    const char *path = run_compressed("short", "-1");
    assert_string_equal(experiment_text(path, &column_criteria_state), "unstable");
    assert_near(experiment_real(path, &column_criteria_iteration), -1, 0.0);
    assert_true(experiment_real(path, &column_criteria_first) > 100);
    assert_near(experiment_real(path, &column_end_out_of_plane), 0.0, 1e-12);
    assert_true(experiment_real(path, &column_push_before) > 9e-7);
    assert_true(experiment_real(path, &column_push_after) > 0.1);
    path = run_compressed("long", "1");
    assert_string_equal(experiment_text(path, &column_criteria_state), "reached");
    assert_true(experiment_real(path, &column_criteria_iteration) > 100);
    assert_true(experiment_real(path, &column_push_after) < 1e-7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_step_is_a_fraction_of_the_limit_that_is_searched_for),
        cmocka_unit_test(a_search_with_a_tolerance_gives_the_limit_of_its_bracket),
        cmocka_unit_test(a_given_step_has_no_fraction_and_no_limit),
        cmocka_unit_test(a_flat_sheet_under_compression_is_no_equilibrium),
        cmocka_unit_test(the_state_that_is_left_is_that_of_the_last_iteration),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
