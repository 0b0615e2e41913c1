/* The first screen of a study with nothing published: the answers themselves and whose the least
 * and the largest are, and a figure of them, which `trama report` draws where none stands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A sheet that falls freely for two steps of 1 ms falls by 3 g dt^2 under symplectic Euler, by 2 g
 * dt^2 under the midpoint rule and leapfrog, whatever it is made of. */
#define FALL                                                                                       \
    "case:\n"                                                                                      \
    "  model: {name: nedel, elasticity: 10, density: 0.1}\n"                                       \
    "  scene: {grid: {points: [3, 3], side: [1, 1]}, gravity: [0, -10, 0]}\n"                      \
    "  integrator: {name: symplectic_euler}\n"                                                     \
    "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"

static const char weights[] = "experiment: weights\nsummary: who falls fastest\n" FALL "sweep:\n"
                              "  - grid: {'scene.gravity[1]': [-10, -20, -40]}\n"
                              "  - grid: {integrator.name: [symplectic_euler, leapfrog]}\n";
static const char methods[] =
    "experiment: methods\n" FALL "sweep: [{grid: {integrator.name: [symplectic_euler, midpoint], "
    "model.elasticity: [10, 20]}}]\n";

static void run(const char *name, const char *text)
{
    char file[64];
    snprintf(file, sizeof file, "%s.yaml", name);
    folder_write(file, text);
    assert_int_equal(shell_run(SHELL("run", file, "-o", name, "--quiet")).code, 0);
}

static char *page_of(const char *folder)
{
    char file[64];
    snprintf(file, sizeof file, "%s/report.html", folder);
    return text_of_file(file);
}

/* Without figures, the answers and their names alone. */
static void the_answers_stand_in_front(void **state)
{
    (void)state;
    run("weights", weights);
    assert_int_equal(shell_run(SHELL("report", "weights", "--no-plots")).code, 0);
    assert_int_equal(access("weights/plots", F_OK), -1);
    char *page = page_of("weights");
    text_assert_has(page, "<h1>Who falls fastest</h1>");
    text_assert_has(page,
                    "<h3>weights: how far the centre of mass ends below where it began, along "
                    "gravity</h3>\n"
                    "<p class=\"count\"><strong>2e-05 to 0.00012</strong> m");
    text_assert_has(page, "Least: gravity[1] -10 m/s^2, Leapfrog. Largest: gravity[1] -40 m/s^2, "
                          "Symplectic Euler.");
    text_assert_has(page, "None: all 6 cases gave a result.");
    text_assert_lacks(page, "<figure class=\"leading\">");
    free(page);
}

/* The same cards on the terminal, on the page and on the site: title, value with its unit, and what
 * must be known beside it. */
static void terminal_page_and_site_say_the_same(void **state)
{
    (void)state;
    static const char *const said[] = {
        "weights: how far the centre of mass ends below where it began, along gravity",
        "2e-05 to 0.00012",
        "Least: gravity[1] -10 m/s^2, Leapfrog. Largest: gravity[1] -40 m/s^2, Symplectic Euler.",
    };
    char *table = strdup(shell_run(SHELL("table", "weights")).out);
    char *run = strdup(shell_run(SHELL("run", "weights.yaml", "-o", "weights")).out);
    assert_int_equal(shell_run(SHELL("site", "weights", "-o", "site")).code, 0);
    char *page = page_of("weights"), *site = text_of_file("site/index.html");
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        text_assert_has(table, said[i]);
        text_assert_has(run, said[i]);
        text_assert_has(page, said[i]);
        text_assert_has(site, said[i]);
    }
    text_assert_has(site, "<a href=\"weights/report.html#answers-weights\">");
    assert_int_equal(text_count(site, "<article class=\"verdict"),
                     text_count(page, "<article class=\"verdict"));
    free(table);
    free(run);
    free(page);
    free(site);
}

