/* Values of the case beside a case, times of parts of a run, and expressions over both: what tables
 * list of several cases at once. A free body that falls from rest for two steps of symplectic Euler
 * falls by 3 g dt^2, under the midpoint rule by 2 g dt^2, which every cell is compared with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "results/csv.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/shell.h"
#include "support/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CASE                                                                                       \
    "case:\n"                                                                                      \
    "  model: {name: nedel, elasticity: 10, density: 0.1}\n"                                       \
    "  scene: {grid: {points: [3, 3], side: [1, 1]}, gravity: [0, -10, 0]}\n"                      \
    "  integrator: {name: symplectic_euler}\n"                                                     \
    "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"

/* The listing has a row a case, and one a step: of other experiments too. */
static const char sheets[] =
    "experiment: sheets\n"
    "study:\n"
    "  factors: {by: integrator.name, step: task.dt}\n"
    "  listing:\n"
    "    - name: ratios\n"
    "      title: Falls beside each other\n"
    "      note: midpoint falls less\n"
    "      rows: cases\n"
    "      only: by != 'midpoint'\n"
    "      sort: -task.dt\n"
    "      columns:\n"
    "        - {name: dt, of: task.dt}\n"
    "        - {name: other, of: fall where by is midpoint, unit: mm}\n"
    "        - {name: ratio, of: '`fall where by is midpoint` / fall'}\n"
    "        - {name: scaled, of: 1000 * fall, unit: mm}\n"
    "    - name: by_mass\n"
    "      rows: model.density\n"
    "      columns: {density: model.density, cases: count, most: largest fall}\n"
    "    - name: furthest\n"
    "      rows: step\n"
    "      columns:\n"
    "        - {name: by, of: by where fall is largest}\n"
    "        - {name: fall, of: fall where fall is largest, unit: mm}\n"
    "        - {name: ratio, of: step / fall where fall is largest}\n"
    "        - {name: end, of: status where fall is largest}\n"
    "    - {name: untimed, rows: by, columns: {by: by, dt: step where contact_time is least}}\n"
    "    - name: shortest\n"
    "      rows: by\n"
    "      columns: [{name: by, of: by}, {name: step, of: 1000 * task.dt where fall is least, "
    "unit: "
    "ms}]\n" CASE "sweep:\n"
    "  - grid: {task.dt: [0.001, 0.002, 0.004], integrator.name: [symplectic_euler, midpoint, "
    "verlet]}\n"
    "  - grid: {model.density: [0.1]}\n";

/* Two readings of the midpoint rule, which the other method does not tell apart; and a step that
 * goes with the method alone. */
static const char doubled[] =
    "experiment: doubled\n" CASE "sweep:\n"
    "  - zip:\n"
    "      integrator.name: [symplectic_euler, midpoint, midpoint, verlet]\n"
    "      labels: [{}, {reading: a}, {reading: b}, {}]\n"
    "      task.dt: [0.002, 0.002, 0.002, 0.004]\n"
    "  - grid: {'scene.gravity[1]': [-10, -20]}\n";

/* Numbers that six digits do not tell apart. */
static const char near[] =
    "experiment: near\n"
    "study:\n"
    "  factors: {mass: model.density}\n"
    "  listing:\n"
    "    - {name: by_path, rows: model.density, columns: {cases: count}}\n"
    "    - {name: by_factor, rows: mass, columns: {cases: count, mass: mass}}\n" CASE
    "sweep:\n  - grid: {model.density: [0.1, 0.10000001]}\n";

/* Labels that begin alike for 140 characters, and go with the step. */
#define TEN "0123456789"
#define LONG TEN TEN TEN TEN TEN TEN TEN "abcdefghij" TEN TEN TEN TEN TEN TEN

static const char lengthy[] =
    "experiment: lengthy\nstudy: {factors: {note: labels.note}}\n" CASE "sweep:\n  - zip:\n"
    "      labels.note: [" LONG "1, " LONG "2, " LONG "4]\n"
    "      task.dt: [0.001, 0.002, 0.004]\n";

/* A seed of eight digits, which six print alike. */
static const char seeds[] =
    "experiment: seeds\n" CASE "sweep:\n"
    "  - grid: {model.elasticity: [20240101, 20240102], integrator.name: [symplectic_euler, "
    "midpoint]}\n";

