/* Answers as grids and counts, in the terminal, the report and the site: of a grid that is refined
 * the finest counts, each subject counts for itself, each quantity has a grid of its own, and times
 * of other hardware count only where they tell two methods apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/shell.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASE                                                                                       \
    "case:\n"                                                                                      \
    "  labels: {simulation: light, push: 1, cells: 2}\n"                                           \
    "  model: {name: nedel, elasticity: 10, density: 0.1}\n"                                       \
    "  scene: {grid: {points: [3, 3], side: [1, 1]}, gravity: [0, -10, 0]}\n"                      \
    "  integrator: {name: symplectic_euler}\n"

/* A sheet that falls freely for two steps falls by 3 g dt^2, and dt is the grid's: 0.00012 m on the
 * coarse grid, 0.00003 m on the fine one, and under a weight of its own twice that. */
static const char refined[] =
    "experiment: refined\n"
    "study:\n"
    "  question: how far does it fall?\n"
    "  factors: {sheet: labels.simulation, push: labels.push, points: 'scene.grid.points[0]'}\n"
    "  response: {column: fall}\n"
    "  design: {refined: points}\n"
    "  published: [{table: fall.csv, match: [push], compare: {fall: {column: fall, relative: "
    "0.01}}}]\n" CASE "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"
    "sweep:\n"
    "  - grid: {labels.simulation: [light, heavy]}\n"
    "  - zip: {labels.cells: [2, 4], 'scene.grid.points': [[3, 3], [5, 5]]}\n"
    "derive:\n"
    "  task.dt: 0.004 / cells\n"
    "  scene.gravity[1]: -10 * (1 + (simulation == 'heavy'))\n";
static const char fall[] = "# source: made up\n# unit fall m\npush,fall,kind\n1,0.00003,printed\n";

static void run(const char *name, const char *text)
{
    char file[64];
    snprintf(file, sizeof file, "%s.yaml", name);
    folder_write(file, text);
    const shell_end s = shell_run(SHELL("run", file, "-o", name, "--quiet"));
    if (s.code != 0)
        print_message("%s%s", s.out, s.err);
    assert_int_equal(s.code, 0);
}

static char *page_of(const char *folder)
{
    char file[64];
    assert_int_equal(shell_run(SHELL("report", folder, "--no-plots")).code, 0);
    snprintf(file, sizeof file, "%s/report.html", folder);
    return text_of_file(file);
}

static void the_finest_grid_answers_for_each_subject(void **state)
{
    (void)state;
    folder_write("fall.csv", fall);
    run("refined", refined);
    const shell_end s = shell_run(SHELL("table", "refined"));
    assert_int_equal(s.code, 0);
    text_assert_has(s.out, "| heavy | 6e-05 ≠ 3e-05 |\n| light |       3e-05 ✓ |\n");
    text_assert_has(s.out, "; 1 of 2 published values reproduced (2 more of coarser grids are not "
                           "counted)\n");
}

/* The cell opens all grids: the coarse ones are there, by the number of their points. */
static void the_report_counts_the_finest_grid_and_opens_all(void **state)
{
    (void)state;
    char *page = page_of("refined");
    text_assert_has(page, "</strong> median error, 100 % at worst, of 2 cases</p>");
    text_assert_has(page, "1 of 2 published values reproduced.");
    text_assert_has(page, "of the finest grid, a cell opens all");
    const char *cells = strstr(page, "id=\"cells\">");
    assert_non_null(cells);
    assert_int_equal(text_count(cells, "\"title\":\"light, Symplectic Euler"), 2);
    assert_int_equal(text_count(cells, "\"title\":\"heavy, Symplectic Euler"), 2);
    assert_int_equal(text_count(cells, "Euler, Δt = 2 ms\""), 2);
    free(page);
}

