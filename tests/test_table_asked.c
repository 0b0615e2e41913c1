/* What is asked of a table: columns by name, cases by a condition, an order; and the answers of a
 * sweep, a cell for each case, in pages where they are many. A sheet that falls freely for two
 * steps falls by 3 g dt^2 under symplectic Euler and by 2 g dt^2 under the midpoint rule, which is
 * what every cell is compared with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/near.h"
#include "support/shell.h"
#include "support/terminal.h"
#include "support/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASE                                                                                       \
    "case:\n"                                                                                      \
    "  model: {name: nedel, elasticity: 10, density: 0.1}\n"                                       \
    "  scene: {grid: {points: [3, 3], side: [1, 1]}, gravity: [0, -10, 0]}\n"                      \
    "  integrator: {name: symplectic_euler}\n"                                                     \
    "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"

/* Two sheets of one name: the label tells less than the gravity, and is no key of a row. */
static const char sheets[] =
    "experiment: sheets\n" CASE "sweep:\n"
    "  - zip: {labels.cloth: [silk, silk, wool], 'scene.gravity[1]': [-10, -20, -40]}\n"
    "  - grid: {task.dt: [0.001, 0.002, 0.004], integrator.name: [symplectic_euler, midpoint]}\n";

static int set_up(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    folder_write("sheets.yaml", sheets);
    return shell_run(SHELL("run", "sheets.yaml", "-o", "r", "--quiet")).code;
}

static double fall(const char *method, double gravity, double dt)
{
    return (strcmp(method, "Midpoint") == 0 ? 2 : 3) * -gravity * dt * dt;
}

enum { CELLS = 8, TEXT = 64 };