static int set_up(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    folder_write("sheets.yaml", sheets);
    folder_write("doubled.yaml", doubled);
    folder_write("near.yaml", near);
    folder_write("lengthy.yaml", lengthy);
    folder_write("seeds.yaml", seeds);
    return shell_run(SHELL("run", "sheets.yaml", "-o", "r", "--quiet")).code ||
           shell_run(SHELL("run", "doubled.yaml", "-o", "d", "--quiet")).code ||
           shell_run(SHELL("run", "near.yaml", "-o", "n", "--quiet")).code ||
           shell_run(SHELL("run", "lengthy.yaml", "-o", "l", "--quiet")).code ||
           shell_run(SHELL("run", "seeds.yaml", "-o", "s", "--quiet")).code;
}

static csv read_out(const shell_end *end)
{
    csv table;
    char message[256];
    assert_int_equal(end->code, 0);
    assert_true(csv_parse(end->out, &table, message, sizeof message));
    return table;
}

static double number(const csv *table, size_t row, size_t column)
{
    return strtod(csv_cell(table, row, column), NULL);
}

static double fall(const char *method, double dt)
{
    return 10 * dt * dt * (strcmp(method, "midpoint") == 0 ? 2 : 3);
}

static void a_companion_differs_in_what_is_named_alone(void **state)
{
    (void)state;
    const shell_end end = shell_run(
        SHELL("table", "r", "--columns", "dt,by,fall where by is midpoint", "--format", "csv"));
    csv table = read_out(&end);
    assert_int_equal(table.rows, 9);
    for (size_t i = 0; i < table.rows; i++)
        assert_near(number(&table, i, 2), fall("midpoint", number(&table, i, 0)), 1e-12);
    csv_free(&table);
}

static void of_several_companions_there_is_none(void **state)
{
    (void)state;
    const shell_end end = shell_run(
        SHELL("table", "d", "--columns",
              ("scene.gravity[1],integrator.name,fall where integrator.name is midpoint,"
               "fall where integrator.name is symplectic_euler,fall where reading is a,fall"),
              "--format", "csv"));
    csv table = read_out(&end);
    assert_int_equal(table.rows, 8);
    for (size_t i = 0; i < table.rows; i++) {
        const bool is_midpoint = strcmp(csv_cell(&table, i, 1), "midpoint") == 0;
        const double gravity = -number(&table, i, 0);
        /* itself; or two, which differ */
        assert_string_equal(csv_cell(&table, i, 2), is_midpoint ? csv_cell(&table, i, 5) : "");
        assert_near(number(&table, i, 3), 3 * gravity * 0.002 * 0.002, 1e-12);
        /* cases without a reading differ in their methods, too */
        if (is_midpoint)
            assert_near(number(&table, i, 4), 2 * gravity * 0.002 * 0.002, 1e-12);
        else
            assert_string_equal(csv_cell(&table, i, 4), "");
    }
    csv_free(&table);
}

static void numbers_are_told_apart_whole(void **state)
{
    (void)state;
    const shell_end end =
        shell_run(SHELL("table", "n", "--columns",
                        ("1e9 * (model.density - 0.1),"
                         "1e9 * (`model.density where model.density is 0.1` - 0.1)"),
                        "--format", "csv"));
    csv table = read_out(&end);
    assert_int_equal(table.rows, 2);
    assert_near(number(&table, 1, 0), 10, 1e-3);
    assert_near(number(&table, 1, 1), 0, 1e-3);
    csv_free(&table);
}

/* Falls go as the square of the step. */
static void long_texts_are_told_apart_whole(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL(
        "table", "l", "--columns", "dt,fall / `fall where note is " LONG "1`", "--format", "csv"));
    csv table = read_out(&end);
    assert_int_equal(table.rows, 3);
    for (size_t i = 0; i < table.rows; i++)
        assert_near(number(&table, i, 1), pow(number(&table, i, 0) / 0.001, 2), 1e-9);
    csv_free(&table);
    text_assert_has(shell_run(SHELL("table", "l")).out, "\n| " LONG "4 |");
}