/* A report draws what is missing, once; against what is swept, and in front. */
static void a_report_draws_its_figures(void **state)
{
    (void)state;
    shell_end s = shell_run(SHELL("report", "weights"));
    assert_int_equal(s.code, 0);
    assert_string_equal(s.err, "");
    assert_int_equal(access("weights/plots/response.pdf", F_OK), 0);
    char *page = page_of("weights");
    text_assert_has(page, "<figure class=\"leading\">");
    text_assert_has(page, "<a href=\"#plot-response\">");
    text_assert_has(page, "<figure id=\"plot-response\"");
    free(page);
}

/* An index is no result: figures are not older for one that was made anew. */
static void an_index_made_anew_leaves_figures_as_they_are(void **state)
{
    (void)state;
    const struct timespec later[2] = {{.tv_sec = 4000000000}, {.tv_sec = 4000000000}};
    assert_int_equal(utimensat(AT_FDCWD, "weights/weights/index.h5", later, 0), 0);
    const shell_end s = shell_run(SHELL("report", "weights"));
    assert_int_equal(s.code, 0);
    assert_string_equal(s.err, "");
}

/* What is not new is said, and stays. */
static void figures_older_than_the_results_are_named(void **state)
{
    (void)state;
    const struct timespec long_ago[2] = {{.tv_sec = 1000000}, {.tv_sec = 1000000}};
    assert_int_equal(utimensat(AT_FDCWD, "weights/plots/SHA256SUMS", long_ago, 0), 0);
    const shell_end s = shell_run(SHELL("report", "weights"));
    assert_int_equal(s.code, 0);
    assert_string_equal(s.err, "weights/plots: older than the results; `trama plot weights` draws "
                               "them anew\n");
    struct stat is;
    assert_int_equal(stat("weights/plots/SHA256SUMS", &is), 0);
    assert_int_equal(is.st_mtime, 1000000);
    /* titles may have changed since: results as old as the figures leave the program */
    assert_int_equal(system("find weights -name '*.h5' -exec touch -d @1000000 {} +"), 0);
    assert_string_equal(shell_run(SHELL("report", "weights")).err,
                        "weights/plots: older than this program; `trama plot weights` draws them "
                        "anew\n");
    assert_int_equal(shell_run(SHELL("plot", "weights")).code, 0);
    assert_string_equal(shell_run(SHELL("report", "weights")).err, "");
}

/* A line a method, which is named by what differs alone. */
static void answers_are_drawn_over_what_is_swept(void **state)
{
    (void)state;
    run("methods", methods);
    assert_int_equal(shell_run(SHELL("report", "methods")).code, 0);
    char *data = text_of_file("methods/plots/response.dat");
    text_assert_has(data, "# Symplectic Euler\n NaN NaN NaN NaN NaN 0 NaN 0 0\n"
                          " 10 3e-05 NaN NaN NaN 0 NaN 0 0\n 20 3e-05 NaN NaN NaN 0 NaN 0 0\n");
    text_assert_has(data, "# Midpoint\n NaN NaN NaN NaN NaN 0 NaN 0 0\n 10 2e-05 NaN");
    free(data);
    char *page = page_of("methods");
    text_assert_has(page, "<strong>2e-05 to 3e-05</strong> m");
    text_assert_has(page, "Least: Midpoint, elasticity 10 N/m and 1 more. Largest: "
                          "Symplectic Euler, elasticity 10 N/m and 1 more.");
    text_assert_has(page, "<a href=\"#plot-response\">");
    free(page);
}

/* A number that goes with a name, as the weight of each planet does, is no dependence. */
static void a_number_that_goes_with_a_name_is_no_axis(void **state)
{
    (void)state;
    run("planets", "experiment: planets\n" FALL "sweep:\n"
                   "  - zip: {labels.simulation: [moon, mars, earth], 'scene.gravity[1]': [-2, -4, "
                   "-10]}\n");
    assert_int_equal(shell_run(SHELL("plot", "planets")).code, 0);
    char *data = text_of_file("planets/plots/response.dat");
    text_assert_has(data, "# 1: moon\n# 2: mars\n# 3: earth\n");
    free(data);
}

/* Of several experiments without a question the page is called by its folder, and says of what each
 * of its answers is. */