static void the_site_says_what_it_does_not_count(void **state)
{
    (void)state;
    assert_int_equal(shell_run(SHELL("site", "refined", "-o", "site")).code, 0);
    char *page = text_of_file("site/index.html");
    text_assert_has(page, "1 of 2 published values reproduced.");
    text_assert_has(page, "</strong> median error, 100 % at worst, of 2 cases</p>");
    free(page);
}

/* One experiment, two tasks: a fall in metres is no answer beside a limit in milliseconds. */
static const char tasks[] =
    "experiment: tasks\n"
    "study:\n"
    "  question: which sheet is better?\n"
    "  factors: {sheet: labels.simulation, method: labels.integrator}\n" CASE "sweep:\n"
    "  - grid: {labels.simulation: [light, heavy]}\n"
    "  - zip: {labels.integrator: [symplectic_euler, rk4], integrator.name: [symplectic_euler, "
    "rk4]}\n"
    "  - zip:\n"
    "      task:\n"
    "        - {name: run, dt: 0.001, horizon: 2, energy: false}\n"
    "        - {name: equilibrium, dt: 0.001, horizon: 2, frames: false, criteria: {displacement: "
    "1}}\n"
    "derive: {'scene.gravity[1]': \"-10 * (1 + (simulation == 'heavy'))\"}\n";

static void each_quantity_has_a_grid_of_its_own(void **state)
{
    (void)state;
    run("tasks", tasks);
    const shell_end s = shell_run(SHELL("table", "tasks"));
    assert_int_equal(s.code, 0);
    assert_int_equal(text_count(s.out, "tasks: which sheet is better? ("), 2);
    assert_int_equal(text_count(s.out, "| Symplectic Euler |"), 2);
    assert_int_equal(text_count(s.out, " RK4 |"), 2);
    text_assert_lacks(s.out, ";");
    char *page = page_of("tasks");
    assert_int_equal(text_count(page, "<h3 id=\"answers-tasks\">"), 1);
    assert_int_equal(text_count(page, "<table class=\"answers\">"), 2);
    assert_int_equal(text_count(page, "<article class=\"verdict"), 2);
    text_assert_has(page, "None: all 8 cases gave a result; 4 have no answer, the first: ");
    free(page);
}

/* Two steps or four take longer on any hardware: sizes of one method are no order that could fail,
 * two methods are. */
static const char hardware[] =
    "experiment: %s\n"
    "study:\n"
    "  question: how long does it take?\n"
    "  factors: {sheet: labels.simulation, method: integrator.name, push: labels.push}\n"
    "  response: {column: fall}\n"
    "  published: [{table: times.csv, match: [%s], compare: {fall: {column: fall}}}]\n" CASE
    "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"
    "sweep:\n"
    "  - grid: {%s}\n"
    "derive: {task.dt: 0.001 * push}\n";

static char *hardware_page(const char *name, const char *match, const char *sweep,
                           const char *published)
{
    char text[2048];
    folder_write("times.csv", published);
    snprintf(text, sizeof text, hardware, name, match, sweep);
    run(name, text);
    return page_of(name);
}

static void an_order_of_sizes_is_none(void **state)
{
    (void)state;
    char *page = hardware_page("sizes", "push", "labels.push: [1, 2, 3]",
                               "# source: made up\n# unit fall m\npush,fall,kind\n1,5,hardware\n"
                               "2,6,hardware\n3,7,hardware\n");
    text_assert_has(page, "3 published values are of other hardware, which is no bound.");
    free(page);
    page = hardware_page("methods", "method", "integrator.name: [symplectic_euler, midpoint]",
                         "# source: made up\n# unit fall m\nmethod,fall,kind\n"
                         "symplectic_euler,5,hardware\nmidpoint,4,hardware\n");
    text_assert_has(page, "<strong>1 of 1</strong> pairs of methods stand in the published order");
    free(page);
    page = hardware_page(
        "both", "method, push",
        "integrator.name: [symplectic_euler, midpoint], labels.push: [1, 2]",
        "# source: made up\n# unit fall m\nmethod,push,fall,kind\nsymplectic_euler,1,5,hardware\n"
        "midpoint,1,4,hardware\nsymplectic_euler,2,7,hardware\nmidpoint,2,8,hardware\n");
    text_assert_has(page, "<strong>1 of 2</strong> pairs of methods stand in the published order");
    free(page);
}

