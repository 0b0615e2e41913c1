/* Tables that are described by their columns: what is zero up to rounding reads 0 for people and
 * stands as it was measured in the CSV, the word of an answer has a column of its own, experiments
 * that are told by different coordinates stand in grids of their own, a method that all cases share
 * is said once, and published values that no case measures in rows. A sheet that falls freely for
 * two steps falls by 3 g dt^2 under symplectic Euler. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/near.h"
#include "support/shell.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/scales.h"

#define CASE                                                                                       \
    "case:\n"                                                                                      \
    "  model: {name: nedel, elasticity: 10, density: 0.1}\n"                                       \
    "  scene: {grid: {points: [3, 3], side: [1, 1]}, gravity: [0, -10, 0]}\n"                      \
    "  integrator: {name: symplectic_euler}\n"                                                     \
    "  bounds: {strain: 1}\n"                                                                      \
    "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"

static const char weights[] =
    "experiment: weights\n" CASE "sweep: [{grid: {'scene.gravity[1]': [-10, -1e-9, -1e-14]}}]\n";
static const char steps[] =
    "experiment: steps\n" CASE "sweep: [{grid: {task.dt: [0.001, 0.002]}}]\n";
/* Stiff springs, pinned by a corner, break at the larger step. */
static const char broken[] =
    "experiment: broken\n"
    "case:\n"
    "  model: {name: nedel, elasticity: 1e6, density: 0.1}\n"
    "  scene: {grid: {points: [3, 3], side: [1, 1]}, gravity: [0, -10, 0], pins: [{k: 0, l: 0}]}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  bounds: {strain: 1}\n"
    "  task: {name: run, dt: 1e-5, horizon: 100, energy: false}\n"
    "sweep: [{grid: {task.dt: [1e-5, 0.5]}}]\n";

/* 3 x 10 x 1e-6 m of the light sheet; no case is of the lost one. */
static const char beside[] =
    "experiment: beside\n"
    "study:\n"
    "  factors: {sheet: labels.sheet, weight: labels.weight}\n"
    "  response: {column: fall, unit: mm}\n"
    "  published: [{table: falls.csv, match: [sheet, weight], compare: "
    "{fall: {column: fall}}}]\n" CASE
    "sweep: [{zip: {labels.sheet: [silk, wool], labels.weight: [1, 2]}}]\n";
static const char falls[] = "# source: made up\n# unit fall m\nsheet,weight,fall,kind,page\n"
                            "silk,1,0.00003,printed,7\nlost,3,0.5,printed,8\n";
/* Grids that are compared with nothing but each other. */
static const char grids[] =
    "experiment: grids\n"
    "study:\n"
    "  question: does it fall alike?\n"
    "  factors: {points: 'scene.grid.points[0]'}\n"
    "  response: {column: fall}\n"
    "  design: {refined: points}\n" CASE "sweep: [{grid: {scene.grid.points: [[3, 3], [5, 5]]}}]\n";

static void run(const char *file, const char *text, const char *folder)
{
    folder_write(file, text);
    const shell_end s = shell_run(SHELL("run", file, "-o", folder, "--quiet"));
    if (s.code != 0)
        fail_msg("%s%s", s.out, s.err);
}

static int set_up(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    run("weights.yaml", weights, "r");
    run("steps.yaml", steps, "r");
    run("broken.yaml", broken, "b");
    folder_write("falls.csv", falls);
    run("beside.yaml", beside, "p");
    run("grids.yaml", grids, "g");
    return 0;
}

/* 3 x 1e-14 x 1e-6 m beside 3e-5 m is 1e-15 of it; 3e-15 m is 1e-10 of it. */
static void what_is_zero_up_to_rounding_reads_0(void **state)
{
    (void)state;
    const shell_end s = shell_run(SHELL("table", "r", "matrix"));
    text_assert_has(s.out, "|                -10 |    3e-05 |\n");
    text_assert_has(s.out, "|             -1e-09 |    3e-15 |\n");
    text_assert_has(s.out, "|             -1e-14 |        0 |\n");
    const shell_end asked = shell_run(SHELL("table", "r", "--columns", "scene.gravity[1],fall",
                                            "--only", "experiment == 'weights'"));
    text_assert_has(asked.out, "|             -1e-14 |        0 |\n");
    const shell_end data = shell_run(SHELL("table", "r", "matrix", "--format", "csv"));
    const char *row = strstr(data.out, ",3e-20,");
    if (!row)
        fail_msg("3e-20 is not in %s", data.out);
}