static void rows_of_a_listing_are_of_one_value(void **state)
{
    (void)state;
    static const char *const name[] = {"by_path", "by_factor"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        const shell_end end = shell_run(SHELL("table", "n", name[i], "--format", "csv"));
        csv table = read_out(&end);
        assert_int_equal(table.rows, 2);
        for (size_t row = 0; row < table.rows; row++)
            assert_near(number(&table, row, 0), 1, 0);
        if (i == 1)
            assert_string_equal(csv_cell(&table, 1, 1), "0.10000001");
        csv_free(&table);
    }
}

static void numbers_are_shown_as_they_were_written(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL("table", "s"));
    text_assert_has(end.out, "\n|         20240101 |");
    text_assert_has(end.out, "\n|         20240102 |");
    /* and any number that was written with more than six digits */
    text_assert_has(shell_run(SHELL("table", "n")).out, "\n|    0.10000001 |");
}

static void a_listing_has_rows_of_cases_and_columns_of_expressions(void **state)
{
    (void)state;
    static const double steps[] = {0.004, 0.004, 0.002, 0.002, 0.001, 0.001};
    const shell_end end = shell_run(SHELL("table", "r", "ratios", "--format", "csv"));
    csv table = read_out(&end);
    assert_int_equal(table.rows, 6); /* symplectic Euler and Verlet */
    for (size_t i = 0; i < table.rows; i++) {
        const double dt = steps[i], other = fall("midpoint", dt);
        assert_near(number(&table, i, 0), dt, 1e-15);
        assert_near(number(&table, i, 1), 1000 * other, 1e-9);
        assert_near(number(&table, i, 3) * number(&table, i, 2), 1000 * other, 1e-6);
    }
    csv_free(&table);
    const shell_end people = shell_run(SHELL("table", "r", "ratios"));
    text_assert_has(people.out, "## Falls beside each other\n\nmidpoint falls less\n");
    text_assert_has(people.out, "other (mm)");
}

/* After two steps symplectic Euler has fallen by 3 g dt^2, the others by less. */
static void a_column_may_be_of_the_case_with_an_extreme(void **state)
{
    (void)state;
    const shell_end furthest = shell_run(SHELL("table", "r", "furthest", "--format", "csv"));
    csv table = read_out(&furthest);
    assert_int_equal(table.rows, 3);
    for (size_t i = 0; i < table.rows; i++) {
        const double dt = 0.001 * (double)(1 << i), fall = 3 * 10.0 * dt * dt;
        assert_string_equal(csv_cell(&table, i, 0), "symplectic_euler");
        assert_near(number(&table, i, 1), 1000 * fall, 1e-9);
        assert_near(number(&table, i, 2), dt / fall, 1e-6);
        assert_string_equal(csv_cell(&table, i, 3), "completed");
    }
    csv_free(&table);
    const shell_end shortest = shell_run(SHELL("table", "r", "shortest", "--format", "csv"));
    table = read_out(&shortest);
    assert_int_equal(table.rows, 3);
    for (size_t i = 0; i < table.rows; i++)
        assert_string_equal(csv_cell(&table, i, 1), "1");
    csv_free(&table);
    const shell_end untimed = shell_run(SHELL("table", "r", "untimed"));
    text_assert_has(untimed.out, "9 of 9 cases have no contact_time, and are not compared by it.");

    char other[sizeof sheets];
    memcpy(other, sheets, sizeof sheets);
    char *word = strstr(other, "largest}");
    word[1] = 'o', word[2] = 'n'; /* longest */
    folder_write("other.yaml", other);
    const shell_end refused = shell_run(SHELL("run", "other.yaml", "-o", "o"));
    assert_int_equal(refused.code, 2);
    text_assert_has(refused.err,
                    "other.yaml:22:26: a column of 'by where fall is longest'; allowed:");
    text_assert_has(refused.err, "SOURCE where QUANTITY is least (or largest)");
}

/* A path names rows, which factors alone did. */
static void rows_are_of_any_value_of_a_case(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL("table", "r", "by_mass", "--format", "csv"));
    csv table = read_out(&end);
    assert_int_equal(table.rows, 1);
    assert_near(number(&table, 0, 0), 0.1, 0);
    assert_near(number(&table, 0, 1), 9, 0);
    assert_near(number(&table, 0, 2), fall("symplectic_euler", 0.004), 1e-3);
    csv_free(&table);
}