/* Four experiments have a card below the total; a line names the others that are not reproduced. */
static void what_does_not_come_out_is_named_in_front(void **state)
{
    (void)state;
    static const char *const names[] = {"one", "two", "three", "four", "five", "six"};
    static const char study[] =
        "experiment: %s\n"
        "study:\n"
        "  factors: {push: labels.push}\n"
        "  response: {column: fall}\n"
        "  published: [{table: wrong.csv, match: [push], compare: {fall: {column: fall}}}]\n" CASE
        "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"
        "sweep: [{grid: {labels.push: [1]}}]\n";
    folder_write("wrong.csv", "# source: made up\n# unit fall m\npush,fall,kind\n1,7,printed\n");
    for (size_t i = 0; i < 6; i++) {
        char text[2048], file[64];
        snprintf(text, sizeof text, study, names[i]);
        snprintf(file, sizeof file, "%s.yaml", names[i]);
        folder_write(file, text);
    }
    assert_int_equal(shell_run(SHELL("run", "one.yaml", "two.yaml", "three.yaml", "four.yaml",
                                     "five.yaml", "six.yaml", "-o", "wrong", "--quiet"))
                         .code,
                     0);
    char *page = page_of("wrong");
    assert_int_equal(text_count(page, "<strong>0 of 1</strong> published values reproduced"), 5);
    assert_int_equal(text_count(page, "2 more answers; not everything is reproduced in "), 1);
    free(page);
}

/* --- one count --- */

/* Two sheets under two readings of what is published: 0.00003 m of the light one come out, 0.00006
 * m of the heavy one do not. Nothing says that the fall is asked for; it is what is compared. */
static const char readings[] =
    "experiment: readings\n"
    "study:\n"
    "  factors: {sheet: labels.simulation, push: labels.push}\n"
    "  published: [{table: sheets.csv, match: [sheet], compare: {fall: {column: fall, relative: "
    "0.01}}}]\n" CASE "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"
    "sweep:\n"
    "  - grid: {labels.simulation: [light, heavy], labels.push: [1, 2]}\n"
    "derive: {'scene.gravity[1]': \"-10 * (1 + (simulation == 'heavy'))\"}\n";

/* A published value counts once, and so in the terminal, in the report and on the site. */
static void terminal_report_and_site_count_alike(void **state)
{
    (void)state;
    folder_write("sheets.csv", "# source: made up\n# unit fall m\nsheet,fall,kind\n"
                               "light,0.00003,printed\nheavy,0.00003,printed\n");
    run("readings", readings);
    const shell_end s = shell_run(SHELL("table", "readings"));
    text_assert_has(s.out, "; 1 of 2 published values reproduced\n");
    char *page = page_of("readings");
    text_assert_has(page, "<strong>1 of 2</strong> published values reproduced");
    free(page);
    assert_int_equal(shell_run(SHELL("site", "readings", "-o", "counted")).code, 0);
    page = text_of_file("counted/index.html");
    text_assert_has(page, "<strong>1 of 2</strong> published values reproduced");
    free(page);
}

/* The same where the task is usually asked for something else: what is compared is asked for. */
static void what_alone_is_compared_is_asked_for(void **state)
{
    (void)state;
    folder_write("moved.csv", "# source: made up\n# unit y m\nsheet,y,kind\nlight,0,printed\n");
    run("moved",
        "experiment: moved\n"
        "study:\n"
        "  factors: {sheet: labels.simulation}\n"
        "  published: [{table: moved.csv, match: [sheet], compare: {sideways: {column: y, "
        "absolute: 1e-9}}}]\n" CASE "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"
        "sweep: [{grid: {labels.simulation: [light]}}]\n");
    const shell_end s = shell_run(SHELL("table", "moved"));
    text_assert_has(s.out, "; 1 of 1 published values reproduced\n");
    char *page = page_of("moved");
    text_assert_has(page, "<strong>1 of 1</strong> published values reproduced");
    free(page);
}