static void several_experiments_are_counted_and_named(void **state)
{
    (void)state;
    assert_int_equal(
        shell_run(SHELL("run", "weights.yaml", "methods.yaml", "-o", "both", "--quiet")).code, 0);
    assert_int_equal(shell_run(SHELL("report", "both", "--no-plots")).code, 0);
    char *page = page_of("both");
    text_assert_has(page, "<h1>Both: 2 experiments</h1>");
    text_assert_has(page, "<h3>methods: how far the centre of mass ends");
    text_assert_has(page, "<h3>weights: how far the centre of mass ends");
    free(page);
}

/* More cases than a screen shows whole are data on the page, one row each; fewer are not. */
static void a_large_study_lists_all_cases(void **state)
{
    (void)state;
    run("large",
        "experiment: large\n" FALL "sweep: [{grid: {'scene.gravity[1]': [-1, -2, -3, -4, -5, "
        "-6, -7, -8, -9, -10, -11, -12, -13], model.density: [0.1, 0.2, 0.3, 0.4, 0.5]}}]\n");
    assert_int_equal(shell_run(SHELL("report", "large", "--no-plots")).code, 0);
    char *page = page_of("large");
    const char *listing = strstr(page, "id=\"listing\">");
    assert_non_null(listing);
    assert_int_equal(text_count(listing, ".h5\"]"), 65);
    assert_int_equal(text_count(listing, "\"answer\",\"ended\"],\"rows\":["), 1);
    assert_int_equal(text_count(listing, "\n[-3,0.2,\"9e-06 m\",\"ok\","), 1); /* 3 g dt^2 */
    free(page);
    page = page_of("weights");
    text_assert_lacks(page, "id=\"listing\"");
    free(page);
}

/* Verlet is stable up to 2/omega, so steps of 30 ms come to 180, 150 and 120 ms: 50, 25 and 0 %
 * from 120 ms. */
