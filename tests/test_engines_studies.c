/* The studies of configs/engines at a small size, under every solver that they name: what must rest
 * rests where it must. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engines/engines.h"
#include "integrator/integrator.h"
#include "results/csv.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_engines;

static int set_up(void **state)
{
    if (!engines_register())
        return -1;
    has_engines = trama_integrator_find("bullet") && trama_integrator_find("ode") &&
                  trama_integrator_find("mujoco");
    return folder_enter(state);
}

/* The study with `from` replaced by `to`, once each; pairs end with NULL. */
static void write_small(const char *name, const char *const change[][2])
{
    char path[512];
    snprintf(path, sizeof path, TRAMA_SOURCE_DIR "/configs/engines/%s", name);
    char *text = text_of_file(path);
    for (size_t i = 0; change[i][0]; i++) {
        char *at = strstr(text, change[i][0]);
        if (!at)
            fail_msg("%s has no '%s'", name, change[i][0]);
        const size_t before = (size_t)(at - text), from = strlen(change[i][0]),
                     to = strlen(change[i][1]), rest = strlen(at + from);
        char *made = malloc(before + to + rest + 1);
        assert_non_null(made);
        memcpy(made, text, before);
        memcpy(made + before, change[i][1], to);
        memcpy(made + before + to, at + from, rest + 1);
        free(text);
        text = made;
    }
    folder_write("small.yaml", text);
    free(text);
}

/* The listing `name` of the folder of that name. */
static csv listing_made(const char *name)
{
    char path[256], message[256];
    csv table;
    const shell_end made = shell_run(SHELL("table", name, name));
    if (made.code != 0)
        fail_msg("%s", made.err);
    snprintf(path, sizeof path, "%s/tables/%s.csv", name, name);
    char *text = text_of_file(path);
    if (!csv_parse(text, &table, message, sizeof message))
        fail_msg("%s: %s", path, message);
    free(text);
    return table;
}

/* Runs it; its listing as a table. */
static csv listing_of(const char *name)
{
    const shell_end ran =
        shell_run(SHELL("run", "small.yaml", "-o", name, "--quiet", "--every-solver"));
    if (ran.code != 0)
        fail_msg("%s", ran.err);
    return listing_made(name);
}

static void assert_column(const csv *table, const char *column, double low, double high)
{
    const long at = csv_column(table, column), solver = csv_column(table, "solver");
    assert_true(at >= 0 && solver >= 0);
    for (size_t row = 0; row < table->rows; row++) {
        const double value = csv_number(table, row, (size_t)at);
        if (!(value >= low && value <= high))
            fail_msg("%s: %s is %g, not within %g and %g", csv_cell(table, row, (size_t)solver),
                     column, value, low, high);
    }
}

/* 8 cubes of a tonne, dropped from 1 m and 2.85 m: each ends on the ground, its centre between 0.5
 * m and 1.5 m high. So gravity gives between 8 t g (1.925 - 1.5) m and 8 t g (1.925 - 0.5) m, 5 cm
 * more or less for where they begin. */
static void boxes_come_to_rest_on_the_ground(void **state)
{
    static const char *const change[][2] = {
        {"count: 125", "count: 8"}, {"count: [125, 1000]", "count: [8]"}, {NULL, NULL}};
    (void)state;
    if (!has_engines)
        skip();
    write_small("pile.yaml", change);
    csv table = listing_of("engines_pile");
    assert_int_equal(table.rows, 5);
    assert_column(&table, "energy_J", -8e3 * 9.81 * 1.475, -8e3 * 9.81 * 0.375);
    assert_column(&table, "depth_at_end_m", 0.0, 0.02);
    assert_column(&table, "seconds_per_second", 1e-9, 1e9);
    csv_free(&table);
}

/* What stands is where it was: 10 boxes in four layers, for 1 s. */
static void a_small_pyramid_stands(void **state)
{
    static const char *const change[][2] = {
        {"count: 100", "count: 4"}, {"horizon: 600", "horizon: 60"}, {NULL, NULL}};
    (void)state;
    if (!has_engines)
        skip();
    write_small("pyramid-5050.yaml", change);
    csv table = listing_of("engines_pyramid");
    assert_int_equal(table.rows, 5);
    assert_column(&table, "furthest_m", 0.0, 0.02);
    assert_column(&table, "stood_s", 0.99, 1.01);
    csv_free(&table);
}