/* --- limits --- */

static const char limits[] =
    "experiment: %s\n"
    "%s"
    "case:\n"
    "  model: {name: oscillator, omega: 10}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  bounds: {displacement: 10}\n"
    "  task: {name: stable_step, horizon: 1000, search: {first: 0.03, increment: 0.03, cap: %s, "
    "tolerance: 0.0001}}\n"
    "sweep: [{grid: {integrator.name: [symplectic_euler, verlet]}}]\n";

static const char *table_of_limits(const char *name, const char *study, const char *cap)
{
    char text[1024];
    snprintf(text, sizeof text, limits, name, study, cap);
    run(name, text);
    return shell_run(SHELL("table", name)).out;
}

/* The search's step is the last of the grid that is stable, 180 ms; the answer is what the bracket
 * has, beyond it: at most 2/omega = 200 ms, where the oscillator loses its stability. */
static void the_answer_is_the_bisected_limit(void **state)
{
    (void)state;
    const char *out = table_of_limits("bisected", "", "0.5");
    const experiment_names names = *experiment_list("bisected/bisected/cases", ".h5");
    assert_int_equal(names.count, 2);
    for (size_t i = 0; i < 2; i++) {
        char path[128], printed[32];
        snprintf(path, sizeof path, "bisected/bisected/cases/%s", names.name[i]);
        const double limit = experiment_real(path, &column_bisected_stable);
        assert_near(experiment_real(path, &column_dt_stable), 0.18, 1e-12);
        assert_true(limit > 0.185 && limit <= 0.2);
        snprintf(printed, sizeof printed, "| %14.4g |\n", 1e3 * limit);
        text_assert_has(out, printed);
    }
}

/* A published value is one of a grid: it stays beside that of the search, and the caption says so.
 */
static void a_published_limit_is_compared_with_that_of_the_search(void **state)
{
    (void)state;
    folder_write("limits.csv", "# source: made up\n# unit dt s\nmethod,dt,kind\n"
                               "symplectic_euler,0.18,printed\nverlet,0.20,printed\n");
    const char *out = table_of_limits(
        "graded",
        "study:\n"
        "  factors: {method: integrator.name}\n"
        "  response: {column: dt_stable, unit: ms}\n"
        "  published: [{table: limits.csv, match: [method], compare: {dt_stable: dt}}]\n",
        "0.5");
    text_assert_has(out, "| Symplectic Euler |          180 ✓ |\n");
    text_assert_has(out, "| Verlet           |      180 ≠ 200 |\n");
    text_assert_has(out, "published ones beside the step of the search, not its bracket");
    text_assert_has(out, "; 1 of 2 published limits reproduced");
}

static void a_limit_that_the_search_did_not_reach_is_a_bound(void **state)
{
    (void)state;
    text_assert_has(table_of_limits("capped", "", "0.1"), "|    at least 90 |\n");
}

/* --- what rows are called --- */

static void assert_table_has(const char *name, const char *text, const char *const *row)
{
    run(name, text);
    const shell_end s = shell_run(SHELL("table", name));
    assert_int_equal(s.code, 0);
    for (size_t i = 0; row[i]; i++)
        text_assert_has(s.out, row[i]);
}

