/* `trama plot` removes the figures that it drew before and does not draw any more, and no other
 * file; those that a command asked for it draws again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/shell.h"
#include "support/stand_in.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of a file, whether it is there. */
static bool stands(const char *path)
{
    return access(path, F_OK) == 0;
}

/* Limits at some frequencies, by two methods. */
static void run_limits(const char *results, const char *omega)
{
    char limit[600];
    snprintf(limit, sizeof limit,
             "experiment: limit\n"
             "case:\n"
             "  model: {name: oscillator}\n"
             "  scene: {damping: 0}\n"
             "  bounds: {displacement: 10}\n"
             "  task: {name: stable_step, horizon: 400, search: {first: 0.01, increment: 0.01, "
             "cap: 0.5, tolerance: 0.01}}\n"
             "sweep:\n"
             "  - grid: {model.omega: %s, integrator.name: [leapfrog, rk4]}\n",
             omega);
    folder_write("limit.yaml", limit);
    const shell_end ran = shell_run(SHELL("run", "limit.yaml", "-o", results, "-q"));
    assert_string_equal(ran.err, "");
    assert_int_equal(ran.code, 0);
}

/* Two experiments, of which the first alone has shapes to draw. */
static void run_two(const char *results)
{
    static const char energetic[] =
        "experiment: energetic\n"
        "case:\n"
        "  model: {name: nedel, elasticity: 10, density: 0.1}\n"
        "  scene: {grid: {points: [4, 4], side: [1, 1]}, gravity: [0, -9.8, 0], pins: [{k: 0}]}\n"
        "  integrator: {name: symplectic_euler}\n"
        "  task: {name: run, dt: 0.01, horizon: 4, frames: [0, 4]}\n";
    folder_write("energetic.yaml", energetic);
    const shell_end ran = shell_run(SHELL("run", "energetic.yaml", "-o", results, "-q"));
    assert_string_equal(ran.err, "");
    assert_int_equal(ran.code, 0);
    run_limits(results, "[10, 20]");
    assert_int_equal(shell_run(SHELL("plot", results)).code, 0);
}

static void what_is_not_drawn_any_more_is_removed(void **state)
{
    (void)state;
    run_two("old");
    char *list = text_of_file("old/plots/SHA256SUMS");
    text_assert_has(list, "  snapshots.svg\n");
    text_assert_has(list, "  snapshots.1.png\n");
    free(list);
    folder_write("old/plots/mine.svg", "<svg/>");
    folder_write("old/plots/snapshots.dat", "# mine now\n");
    assert_int_equal(folder_remove("old/energetic"), 0);
    const shell_end again = shell_run(SHELL("plot", "old"));
    assert_int_equal(again.code, 0);
    text_assert_has(again.out, "old/plots: removed ");
    text_assert_has(again.out, "old/plots/snapshots.dat: of no figure any more, but changed");
    static const char *const gone[] = {"old/plots/snapshots.svg", "old/plots/snapshots.pdf",
                                       "old/plots/snapshots.gp", "old/plots/snapshots.1.png"};
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        assert_false(stands(gone[i]));
    assert_true(stands("old/plots/mine.svg") && stands("old/plots/snapshots.dat"));
    list = text_of_file("old/plots/SHA256SUMS");
    text_assert_lacks(list, "snapshots");
    text_assert_has(list, ".svg\n");
    free(list);
}

/* A figure that fails is no reason to take the others away. */
static void after_a_failure_all_stay(void **state)
{
    (void)state;
    static const char *const kept[] = {"failed/plots/snapshots.svg", "failed/plots/snapshots.pdf"};
    run_two("failed");
    char *path = strdup(getenv("PATH"));
    assert_int_equal(setenv("PATH", "/nowhere", 1), 0); /* no gnuplot */
    assert_int_equal(folder_remove("failed/energetic"), 0);
    assert_int_not_equal(shell_run(SHELL("plot", "failed")).code, 0);
    assert_int_equal(setenv("PATH", path, 1), 0);
    free(path);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_true(stands(kept[i]));
    assert_int_equal(shell_run(SHELL("plot", "failed")).code, 0); /* the list has not forgotten */
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_false(stands(kept[i]));
}

/* What a command asks for is added, and drawn again with all others, of the cases that there are
 * then. Whoever does not want it removes it. */