/* 27 balls of 4.19 kg (1000 kg/m^3, 0.1 m) in three layers of 0.24 m: within 2 s they lie in one
 * layer on the floor, or on others. */
static void balls_fill_the_floor(void **state)
{
    static const char *const change[][2] = {
        {"count: 666", "count: 27"}, {"task.dt: [0.01, 0.005]", "task.dt: [0.005]"}, {NULL, NULL}};
    const double mass = 27.0 * 1000.0 * 4.0 / 3.0 * 3.14159265358979 * 1e-3;
    (void)state;
    if (!has_engines)
        skip();
    write_small("balls-666.yaml", change);
    csv table = listing_of("engines_balls");
    assert_int_equal(table.rows, 5);
    assert_column(&table, "energy_J", -mass * 9.81 * 0.31, -mass * 9.81 * 0.15);
    assert_column(&table, "deepest_m", 0.0, 0.05);
    csv_free(&table);
}

/* Within 0.4 s the sheet has fallen on the ball, whose top is at 0.3 m: it hangs over it, and nodes
 * are not in it. */
static void a_sheet_drapes_over_a_ball(void **state)
{
    static const char *const change[][2] = {{"[0.0005, 0.001, 0.002]", "[0.001]"},
                                            {"round(4 / task.dt)", "round(0.4 / task.dt)"},
                                            {NULL, NULL}};
    (void)state;
    if (!has_engines)
        skip();
    write_small("drape-on-sphere.yaml", change);
    csv table = listing_of("engines_drape");
    assert_int_equal(table.rows, 5);
    assert_column(&table, "drop_m", 0.2, 0.8);
    assert_column(&table, "deepest_m", 0.0, 0.02);
    csv_free(&table);
}

/* Cases of a study of this folder for which `only` holds, as its listing. */
static csv listing_of_some(const char *study, const char *only, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, TRAMA_SOURCE_DIR "/configs/engines/%s", study);
    const shell_end ran = shell_run(SHELL("run", path, "--only", only, "-o", name, "--quiet"));
    if (ran.code != 0)
        fail_msg("%s", ran.err);
    return listing_made(name);
}

static double number_of(const csv *table, size_t row, const char *column)
{
    return csv_number(table, row, (size_t)csv_column(table, column));
}

/* One and two of each kind, 3 t of eight: each ends on the floor or leans on another, with its
 * centre below 0.8 m. The lower four began there, the others fell by 1.5 m and more. Eight on the
 * floor have lost 35 kJ. */
static void each_kind_comes_to_rest_in_the_bin(void **state)
{
    static const char *const change[][2] = {{"[216, 1000]", "[8, 16]"}, {NULL, NULL}};
    (void)state;
    if (!has_engines)
        skip();
    write_small("heap.yaml", change);
    csv table = listing_of("engines_heap");
    assert_int_equal(table.rows, 10);
    for (size_t row = 0; row < table.rows; row++) {
        const double lost = number_of(&table, row, "energy_J") / number_of(&table, row, "bodies");
        assert_true(lost > -36.5e3 / 8.0 && lost < -31e3 / 8.0);
    }
    assert_column(&table, "depth_at_end_m", 0.0, 0.03);
    csv_free(&table);
}

/* Of 6 parts of a sweep each, XPBD's is less long than that of 10 sweeps of Bullet, and no node is
 * in the ball. Both hang where the sheet hangs under explicit methods, 0.557 m. */
static void at_60_hz_it_is_no_longer_and_no_deeper_than_bullets(void **state)
{
    (void)state;
    if (!has_engines)
        skip();
    csv ours = listing_of_some("drape-60hz.yaml",
                               "integrator.substeps == 6 and integrator.iterations == 1",
                               "engines_drape_60hz"),
        theirs = listing_of_some("drape-60hz-bullet.yaml",
                                 "integrator.position_iterations == 10 and integrator.cell == 0.05",
                                 "engines_drape_60hz_bullet");
    const csv *const both[] = {&ours, &theirs};
    double strain[2], deepest[2];
    for (int i = 0; i < 2; i++) {
        size_t row = 0;
        while (row < both[i]->rows && !isfinite(number_of(both[i], row, "strain")))
            row++;
        assert_true(row < both[i]->rows);
        strain[i] = number_of(both[i], row, "strain");
        deepest[i] = number_of(both[i], row, "deepest_m");
        assert_true(fabs(number_of(both[i], row, "drop_m") - 0.557) < 0.02);
    }
    assert_true(strain[0] < 0.09 && strain[1] > strain[0] && strain[1] < 0.15);
    assert_true(deepest[0] < 1e-12 && deepest[1] > 1e-3);
    csv_free(&ours);
    csv_free(&theirs);
}