/* The push says which grid it is, and stands for its points. */
static void rows_are_called_by_what_tells_them(void **state)
{
    (void)state;
    static const char *const row[] = {"along gravity, m; all by Symplectic Euler)\n",
                                      "| push | dt (ms) |   heavy |   light |\n",
                                      "|    1 |     0.5 | 7.5e-06 | 7.5e-06 |\n",
                                      "|    1 |       1 |   3e-05 |   3e-05 |\n",
                                      "|    2 |     0.5 | 7.5e-06 | 7.5e-06 |\n",
                                      "|    2 |       1 |   3e-05 |   3e-05 |\n",
                                      NULL};
    assert_table_has("rows",
                     "experiment: rows\n"
                     "study:\n"
                     "  question: how far?\n"
                     "  factors: {sheet: labels.simulation, push: labels.push}\n" CASE
                     "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"
                     "sweep:\n"
                     "  - grid: {labels.simulation: [light, heavy]}\n"
                     "  - zip: {'scene.grid.points': [[3, 3], [5, 5]], labels.push: [1, 2]}\n"
                     "  - grid: {task.dt: [0.001, 0.0005]}\n",
                     row);
}

static void a_vector_is_told_by_one_component(void **state)
{
    (void)state;
    static const char *const row[] = {"| gravity[1] (m/s^2) |  fall (m) |\n",
                                      "|                -20 | 6.002e-05 |\n",
                                      "|                -10 |     3e-05 |\n", NULL};
    assert_table_has("vectors",
                     "experiment: vectors\n" CASE
                     "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"
                     "sweep: [{grid: {scene.gravity: [[0, -10, 0], [0, -20, 0.5]]}}]\n",
                     row);
}

/* Cases come by method; experiments with nothing published come by name all the same. */
static void experiments_come_by_name(void **state)
{
    (void)state;
    static const char one[] =
        "experiment: %s\n" CASE "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"
        "sweep: [{grid: {integrator.name: [%s]}}]\n";
    char text[1024];
    snprintf(text, sizeof text, one, "apart", "symplectic_euler");
    folder_write("apart.yaml", text);
    snprintf(text, sizeof text, one, "before", "forward_euler");
    folder_write("before.yaml", text);
    assert_int_equal(
        shell_run(SHELL("run", "apart.yaml", "before.yaml", "-o", "two", "--quiet")).code, 0);
    const shell_end s = shell_run(SHELL("table", "two"));
    assert_int_equal(s.code, 0);
    const char *apart = strstr(s.out, "\napart ("), *before = strstr(s.out, "\nbefore (");
    assert_non_null(apart);
    assert_non_null(before);
    assert_true(apart < before);
}

static void long_names_stand_down(void **state)
{
    (void)state;
    static const char *const row[] = {
        "| simulation                                   | fall (m) |\n",
        "| a sheet that falls freely and is not pushed  |    3e-05 |\n",
        "| a sheet that falls freely and is pushed once |    3e-05 |\n", NULL};
    assert_table_has("long",
                     "experiment: long\n" CASE
                     "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"
                     "sweep: [{grid: {labels.simulation: [a sheet that falls freely and is not "
                     "pushed, a sheet that falls freely and is pushed once]}}]\n",
                     row);
}

/* --- what stands beside: published values, theory, or both --- */

/* 3 g dt^2 = 3e-5 m of light sheets, half of what the heavy ones fall. */
#define BESIDE(NAME)                                                                               \
    "experiment: " NAME "\n"                                                                       \
    "study:\n"                                                                                     \
    "  question: how far?\n"                                                                       \
    "  factors: {sheet: labels.simulation}\n"                                                      \
    "  response: {column: fall}\n"

static char *beside_table(const char *form, const char *gravity, const char *folder)
{
    char text[2048];
    snprintf(text, sizeof text,
             "%s" CASE "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"
             "sweep: [{zip: {labels.simulation: [light, heavy], 'scene.gravity[1]': [-10, "
             "%s]}}]\n",
             form, gravity);
    run(folder, text);
    return strdup(shell_run(SHELL("table", folder)).out);
}