static void figures_that_are_asked_for_are_drawn_again(void **state)
{
    (void)state;
    run_two("added");
    const char *list = "added/plots/SHA256SUMS";
    assert_int_equal(shell_run(SHELL("plot", "added", "energy")).code, 0);
    assert_int_equal(
        shell_run(SHELL("plot", "added", "x=omega", "y=dt_stable", "name=mine", "title=it's mine"))
            .code,
        0);
    assert_true(stands("added/plots/energy.svg") && stands("added/plots/snapshots.svg"));
    char *text = text_of_file("added/plots/mine.dat");
    text_assert_lacks(text, "\n 40 ");
    free(text);
    run_limits("added", "[10, 20, 40]");
    for (int i = 0; i < 2; i++) {
        const shell_end all = shell_run(SHELL("plot", "added"));
        assert_int_equal(all.code, 0);
        text_assert_lacks(all.out, "removed");
        text_assert_has(all.out, "added/plots/mine: svg, pdf, gp, dat\n");
        text_assert_has(all.out, "added/plots/energy: svg, pdf, gp, dat\n");
        text = text_of_file("added/plots/mine.dat");
        text_assert_has(text, "\n 40 ");
        free(text);
        assert_true(stands("added/plots/snapshots.svg"));
    }
    text = text_of_file("added/plots/mine.gp");
    text_assert_has(text, "\n# asked for:\tx=omega\ty=dt_stable\tname=mine\ttitle=it's mine\n");
    free(text);
    text = text_of_file(list);
    text_assert_has(text, " *mine.pdf\n");
    text_assert_has(text, "  snapshots.svg\n");
    free(text);
    static const char *const files[] = {"added/plots/mine.svg", "added/plots/mine.pdf",
                                        "added/plots/mine.gp", "added/plots/mine.dat"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_int_equal(remove(files[i]), 0);
    assert_int_equal(shell_run(SHELL("plot", "added")).code, 0);
    text = text_of_file(list);
    text_assert_lacks(text, "mine");
    free(text);
}

/* Of what its words do not draw any more the figure stays as it was: here they are another study's.
 */
static void a_figure_that_cannot_be_drawn_again_stays(void **state)
{
    (void)state;
    run_two("kept");
    assert_int_equal(shell_run(SHELL("plot", "kept", "energy")).code, 0);
    assert_int_equal(folder_remove("kept/energetic"), 0);
    const shell_end all = shell_run(SHELL("plot", "kept"));
    assert_int_equal(all.code, 0);
    text_assert_has(all.out, "kept 4 files of figures that a command asked for, as it drew them\n");
    assert_true(stands("kept/plots/energy.svg"));
    static const char *const two_lines[] = {"plot", "kept", "x=omega", "title=a\nb", NULL};
    const shell_end refused = shell_run(two_lines);
    assert_int_equal(refused.code, 2);
    assert_string_equal(refused.err,
                        "word 2 of the plot has a tab or the end of a line; allowed: spaces\n");
}

/* The list may have been written by anybody. */
static void a_list_names_no_file_of_another_folder(void **state)
{
    (void)state;
    run_two("names");
    folder_write("names/mine", "");
    folder_write("names/plots/SHA256SUMS",
                 "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  ../mine\n"
                 "short\n\n"
                 "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  \n");
    const shell_end plot = shell_run(SHELL("plot", "names"));
    assert_int_equal(plot.code, 0);
    assert_true(stands("names/mine"));
    assert_int_equal(shell_run(SHELL("plot", "names")).code, 0);
    assert_true(stands("names/plots/snapshots.svg"));
}

/* How often a figure and its next pages show a picture. */
static size_t pictures_of(const char *figure)
{
    size_t count = 0;
    char path[80];
    snprintf(path, sizeof path, "%s.svg", figure);
    for (int page = 2; stands(path); page++) {
        char *text = text_of_file(path);
        for (const char *at = text; (at = strstr(at, "<image")) != NULL; at++)
            count++;
        free(text);
        snprintf(path, sizeof path, "%s-%d.svg", figure, page);
    }
    return count;
}

/* Of 42 runs every second, and its last shape: more would be too much to load. */
static void of_many_runs_some_last_shapes_are_drawn(void **state)
{
    (void)state;
    for (int e = 0; e < 2; e++) {
        char text[600];
        snprintf(text, sizeof text,
                 "experiment: many-%d\n"
                 "case:\n"
                 "  model: {name: nedel, elasticity: 10, density: 0.%d}\n"
                 "  scene: {grid: {points: [3, 3], side: [1, 1]}, gravity: [0, -9.8, 0], pins: "
                 "[{k: 0}]}\n"
                 "  integrator: {name: symplectic_euler}\n"
                 "  task: {name: run, dt: 0.01, horizon: 4, frames: [0, 1, 2, 3, 4]}\n"
                 "sweep:\n"
                 "  - grid: {model.elasticity: {from: 10, to: 30, count: 21}}\n",
                 e, e + 1);
        folder_write("many.yaml", text);
        assert_int_equal(shell_run(SHELL("run", "many.yaml", "-o", "many", "-q")).code, 0);
    }
    const shell_end drawn = shell_run(SHELL("plot", "many", "snapshots"));
    assert_int_equal(drawn.code, 0);
    text_assert_has(drawn.out, "snapshots: the last shape of 21 of 42 runs");
    assert_int_equal(pictures_of("many/plots/snapshots"), 21);
}

/* Which files are there does not depend on who draws them: a stand-in is quicker. */
static int draw_by_stand_in(void **state)
{
    (void)state;
    stand_in_begin(stand_in_draws);
    return 0;
}

static int draw_by_gnuplot(void **state)
{
    (void)state;
    stand_in_end();
    return 0;
}

#define BY_STAND_IN(test) cmocka_unit_test_setup_teardown(test, draw_by_stand_in, draw_by_gnuplot)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BY_STAND_IN(what_is_not_drawn_any_more_is_removed),
        BY_STAND_IN(after_a_failure_all_stay),
        BY_STAND_IN(figures_that_are_asked_for_are_drawn_again),
        BY_STAND_IN(a_figure_that_cannot_be_drawn_again_stays),
        BY_STAND_IN(a_list_names_no_file_of_another_folder),
        cmocka_unit_test(of_many_runs_some_last_shapes_are_drawn),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