/* The cells of a line, between commas or bars, without spaces around them; how many. */
static size_t split(const char *line, char between, char cell[CELLS][TEXT])
{
    size_t count = 0;
    line += *line == '|';
    while (*line && *line != '\n' && count < CELLS) {
        line += strspn(line, " ");
        size_t length = 0;
        while (line[length] && line[length] != between && line[length] != '\n')
            length++;
        const char *next = line + length + (line[length] == between);
        while (length > 0 && line[length - 1] == ' ')
            length--;
        snprintf(cell[count++], TEXT, "%.*s", (int)length, line);
        line = next;
    }
    return count;
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static void each_case_has_a_cell_of_its_own(void **state)
{
    char head[CELLS][TEXT], row[CELLS][TEXT];
    size_t cells = 0;
    (void)state;
    const shell_end s = shell_run(SHELL("table", "r", "matrix"));
    assert_int_equal(s.code, 0);
    const char *line =
        strstr(s.out, "| gravity[1] (m/s^2) | dt (ms) | Midpoint | Symplectic Euler |");
    assert_non_null(line);
    assert_int_equal(split(line, '|', head), 4);
    for (line = next_line(next_line(line)); *line == '|'; line = next_line(line)) {
        assert_int_equal(split(line, '|', row), 4);
        for (size_t k = 2; k < 4; k++, cells++)
            assert_near(strtod(row[k], NULL),
                        fall(head[k], strtod(row[0], NULL), 1e-3 * strtod(row[1], NULL)), 1e-8);
    }
    assert_int_equal(cells, 18);
    text_assert_lacks(s.out, ";");
}

static void columns_are_values_by_name(void **state)
{
    char row[CELLS][TEXT];
    size_t rows = 0;
    (void)state;
    const shell_end s = shell_run(SHELL("table", "r", "--columns",
                                        "cloth, method,scene.gravity[1],dt,fall,published fall",
                                        "--format", "csv"));
    assert_int_equal(s.code, 0);
    text_assert_has(s.out,
                    "cloth,method,scene.gravity[1] [m/s^2],dt [s],fall [m],published fall [m]\n");
    for (const char *line = next_line(s.out); *line; line = next_line(line), rows++) {
        assert_int_equal(split(line, ',', row), 5); /* nothing is published */
        const double gravity = strtod(row[2], NULL);
        assert_string_equal(row[0], gravity < -30 ? "wool" : "silk");
        assert_near(strtod(row[4], NULL), fall(row[1], gravity, strtod(row[3], NULL)), 1e-12);
    }
    assert_int_equal(rows, 18);
    text_assert_lacks(s.err, "tables in");
}

/* A comma of a function divides no names, neither of columns nor of an order. */
static void functions_are_columns(void **state)
{
    char row[CELLS][TEXT];
    double last = 1;
    size_t rows = 0;
    (void)state;
    const shell_end s = shell_run(SHELL("table", "r", "--columns",
                                        "fall,abs(fall - 1e-4), max(fall, `published fall`),dt",
                                        "--sort", "-max(fall, 1e-4),dt", "--format", "csv"));
    text_assert_has(s.out, "fall [m],abs(fall - 1e-4),\"max(fall, `published fall`)\",dt [s]\n");
    for (const char *line = next_line(s.out); *line; line = next_line(line), rows++) {
        assert_int_equal(split(line, ',', row), 4);
        const double own = strtod(row[0], NULL);
        assert_near(strtod(row[1], NULL), fabs(own - 1e-4), 1e-12);
        assert_string_equal(row[2], ""); /* of a value that is not there none is computed */
        assert_true(fmax(own, 1e-4) <= last);
        last = fmax(own, 1e-4);
    }
    assert_int_equal(rows, 18);
}

static void a_column_of_no_case_is_said(void **state)
{
    (void)state;
    const shell_end s = shell_run(SHELL("table", "r", "--columns", "cloth,published fall,fall"));
    text_assert_has(s.out, "\n| cloth | fall (m) |\n");
    text_assert_has(s.out, "\n\npublished fall: no case has that value.\n");
    text_assert_lacks(s.out, "\nfall: no case");
}

/* A step that would round to another, and one that the study gives digits. */
static void paths_of_a_listing_are_told_apart(void **state)
{
    (void)state;
    folder_write(
        "near.yaml",
        "experiment: near\n"
        "study: {listing: {name: near, rows: task.dt, columns: [{name: fine, of: task.dt,\n"
        "  digits: 2}, {name: lost, of: energy_added}]}}\n"
        "case:\n"
        "  model: {name: oscillator, omega: 10}\n"
        "  integrator: {name: rk4}\n"
        "  task: {name: run, dt: 0.01, horizon: 10}\n"
        "sweep: [{grid: {task.dt: [0.001234561, 0.001234562, 0.002]}}]\n");
    assert_int_equal(shell_run(SHELL("run", "near.yaml", "-o", "near", "--quiet")).code, 0);
    const shell_end s = shell_run(SHELL("table", "near", "near"));
    text_assert_has(s.out, "| 0.001234561 |");
    text_assert_has(s.out, "| 0.001234562 |");
    text_assert_has(s.out, "|       0.002 |");
}

static void a_condition_keeps_cases_and_an_order_sorts_them(void **state)
{
    (void)state;
    const shell_end s =
        shell_run(SHELL("table", "r", "--columns", "dt,scene.gravity[1]", "--only",
                        ("cloth == 'silk' and method == 'Midpoint' and fall > 0.0001 and not "
                         "missing_below > 0"),
                        "--sort", "-dt,scene.gravity[1]", "--format", "csv"));
    assert_int_equal(s.code, 2); /* there is no such name */
    const shell_end t =
        shell_run(SHELL("table", "r", "--columns", "dt,scene.gravity[1]", "--only",
                        ("cloth == 'silk' and method == 'Midpoint' and fall > 0.00005 and "
                         "`published fall` != 1"),
                        "--sort", "-dt, scene.gravity[1]", "--format", "csv"));
    assert_int_equal(t.code, 0);
    assert_string_equal(t.out, "dt [s],scene.gravity[1] [m/s^2]\n0.004,-20\n0.004,-10\n"
                               "0.002,-20\n0.002,-10\n");
}

/* What is not there does not compare; the built-in tables take the same options. */
static void any_table_takes_a_condition(void **state)
{
    (void)state;
    const shell_end s = shell_run(SHELL("table", "r", "runs", "--only", "dt == 0.004", "--sort",
                                        "-scene.gravity[1]", "--format", "csv"));
    assert_int_equal(s.code, 0);
    assert_int_equal(text_count(s.out, "\n"), 7);
    text_assert_lacks(s.out, ",0.001,");
    const char *light = strstr(s.out, ",-10"), *heavy = strstr(s.out, ",-40");
    assert_true(light && heavy && light < heavy);
    const shell_end none = shell_run(SHELL("table", "r", "--only", "`published fall` > 0"));
    assert_int_equal(none.code, 0);
    assert_string_equal(none.out, "");
    text_assert_has(none.err, "matrix: no such case\n");
}

static void wrong_words_have_one_line_with_their_place(void **state)
{
    static const struct {
        const char *option, *word, *line;
    } wrong[] = {
        {"--columns", "dt,metod", "--columns:4: unknown name 'metod'; nearest allowed: 'method'\n"},
        {"--columns", "dt,", "--columns:4: unknown name ''; allowed: experiment, task, model, "},
        {"--columns", "dt,2 * (cloht + 1)",
         "--columns:9: unknown name 'cloht'; nearest allowed: 'cloth'\n"},
        {"--columns", "sqr(dt)", "--columns:1: unknown function 'sqr'; "},
        {"--columns", "dt *",
         "--columns:5: unexpected end; allowed: a number, a text, a name or '('\n"},
        {"--sort", "dt,-clothe", "--sort:5: unknown name 'clothe'; nearest allowed: 'cloth'\n"},
        {"--only", "dt >", "--only:5: unexpected end; allowed: a number, a text, a name or '('\n"},
        {"--only", "cloht == 'silk'", "--only:1: unknown name 'cloht'; nearest allowed: 'cloth"},
        {"--only", "'silk'", "--only:1: a text; allowed: a condition\n"},
        {"--only", "`dt", "--only:1: name without its closing `; allowed: `a name`\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const shell_end s = shell_run(SHELL("table", "r", wrong[i].option, wrong[i].word));
        assert_int_equal(s.code, 2);
        assert_string_equal(s.out, "");
        text_assert_has(s.err, wrong[i].line);
        assert_int_equal(text_count(s.err, "\n"), 1);
    }
}

/* Not in the order of the sweep. */
static void numbers_go_down_by_their_value(void **state)
{
    (void)state;
    folder_write("order.yaml",
                 "experiment: order\n" CASE "sweep: [{grid: {task.dt: [0.004, 0.01, 0.002]}}]\n");
    assert_int_equal(shell_run(SHELL("run", "order.yaml", "-o", "order", "--quiet")).code, 0);
    const shell_end s = shell_run(SHELL("table", "order", "matrix"));
    text_assert_has(s.out,
                    "|       2 |  0.00012 |\n|       4 |  0.00048 |\n|      10 |    0.003 |\n");
    const shell_end one = shell_run(SHELL("table", "order", "--only", "task.dt > 0.009"));
    text_assert_has(one.out, "\n|    0.003 |\n");
}

static void what_lacks_the_value_comes_last_in_either_order(void **state)
{
    (void)state;
    folder_write("absent.yaml", "experiment: absent\n"
                                "case:\n"
                                "  model: {name: oscillator, omega: 10}\n"
                                "  integrator: {name: verlet}\n"
                                "  task: {name: run, dt: 0.01, horizon: 2}\n"
                                "sweep:\n"
                                "  - grid:\n"
                                "      task: [{name: stable_step, horizon: 50},\n"
                                "             {name: run, dt: 0.01, horizon: 2},\n"
                                "             {name: run, dt: 0.02, horizon: 2}]\n");
    assert_int_equal(shell_run(SHELL("run", "absent.yaml", "-o", "absent", "--quiet")).code, 0);
    static const struct {
        const char *sort, *rows;
    } orders[] = {{"task.dt", "run,0.01\nrun,0.02\nstable_step,\n"},
                  {"-task.dt", "run,0.02\nrun,0.01\nstable_step,\n"}};
    for (size_t i = 0; i < 2; i++)
        text_assert_has(shell_run(SHELL("table", "absent", "--columns", "task,task.dt", "--sort",
                                        orders[i].sort, "--format", "csv"))
                            .out,
                        orders[i].rows);
}

static void a_case_without_the_value_says_why(void **state)
{
    (void)state;
    folder_write("late.yaml", "experiment: late\n"
                              "limits: {timeout: 0.2}\n"
                              "case:\n"
                              "  model: {name: oscillator, omega: 10}\n"
                              "  integrator: {name: verlet}\n"
                              "  task: {name: stable_step, horizon: 1000000000}\n");
    shell_run(SHELL("run", "late.yaml", "-o", "late", "--quiet"));
    const shell_end s = shell_run(SHELL("table", "late", "--columns", "task,dt_stable"));
    text_assert_has(s.out, "| stable_step |        timeout |\n");
}

static void an_interval_has_both_its_ends(void **state)
{
    char cell[CELLS][TEXT], shown[2 * TEXT];
    (void)state;
    folder_write("order.yaml",
                 "experiment: order\n"
                 "case:\n"
                 "  model: {name: oscillator, omega: 2}\n"
                 "  integrator: {name: rk4}\n"
                 "  task: {name: accuracy, end: 1, dts: [0.1, 0.05, 0.025],\n"
                 "         repeats: 1, reference: {integrator: gsl_rk8pd, dt: 0.01}}\n");
    assert_int_equal(shell_run(SHELL("run", "order.yaml", "-o", "fit", "--quiet")).code, 0);
    const shell_end s = shell_run(SHELL("table", "fit", "orders", "--format", "csv"));
    assert_int_equal(split(next_line(s.out), ',', cell), 6);
    const double low = strtod(cell[4], NULL), high = strtod(cell[5], NULL);
    assert_true(low < 4.03 && 4.03 < high);
    snprintf(shown, sizeof shown, "| [%.4g, %.4g] |", low, high);
    text_assert_has(shell_run(SHELL("table", "fit", "orders")).out, shown);
}

/* Two files without their plan, as somebody has passed them on: nothing says how they differ. */
static void cases_that_nothing_tells_apart_have_rows_of_their_own(void **state)
{
    static const char *const gravity[] = {"-10", "-30"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char text[1024];
        snprintf(text, sizeof text, "experiment: alike\n" CASE "derive: {'scene.gravity[1]': %s}\n",
                 gravity[i]);
        folder_write("alike.yaml", text);
        assert_int_equal(shell_run(SHELL("run", "alike.yaml", "-o", "alike", "--quiet")).code, 0);
    }
    assert_int_equal(remove("alike/alike/study.h5"), 0);
    assert_int_equal(remove("alike/alike/index.h5"), 0);
    const shell_end s = shell_run(SHELL("table", "alike", "matrix"));
    text_assert_has(s.out, "|    3e-05 |\n");
    text_assert_has(s.out, "|    9e-05 |\n");
}

/* 45 weights, 3 steps, 2 methods: the steps divide pages. Print has all, a terminal the first
 * page's first rows, and says how the others are listed. */
static void many_rows_are_pages(void **state)
{
    char text[16384], sweep[2048] = "";
    size_t used = 0;
    (void)state;
    for (int i = 1; i <= 45; i++)
        used += (size_t)snprintf(sweep + used, sizeof sweep - used, "%s-%d", i > 1 ? ", " : "", i);
    snprintf(text, sizeof text,
             "experiment: many\n" CASE "sweep:\n  - grid: {task.dt: [0.001, 0.002, 0.004], "
             "integrator.name: [symplectic_euler, midpoint], 'scene.gravity[1]': [%s]}\n",
             sweep);
    folder_write("many.yaml", text);
    assert_int_equal(shell_run(SHELL("run", "many.yaml", "-o", "many", "--quiet")).code, 0);
    const shell_end s = shell_run(SHELL("table", "many", "matrix"));
    assert_int_equal(text_count(s.out, " ms\n\n| "), 3);
    assert_int_equal(text_count(s.out, "\n|"), 3 * (45 + 2));
    assert_int_equal(terminal_run(80, 500, SHELL("table", "many", "matrix"), text, sizeof text), 0);
    text_assert_has(text, "dt 1 ms");
    text_assert_lacks(text, "dt 2 ms");
    text_assert_has(text,
                    "190 more cases: `--format csv` lists all, `--only \"task.dt == 0.001\"`");
}

/* A table of the study's own: two methods a row, of which a condition keeps one; the heaviest
 * first.
 */
static const char listed[] =
    "experiment: listed\n"
    "study:\n"
    "  factors: {weight: 'scene.gravity[1]', step: task.dt}\n"
    "  listing:\n"
    "    - name: falls\n"
    "      rows: [weight, step]\n"
    "      only: \"dt < 0.004 and method == 'Midpoint'\"\n"
    "      sort: '-max(fall, 0)'\n"
    "      columns: [{name: weight, of: weight}, {name: dt, of: step}, {name: fall_mm, of: fall, "
    "unit: mm, digits: 2}, {name: runs, of: count}, {name: method, of: integrator.name}, {name: "
    "big, of: \"max(1e3 * fall, 0.05)\", digits: 2}]\n" CASE "sweep:\n"
    "  - grid: {'scene.gravity[1]': [-10, -24.4], task.dt: [0.001, 0.002, 0.004], integrator.name: "
    "[symplectic_euler, midpoint]}\n";

static void a_listing_has_condition_order_unit_and_digits(void **state)
{
    (void)state;
    folder_write("listed.yaml", listed);
    assert_int_equal(shell_run(SHELL("run", "listed.yaml", "-o", "l", "--quiet")).code, 0);
    const shell_end s = shell_run(SHELL("table", "l", "falls", "--format", "csv"));
    assert_int_equal(s.code, 0);
    assert_string_equal(s.out,
                        "weight,dt,fall_mm,runs,method,big\n-24.4,0.002,0.1952,1,midpoint,0.1952\n"
                        "-10,0.002,0.08,1,midpoint,0.08\n-24.4,0.001,0.0488,1,midpoint,0.05\n"
                        "-10,0.001,0.02,1,midpoint,0.05\n");
    char *text = text_of_file("l/tables/falls.md");
    text_assert_has(text, "| weight |    dt | fall_mm (mm) | runs | method   |  big |\n");
    text_assert_has(text, "|  -24.4 | 0.002 |          0.2 |    1 | midpoint |  0.2 |\n");
    text_assert_has(text, "|  -24.4 | 0.001 |        0.049 |    1 | midpoint | 0.05 |\n");
    free(text);
}

/* Nothing is published: the column of the error is empty in the CSV, and said for people. */
static void a_column_of_a_listing_that_no_case_has_is_said(void **state)
{
    static const char unpublished[] =
        "experiment: unpublished\n"
        "study:\n"
        "  factors: {step: task.dt}\n"
        "  listing:\n"
        "    - {name: errors, rows: [step], columns: [{name: dt, of: step}, {name: off, of: error "
        "fall}]}\n" CASE "sweep:\n  - grid: {task.dt: [0.001, 0.002]}\n";
    (void)state;
    folder_write("unpublished.yaml", unpublished);
    assert_int_equal(shell_run(SHELL("run", "unpublished.yaml", "-o", "e", "--quiet")).code, 0);
    shell_end s = shell_run(SHELL("table", "e", "errors", "--format", "csv"));
    assert_string_equal(s.out, "dt,off\n0.001,\n0.002,\n");
    s = shell_run(SHELL("table", "e", "errors"));
    text_assert_has(s.out, "\n\noff: no case has that value.\n\n");
    text_assert_has(s.out, "\n|    dt |\n");
}

/* Sheets fall by 3 g dt^2: 0.03 and 0.12 mm, of which a source printed 0.02 and 0.12. */
static void an_error_is_a_column_as_what_is_published_is(void **state)
{
    (void)state;
    folder_write("falls.csv", "# source: nobody\n# unit printed mm\nstep,printed\n0.001,0.02\n"
                              "0.002,0.12\n");
    folder_write(
        "errors.yaml",
        "experiment: errors\n"
        "study:\n"
        "  factors: {step: task.dt}\n"
        "  published: [{table: falls.csv, match: [step], compare: {fall: {column: printed, "
        "relative: 0.1}}}]\n"
        "  listing: {name: off, rows: step, columns: {off: error fall}}\n"
        "  figures: [{name: f, x: step, y: error fall}]\n" CASE
        "sweep: [{grid: {task.dt: [0.001, 0.002]}}]\n");
    assert_int_equal(shell_run(SHELL("run", "errors.yaml", "-o", "o", "--quiet")).code, 0);
    shell_end s =
        shell_run(SHELL("table", "o", "--columns",
                        "step,error fall,1 + `error fall`,published fall", "--format", "csv"));
    const char *line = next_line(s.out);
    char row[CELLS][TEXT];
    text_assert_has(s.out, ",error fall,1 + `error fall`,published fall [m]\n");
    for (int i = 0; i < 2; i++, line = next_line(line)) {
        assert_int_equal(split(line, ',', row), 4);
        assert_near(strtod(row[1], NULL), i ? 0 : 0.5, 1e-9);
        assert_near(strtod(row[2], NULL), i ? 1 : 1.5, 1e-9);
    }
    s = shell_run(SHELL("table", "o", "off", "--format", "csv"));
    assert_near(strtod(next_line(s.out), NULL), 0.5, 1e-9);
    s = shell_run(SHELL("table", "o", "--columns", "wholly"));
    text_assert_has(s.err, "quantities`), published QUANTITY, error QUANTITY\n");
}

/* One name for a step, a frequency and a label, of which each has another unit. */
static void what_experiments_call_alike_has_a_unit_only_if_it_is_one(void **state)
{
    (void)state;
#define OSCILLATOR                                                                                 \
    "case:\n  model: {name: oscillator, omega: 10}\n  bounds: {displacement: 10}\n"                \
    "  integrator: {name: rk4}\n"
    folder_write("alpha.yaml",
                 "experiment: alpha\nstudy: {factors: {size: model.omega}}\n" OSCILLATOR
                 "  task: {name: stable_step, horizon: 100, search: {first: 0.01, increment: 0.01, "
                 "cap: 0.5}}\nsweep: [{grid: {model.omega: [10, 20]}}]\n");
    folder_write("beta.yaml", "experiment: beta\nstudy: {factors: {size: task.dt}}\n" OSCILLATOR
                              "  task: {name: run, dt: 0.01, horizon: 10}\n"
                              "sweep: [{grid: {task.dt: [0.01, 0.02]}}]\n");
    assert_int_equal(shell_run(SHELL("run", "alpha.yaml", "-o", "u", "--quiet")).code, 0);
    shell_end end = shell_run(SHELL("table", "u", "--columns", "size,answer", "--format", "csv"));
    text_assert_has(end.out, "size [rad/s],answer [ms],answer_word\n");
    assert_int_equal(shell_run(SHELL("run", "beta.yaml", "-o", "u", "--quiet")).code, 0);
    end = shell_run(SHELL("table", "u", "--columns", "size,answer", "--format", "csv"));
    /* RK4 keeps 2 sqrt 2 / omega: 282.8 and 141.4 ms, on a grid of 10 ms */
    text_assert_has(end.out, "size,answer,answer_word,answer_unit\n10,280,,ms\n20,140,,ms\n");
    end = shell_run(SHELL("table", "u", "--columns", "size,answer"));
    text_assert_has(end.out, "| size | ");
    text_assert_has(end.out, " answer |\n");
    text_assert_has(end.out, " 280 ms |\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_case_has_a_cell_of_its_own),
        cmocka_unit_test(columns_are_values_by_name),
        cmocka_unit_test(functions_are_columns),
        cmocka_unit_test(a_column_of_no_case_is_said),
        cmocka_unit_test(paths_of_a_listing_are_told_apart),
        cmocka_unit_test(a_condition_keeps_cases_and_an_order_sorts_them),
        cmocka_unit_test(any_table_takes_a_condition),
        cmocka_unit_test(wrong_words_have_one_line_with_their_place),
        cmocka_unit_test(numbers_go_down_by_their_value),
        cmocka_unit_test(what_lacks_the_value_comes_last_in_either_order),
        cmocka_unit_test(a_case_without_the_value_says_why),
        cmocka_unit_test(an_interval_has_both_its_ends),
        cmocka_unit_test(cases_that_nothing_tells_apart_have_rows_of_their_own),
        cmocka_unit_test(many_rows_are_pages),
        cmocka_unit_test(what_experiments_call_alike_has_a_unit_only_if_it_is_one),
        cmocka_unit_test(an_error_is_a_column_as_what_is_published_is),
        cmocka_unit_test(a_listing_has_condition_order_unit_and_digits),
        cmocka_unit_test(a_column_of_a_listing_that_no_case_has_is_said),
    };
    return cmocka_run_group_tests(tests, set_up, folder_leave);
}