static void theory_is_not_called_published(void **state)
{
    static const char form[] = BESIDE("theory") "  reference: 0.00003\n";
    (void)state;
    char *out = beside_table(form, "-20", "theory");
    text_assert_has(out, "✓: as theory has it, within the study's tolerance");
    text_assert_has(out, "≠: not as theory has it; 10 ≠ 12: measured 10, theory 12.\n");
    text_assert_lacks(out, "as published");
    text_assert_lacks(out, "10 (12)"); /* nothing is of other hardware */
    const shell_end s = shell_run(SHELL("table", "theory", "published"));
    text_assert_has(s.out, "## Theory and what was measured\n");
    text_assert_has(s.out, "| theory | measured |");
    text_assert_lacks(s.out, "ublished");
    char *page = page_of("theory");
    text_assert_has(page, "✓: as theory has it, within");
    text_assert_has(page, "<span class=\"said\"> not as theory has it</span>");
    text_assert_lacks(page, "as published");
    free(page);
    free(out);
}

static void a_legend_lists_the_marks_that_occur(void **state)
{
    static const char form[] = BESIDE("agreed") "  reference: 0.00003\n";
    (void)state;
    char *out = beside_table(form, "-10.0001", "agreed");
    text_assert_has(out, "✓: as theory has it");
    text_assert_lacks(out, "≠");
    free(out);
}

static void a_table_of_both_says_both(void **state)
{
    static const char form[] = BESIDE("both") "  published: [{table: both.csv, match: [sheet], "
                                              "compare: {fall: {column: fall}}}]\n";
    (void)state;
    folder_write("both.csv", "# source: made up\n# unit fall m\nsheet,fall,kind\n"
                             "light,0.00003,printed\nheavy,0.00006,theory\n");
    char *out = beside_table(form, "-20", "both");
    text_assert_has(out, "✓: as published, or as theory has it, within");
    free(out);
    const shell_end s = shell_run(SHELL("table", "both", "published"));
    text_assert_has(s.out, "## Published values, theory and what was measured\n");
    text_assert_has(s.out, "| published | theory | measured |");
    text_assert_has(s.out, "|     3e-05 |      – |    3e-05 |");
    text_assert_has(s.out, "|         – |  6e-05 |    6e-05 |");
}

/* 7.5e-5 m beside 3e-5 m. */
static void an_error_is_measured_over_published_less_one(void **state)
{
    static const char form[] =
        BESIDE("errors") "  reference: 0.00003\n"
                         "  listing: {name: off, rows: [sheet], columns: {sheet: sheet, "
                         "by: error fall}}\n";
    (void)state;
    free(beside_table(form, "-25", "errors"));
    const shell_end s = shell_run(SHELL("table", "errors", "off", "--format", "csv"));
    text_assert_has(s.out, "sheet,by\nheavy,1.5\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_is_measured_over_published_less_one),
        cmocka_unit_test(theory_is_not_called_published),
        cmocka_unit_test(a_legend_lists_the_marks_that_occur),
        cmocka_unit_test(a_table_of_both_says_both),
        cmocka_unit_test(the_finest_grid_answers_for_each_subject),
        cmocka_unit_test(the_report_counts_the_finest_grid_and_opens_all),
        cmocka_unit_test(the_site_says_what_it_does_not_count),
        cmocka_unit_test(each_quantity_has_a_grid_of_its_own),
        cmocka_unit_test(an_order_of_sizes_is_none),
        cmocka_unit_test(what_does_not_come_out_is_named_in_front),
        cmocka_unit_test(terminal_report_and_site_count_alike),
        cmocka_unit_test(what_alone_is_compared_is_asked_for),
        cmocka_unit_test(the_answer_is_the_bisected_limit),
        cmocka_unit_test(a_published_limit_is_compared_with_that_of_the_search),
        cmocka_unit_test(a_limit_that_the_search_did_not_reach_is_a_bound),
        cmocka_unit_test(rows_are_called_by_what_tells_them),
        cmocka_unit_test(a_vector_is_told_by_one_component),
        cmocka_unit_test(experiments_come_by_name),
        cmocka_unit_test(long_names_stand_down),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