/* By the doubles' spacing 2^-52: 64 of it are 1.42e-14. */
static void rounding_is_judged_by_the_largest_and_by_one_unit(void **state)
{
    (void)state;
    static const struct {
        double largest, value;
        bool hides;
    } cases[] = {{1.229, 7.883e-15, true}, {1.229, -7.883e-15, true}, {1.229, 1.43e-14, false},
                 {1e-5, 1.42e-19, true},   {1e-5, 1.43e-19, false},   {1e30, 1.0, false},
                 {1e30, 1.43e-14, false},  {0.0, 0.0, true},          {0.0, 5e-324, false},
                 {1.0, (double)NAN, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (scale_hides(cases[i].largest, cases[i].value) != cases[i].hides)
            fail_msg("%g beside %g", cases[i].value, cases[i].largest);
}

static void the_word_of_an_answer_has_a_column(void **state)
{
    (void)state;
    const shell_end s = shell_run(
        SHELL("table", "b", "--columns", "answer,task.dt", "--sort", "task.dt", "--format", "csv"));
    const char *line = strchr(s.out, '\n');
    double fallen = 0;
    text_assert_has(s.out, "answer [m],answer_word,task.dt [s]\n");
    char *end;
    fallen = strtod(line, &end);
    assert_memory_equal(end, ",,1e-05\n", 8);
    assert_true(fallen > 0);
    text_assert_has(s.out, "\n,unstable,0.5\n");
    const shell_end people = shell_run(SHELL("table", "b", "--columns", "answer"));
    text_assert_lacks(people.out, "word");
}

/* The three weights have no step, and the two steps no weight. */
static void experiments_of_other_coordinates_have_grids_of_their_own(void **state)
{
    (void)state;
    const shell_end s = shell_run(SHELL("table", "r", "runs"));
    assert_int_equal(text_count(s.out, "\n|-"), 2);
    text_assert_has(s.out, "\nweights; all by Symplectic Euler\n\n| gravity[1] (m/s^2) | ");
    text_assert_has(s.out, "\nsteps; all by Symplectic Euler\n\n| dt (ms) | ");
    text_assert_lacks(s.out, "–");
}

/* Told by the keys of its row, under the first coordinate; the unit of the response, in one place.
 */
static void a_published_row_that_no_case_measures_is_a_row(void **state)
{
    (void)state;
    const shell_end s = shell_run(SHELL("table", "p", "published"));
    text_assert_has(s.out, "along gravity, mm; all by Symplectic Euler\n");
    text_assert_has(s.out, "| silk    |      0.03 |     0.03 | reproduced ✓     |");
    text_assert_has(s.out, "| wool    |         – |     0.03 | no published row |");
    text_assert_has(s.out, "| lost, 3 |       500 |        – | no case          |");
    const shell_end data = shell_run(SHELL("table", "p", "published", "--format", "csv"));
    text_assert_has(data.out, "\nbeside,\"lost, 3\",,fall,m,0.5,");
    text_assert_has(data.out, ",no case,no,no,printed,8,,falls.csv,made up,");
}

static void what_is_compared_with_nothing_has_no_tick(void **state)
{
    (void)state;
    const shell_end s = shell_run(SHELL("table", "g", "validation"));
    text_assert_has(s.out, "|   3, 5 |    3e-05 |");
    text_assert_lacks(s.out, "✓");
    text_assert_lacks(s.out, "errors (%)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_zero_up_to_rounding_reads_0),
        cmocka_unit_test(rounding_is_judged_by_the_largest_and_by_one_unit),
        cmocka_unit_test(the_word_of_an_answer_has_a_column),
        cmocka_unit_test(experiments_of_other_coordinates_have_grids_of_their_own),
        cmocka_unit_test(a_published_row_that_no_case_measures_is_a_row),
        cmocka_unit_test(what_is_compared_with_nothing_has_no_tick),
    };
    return cmocka_run_group_tests(tests, set_up, folder_leave);
}