/* Cases of the word `method` have its title, "Midpoint"; the factor has the name of the method. */
static void a_companion_of_a_value_that_no_case_has_is_refused(void **state)
{
    (void)state;
    shell_end end = shell_run(SHELL("table", "r", "--columns", "dt,fall where by is Midpoint"));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err, "--columns:4: 'fall where by is Midpoint': no case has that value\n");
    assert_int_equal(
        shell_run(SHELL("table", "r", "--columns", "dt,fall where method is Midpoint")).code, 0);
    assert_int_equal(
        shell_run(SHELL("plot", "r", "x=task.dt", "y=fall where by is Midpoint", "-o", "p")).code,
        2);
}

/* Sheets have no centre of mass in their columns, and falls. */
static void what_is_suggested_is_what_some_case_has(void **state)
{
    (void)state;
    static const char *const options[] = {"--columns", "--only", "--sort"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const shell_end none = shell_run(SHELL("table", "r", options[i], "centre_zz"));
        assert_int_equal(none.code, 2);
        text_assert_has(none.err, "unknown name 'centre_zz'; allowed: ");
        assert_null(strstr(none.err, "end/centre_z"));
        const shell_end some = shell_run(SHELL("table", "r", options[i], "fal"));
        text_assert_has(some.err, "unknown name 'fal'; nearest allowed: 'fall'");
    }
}

/* Of a name of several parts the unknown one is named, and what is near it. */
static void the_unknown_part_of_a_name_is_suggested(void **state)
{
    (void)state;
    static const struct {
        const char *name, *says;
    } wrong[] = {
        {"published fal", "unknown name 'fal'; nearest allowed: 'fall'"},
        {"error fal", "unknown name 'fal'; nearest allowed: 'fall'"},
        {"fal where by is midpoint", "unknown name 'fal'; nearest allowed: 'fall'"},
        {"fall where methd is Midpoint", "unknown name 'methd'; nearest allowed: 'method'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const shell_end end = shell_run(SHELL("table", "r", "--columns", wrong[i].name));
        assert_int_equal(end.code, 2);
        text_assert_has(end.err, wrong[i].says);
    }
}

static void what_an_expression_names_has_to_be_there(void **state)
{
    (void)state;
    static const char *const wrong[] = {"2 * fal", "fall where bye is midpoint",
                                        "fall +",  "fal where by is midpoint",
                                        "1 + 1",   "timing/none"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(shell_run(SHELL("table", "r", "--columns", wrong[i])).code, 2);
    folder_write("wrong.yaml", "experiment: wrong\nstudy:\n  factors: {by: integrator.name}\n"
                               "  listing: {name: l, rows: cases, columns: {a: 2 * fal}}\n" CASE);
    const shell_end end = shell_run(SHELL("run", "wrong.yaml", "--dry-run"));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err, "wrong.yaml:4:48: a column of '2 * fal': expression:5: unknown "
                             "name 'fal'; nearest allowed: 'fall'");
    folder_write("wrong.yaml", "experiment: wrong\nstudy:\n  factors: {by: integrator.name}\n"
                               "  listing: {name: l, rows: [bye], columns: {a: fall}}\n" CASE);
    text_assert_has(shell_run(SHELL("run", "wrong.yaml", "--dry-run")).err, "wrong.yaml:4:29: ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_companion_differs_in_what_is_named_alone),
        cmocka_unit_test(of_several_companions_there_is_none),
        cmocka_unit_test(numbers_are_told_apart_whole),
        cmocka_unit_test(long_texts_are_told_apart_whole),
        cmocka_unit_test(rows_of_a_listing_are_of_one_value),
        cmocka_unit_test(numbers_are_shown_as_they_were_written),
        cmocka_unit_test(a_listing_has_rows_of_cases_and_columns_of_expressions),
        cmocka_unit_test(a_column_may_be_of_the_case_with_an_extreme),
        cmocka_unit_test(rows_are_of_any_value_of_a_case),
        cmocka_unit_test(a_companion_of_a_value_that_no_case_has_is_refused),
        cmocka_unit_test(what_is_suggested_is_what_some_case_has),
        cmocka_unit_test(the_unknown_part_of_a_name_is_suggested),
        cmocka_unit_test(what_an_expression_names_has_to_be_there),
    };
    return cmocka_run_group_tests(tests, set_up, folder_leave);
}