static void errors_against_theory_have_median_and_worst(void **state)
{
    (void)state;
    folder_write(
        "errors.yaml",
        "experiment: errors\n"
        "study: {question: How far off?, reference: 0.12, response: {column: dt_stable, "
        "unit: ms}}\n"
        "case:\n"
        "  model: {name: oscillator, omega: 10}\n"
        "  bounds: {displacement: 10}\n"
        "  task: {name: stable_step, horizon: 2000, search: {first: 0.03, increment: 0.03, "
        "cap: 0.5}}\n"
        "sweep:\n"
        "  - grid: {model.omega: [10, 12, 14], integrator.name: [verlet]}\n");
    assert_int_equal(shell_run(SHELL("run", "errors.yaml", "-o", "errors", "-q")).code, 0);
    const shell_end end = shell_run(SHELL("table", "errors"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "25 % median error, 50 % at worst, of 3 cases");
    text_assert_has(end.out, "| Verlet |     3 |         25 % |        50 % | omega 10 rad/s |");
}

static void labels_are_shown_as_they_were_written(void **state)
{
    (void)state;
    run("labels",
        "experiment: labels\nstudy: {factors: {cloth: labels.cloth, method: "
        "labels.integrator}}\n" FALL "sweep:\n"
        "  - grid: {labels.cloth: ['007', 1e2, red_silk]}\n"
        "  - zip: {labels.integrator: [my_method, symplectic_euler], model.elasticity: [10, "
        "20]}\n");
    const shell_end end = shell_run(SHELL("table", "labels"));
    text_assert_has(end.out, "| cloth    | my_method | Symplectic Euler |\n");
    text_assert_has(end.out, "\n| 007      | ");
    text_assert_has(end.out, "\n| 1e2      | ");
    text_assert_has(end.out, "\n| red_silk | ");
}

/* Steps of 30 ms come to 180, 150, 120 and 120 ms: 80, 50, 20 and 20 % from 100 ms. That of omega 2
 * is 1 s, past the cap. */
static void a_search_that_ends_at_its_cap_has_no_error(void **state)
{
    (void)state;
    folder_write("capped.yaml",
                 "experiment: capped\n"
                 "study: {reference: 0.1, response: {column: dt_stable}}\n"
                 "case:\n"
                 "  model: {name: oscillator, omega: 10}\n"
                 "  bounds: {displacement: 10}\n"
                 "  task: {name: stable_step, horizon: 2000, search: {first: 0.03, increment: "
                 "0.03, cap: 0.5}}\n"
                 "sweep:\n"
                 "  - grid: {model.omega: [2, 10, 12, 14, 15], integrator.name: [verlet]}\n");
    assert_int_equal(shell_run(SHELL("run", "capped.yaml", "-o", "capped", "-q")).code, 0);
    const shell_end end = shell_run(SHELL("table", "capped"));
    text_assert_has(end.out, "35 % median error, 80 % at worst, of 4 cases");
    text_assert_has(end.out, "| Verlet | 4 of 5 |         35 % |        80 % | omega 10 rad/s |");
}

/* A median, a worst and a table say nothing of one case. */
static void one_case_has_an_error_alone(void **state)
{
    (void)state;
    folder_write("one.yaml",
                 "experiment: one\n"
                 "study: {reference: 0.1, response: {column: dt_stable}}\n"
                 "case:\n"
                 "  model: {name: oscillator, omega: 14}\n"
                 "  integrator: {name: verlet}\n"
                 "  bounds: {displacement: 10}\n"
                 "  task: {name: stable_step, horizon: 2000, search: {first: 0.03, increment: "
                 "0.03, cap: 0.5}}\n");
    assert_int_equal(shell_run(SHELL("run", "one.yaml", "-o", "one", "-q")).code, 0);
    const shell_end end = shell_run(SHELL("table", "one"));
    text_assert_has(end.out, ": 20 % error.");
    text_assert_lacks(end.out, "median");
}

/* Of six experiments with a published limit the last is not reproduced. */
static void what_is_not_reproduced_follows_what_leads(void **state)
{
    (void)state;
    folder_write("right.csv", "# source: a book\n# unit limit s\nomega,limit\n10,0.18\n");
    folder_write("wrong.csv", "# source: a book\n# unit limit s\nomega,limit\n10,0.15\n");
    for (int i = 1; i <= 6; i++) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "experiment: limit-%d\n"
            "study: {question: 'Limit %d?', factors: {omega: model.omega}, published: [{table: "
            "%s.csv, match: [omega], compare: {dt_stable: {column: limit}}}]}\n"
            "case:\n"
            "  model: {name: oscillator, omega: 10}\n"
            "  integrator: {name: verlet}\n"
            "  bounds: {displacement: 10}\n"
            "  task: {name: stable_step, horizon: 2000, search: {first: 0.03, increment: "
            "0.03, cap: 0.5}}\n",
            i, i, i == 6 ? "wrong" : "right");
        folder_write("limit.yaml", text);
        assert_int_equal(shell_run(SHELL("run", "limit.yaml", "-o", "limits", "-q")).code, 0);
    }
    assert_int_equal(shell_run(SHELL("report", "limits", "--no-plots")).code, 0);
    char *page = page_of("limits");
    const char *first = strstr(page, "<h3>Limit 1?</h3>"),
               *last = strstr(page, "<h3>Limit 6?</h3>"),
               *second = strstr(page, "<h3>Limit 2?</h3>");
    assert_true(first && last && second && first < last && last < second);
    text_assert_lacks(page, "<h3>Limit 5?</h3>");
    text_assert_lacks(page, "not everything is reproduced in");
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answers_stand_in_front),
        cmocka_unit_test(a_report_draws_its_figures),
        cmocka_unit_test(an_index_made_anew_leaves_figures_as_they_are),
        cmocka_unit_test(figures_older_than_the_results_are_named),
        cmocka_unit_test(terminal_page_and_site_say_the_same),
        cmocka_unit_test(answers_are_drawn_over_what_is_swept),
        cmocka_unit_test(a_number_that_goes_with_a_name_is_no_axis),
        cmocka_unit_test(several_experiments_are_counted_and_named),
        cmocka_unit_test(a_large_study_lists_all_cases),
        cmocka_unit_test(errors_against_theory_have_median_and_worst),
        cmocka_unit_test(labels_are_shown_as_they_were_written),
        cmocka_unit_test(a_search_that_ends_at_its_cap_has_no_error),
        cmocka_unit_test(one_case_has_an_error_alone),
        cmocka_unit_test(what_is_not_reproduced_follows_what_leads),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