static size_t times_in(const char *text, const char *word)
{
    size_t times = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        times++;
    return times;
}

/* --every-solver: who refuses two cases for one reason is told once, and others join; whose sweep
 * is of something else stays as it is. */
static void every_solver_joins_or_is_told(void **state)
{
    static const char *const change[][2] = {{"count: [125, 1000]", "count: [8, 9]"}, {NULL, NULL}};
    (void)state;
    if (!has_engines || !trama_integrator_find("simbody"))
        skip();
    write_small("pile.yaml", change);
    const shell_end ran = shell_run(SHELL("run", "small.yaml", "--every-solver", "--dry-run"));
    assert_int_equal(ran.code, 0);
    assert_int_equal(times_in(ran.err, "simbody is left out of engines-pile: "), 1);
    assert_int_equal(times_in(ran.out, "engines-pile bullet"), 2);
    const shell_end only = shell_run(SHELL("run", "small.yaml", "--every-solver", "--dry-run",
                                           "--only", "integrator.name == 'bullet'"));
    assert_int_equal(times_in(only.err, "simbody is left out of engines-pile: "), 1);
    folder_write("alone.yaml", "experiment: alone\n"
                               "case:\n"
                               "  model: {name: lattice, mass: 1}\n"
                               "  scene: {lattice: {points: [1, 1, 1]}}\n"
                               "  integrator: {name: rk4}\n"
                               "  task: {name: run, horizon: 3}\n"
                               "sweep: [{grid: {task.dt: [0.1, 0.2]}}]\n");
    const shell_end alone = shell_run(SHELL("run", "alone.yaml", "--every-solver", "--dry-run"));
    assert_string_equal(alone.err, "");
    assert_int_equal(times_in(alone.out, "rk4"), 2);
}

/* A grid over `integrator` itself, whose methods have options, takes them as one over names does.
 */
static void a_solver_joins_methods_with_options(void **state)
{
    (void)state;
    if (!has_engines || !trama_integrator_find("bullet"))
        skip();
    folder_write("options.yaml",
                 "experiment: options\n"
                 "case:\n"
                 "  model: {name: lattice, mass: 1, edge: 10}\n"
                 "  scene: {lattice: {points: [2, 1, 1], side: [1, 0, 0]}}\n"
                 "  task: {name: run, dt: 0.1, horizon: 3}\n"
                 "sweep: [{grid: {integrator: [{name: xpbd, iterations: 1}, {name: rk4}]}}]\n");
    const shell_end ran = shell_run(SHELL("run", "options.yaml", "--every-solver", "--dry-run"));
    assert_int_equal(ran.code, 0);
    assert_int_equal(times_in(ran.out, "options xpbd"), 1);
    assert_int_equal(times_in(ran.out, "options bullet"), 1);
}

/* What was taken how, in the table of that. */
static void what_solvers_took_is_told(void **state)
{
    (void)state;
    if (!has_engines)
        skip();
    const shell_end made = shell_run(SHELL("table", "engines_pile", "mappings"));
    if (made.code != 0)
        fail_msg("%s", made.err);
    text_assert_has(made.out,
                    "at most 4 points a pair, one of a pair of hulls, 20 relaxations a step");
    text_assert_has(made.out, "soft: damper and spring of 0.02 s");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_come_to_rest_on_the_ground),
        cmocka_unit_test(a_small_pyramid_stands),
        cmocka_unit_test(balls_fill_the_floor),
        cmocka_unit_test(each_kind_comes_to_rest_in_the_bin),
        cmocka_unit_test(a_sheet_drapes_over_a_ball),
        cmocka_unit_test(at_60_hz_it_is_no_longer_and_no_deeper_than_bullets),
        cmocka_unit_test(every_solver_joins_or_is_told),
        cmocka_unit_test(a_solver_joins_methods_with_options),
        cmocka_unit_test(what_solvers_took_is_told),
    };
    return cmocka_run_group_tests(tests, set_up, folder_leave);
}
