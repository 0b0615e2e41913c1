/* What tells the cases of a study apart, and what is said of each by a name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/select/names.h"
#include "analysis/select/selection.h"
#include "core/numbers.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Two springs, which a label names, by three steps and two methods; `omega_squared` follows. */
static const char *const study_text = "experiment: springs\n"
                                      "study:\n"
                                      "  question: how far off?\n"
                                      "  factors: {step: task.dt}\n"
                                      "case:\n"
                                      "  model: {name: oscillator, omega: 1}\n"
                                      "  integrator: {name: verlet}\n"
                                      "  task: {name: run, dt: 0.1, horizon: 20}\n"
                                      "sweep:\n"
                                      "  - zip:\n"
                                      "      labels.spring: [soft, hard]\n"
                                      "      model.omega: [3, 20]\n"
                                      "  - grid:\n"
                                      "      integrator.name: [verlet, rk4]\n"
                                      "      task.dt: [0.01, 0.005, 0.02]\n";

static int set_up(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    folder_write("springs.yaml", study_text);
    return shell_run(SHELL("run", "springs.yaml", "-o", "r", "--quiet")).code;
}

static bool is_rk4(const study *s, const study_case *c, const void *context)
{
    variable v;
    (void)context;
    const bool found = variable_find(s, "integrator.name", &v);
    const datum d = found ? variable_of(s, &v, c) : (datum){0};
    return found && strcmp(d.text, "rk4") == 0;
}

static void coordinates_are_the_fewest_that_tell_cases_apart(void **state)
{
    study s;
    selection all, some;
    (void)state;
    study_read("r", &s, stderr);
    assert_int_equal(s.count, 12);
    assert_true(selection_make(&s, NULL, NULL, NULL, &all));
    assert_int_equal(all.coordinates, 3);
    assert_string_equal(all.coordinate[0].shown.title, "step"); /* the study's factor comes first */
    assert_string_equal(all.coordinate[0].shown.own, "s");
    assert_string_equal(all.coordinate[0].shown.unit, "ms");
    assert_true(fabs(all.coordinate[0].shown.scale - 1e3) < 1e-9);
    assert_int_equal(all.coordinate[0].values, 3);
    assert_true(all.coordinate[0].is_number);
    assert_string_equal(all.coordinate[1].shown.name, "labels.spring");
    assert_string_equal(all.coordinate[1].number.name, "model.omega");
    assert_string_equal(all.coordinate[2].shown.name, "method");
    assert_true(all.coordinate[2].is_method);
    assert_false(all.coordinate[2].is_number);

    assert_true(selection_make(&s, "run", is_rk4, NULL, &some));
    assert_int_equal(some.cases.count, 6);
    assert_int_equal(some.coordinates, 2);
    selection_free(&some);
    selection_free(&all);
    study_free(&s);
}

/* Of two labels the one that the study names first tells the cases, though it is swept last; the
 * other one, which does not tell all of them, is not needed then. */
static void factors_come_in_the_order_of_the_study(void **state)
{
    static const char *const text = "experiment: named\n"
                                    "study:\n"
                                    "  factors: {spring: labels.spring, claim: labels.claim}\n"
                                    "case:\n"
                                    "  model: {name: oscillator, omega: 1}\n"
                                    "  integrator: {name: verlet}\n"
                                    "  task: {name: run, dt: 0.01, horizon: 20}\n"
                                    "sweep:\n"
                                    "  - zip:\n"
                                    "      labels.claim: [one, none, none, two]\n"
                                    "      labels.spring: [soft, firm, firmer, hard]\n"
                                    "      model.omega: [1, 2, 3, 4]\n";
    study s;
    selection all;
    (void)state;
    folder_write("named.yaml", text);
    assert_int_equal(shell_run(SHELL("run", "named.yaml", "-o", "n", "--quiet")).code, 0);
    study_read("n", &s, stderr);
    assert_true(selection_make(&s, NULL, NULL, NULL, &all));
    assert_int_equal(all.coordinates, 1);
    assert_string_equal(all.coordinate[0].shown.name, "labels.spring");
    assert_string_equal(all.coordinate[0].number.name, "model.omega");
    selection_free(&all);
    study_free(&s);
}

static void every_name_of_a_value_gives_it(void **state)
{
    static const struct {
        const char *name, *unit;
        double number;
        const char *text;
    } expected[] = {
        {"task.dt", "s", 0.01, ""},
        {"step", "s", 0.01, ""},
        {"dt", "s", 0.01, ""},
        {"labels.spring", "", 0, "soft"},
        {"spring", "", 0, "soft"},
        {"model.omega", "rad/s", 3, ""},
        {"experiment", "", 0, "springs"},
        {"task", "", 0, "run"},
        {"model", "", 0, "oscillator"},
        {"status", "", 0, "completed"},
        {"method", "", 0, "Verlet"},
        {"drift", "m", TRAMA_NAN, ""},
    };
    study s;
    variable v;
    (void)state;
    study_read("r", &s, stderr);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(variable_find(&s, expected[i].name, &v));
        const datum d = variable_of(&s, &v, &s.item[0]);
        assert_string_equal(v.own, expected[i].unit);
        assert_string_equal(d.text, expected[i].text);
        if (expected[i].number > 0)
            assert_true(d.number == expected[i].number);
        assert_int_equal(d.is_text, expected[i].text[0] != '\0');
    }
    assert_false(variable_find(&s, "nothing", &v));
    study_free(&s);
}

static void a_name_says_texts_as_they_are_and_numbers_with_unit(void **state)
{
    static const char *const besides[] = {"task.dt", NULL};
    char text[256];
    study s;
    selection all;
    (void)state;
    study_read("r", &s, stderr);
    assert_true(selection_make(&s, NULL, NULL, NULL, &all));
    selection_name(&all, all.cases.item[0], NULL, text, sizeof text);
    assert_string_equal(text, "step 10 ms, soft, Verlet");
    selection_name(&all, all.cases.item[11], besides, text, sizeof text);
    assert_string_equal(text, "hard, RK4");
    selection_free(&all);
    study_free(&s);
}

/* Four sheets of two cloths: the cloth, by its frequency, is taken before the sheet, which says it
 * too; a factor that the study names stays all the same. */
static const char *const sheets_text[2] = {"experiment: sheets\n"
                                           "study: {question: which?, factors: {",
                                           "}}\n"
                                           "case:\n"
                                           "  model: {name: oscillator, omega: 1}\n"
                                           "  integrator: {name: verlet}\n"
                                           "  task: {name: run, dt: 0.1, horizon: 20}\n"
                                           "sweep:\n"
                                           "  - zip:\n"
                                           "      labels.cloth: [silk, silk, wool, wool]\n"
                                           "      model.omega: [3, 3, 4, 4]\n"
                                           "      labels.sheet: [a, b, c, d]\n"
                                           "      task.horizon: [20, 30, 40, 50]\n"};

static selection sheets_selected(study *s, const char *factors)
{
    char text[1024];
    selection made;
    snprintf(text, sizeof text, "%s%s%s", sheets_text[0], factors, sheets_text[1]);
    folder_write("sheets.yaml", text);
    assert_int_equal(shell_run(SHELL("run", "sheets.yaml", "-o", "sheets", "--quiet")).code, 0);
    study_read("sheets", s, stderr);
    assert_int_equal(s->count, 4);
    assert_true(selection_make(s, NULL, NULL, NULL, &made));
    return made;
}

static void what_a_finer_coordinate_says_is_none_unless_the_study_names_it(void **state)
{
    study s;
    (void)state;
    selection plain = sheets_selected(&s, "");
    assert_int_equal(plain.coordinates, 1);
    assert_string_equal(plain.coordinate[0].shown.name, "labels.sheet");
    selection_free(&plain);
    study_free(&s);
    selection named = sheets_selected(&s, "cloth: labels.cloth");
    assert_int_equal(named.coordinates, 2);
    assert_string_equal(named.coordinate[0].shown.title, "cloth");
    selection_free(&named);
    study_free(&s);
}

/* Three meshes, each with a step and a horizon of its own: a list that the study names is one
 * value, its number where all elements are that, and what goes along with it is said, if the study
 * names it too. */
static const char meshes[] =
    "experiment: meshes\n"
    "study: {factors: {mesh: scene.grid.points, step: task.dt}}\n"
    "case:\n"
    "  model: {name: nedel, elasticity: 10, density: 0.1}\n"
    "  scene: {grid: {points: [3, 3], side: [1, 1]}, gravity: [0, -10, 0]}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  bounds: {strain: 1}\n"
    "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"
    "sweep:\n"
    "  - zip:\n"
    "      scene.grid.points: [[3, 3], [3, 5], [5, 5]]\n"
    "      task.dt: [0.003, 0.002, 0.001]\n"
    "      task.horizon: [2, 3, 4]\n";

static void a_list_is_one_value_and_what_is_zipped_is_said(void **state)
{
    static const char *const name[] = {"mesh 3, step 3 ms", "(3, 5), step 2 ms",
                                       "mesh 5, step 1 ms"};
    char text[256];
    study s;
    selection all;
    (void)state;
    folder_write("meshes.yaml", meshes);
    assert_int_equal(shell_run(SHELL("run", "meshes.yaml", "-o", "meshes", "--quiet")).code, 0);
    study_read("meshes", &s, stderr);
    assert_true(selection_make(&s, NULL, NULL, NULL, &all));
    assert_int_equal(all.coordinates, 2);
    assert_true(!all.coordinate[0].is_beside && all.coordinate[1].is_beside);
    for (size_t i = 0; i < 3; i++) {
        selection_name(&all, all.cases.item[i], NULL, text, sizeof text);
        assert_string_equal(text, name[i]);
    }
    selection_free(&all);
    study_free(&s);
}

static void labels_that_are_zipped_numbers_are_both_said(void **state)
{
    static const char text[] = "experiment: pairs\n"
                               "study: {factors: {stiff: stiff, heavy: heavy}}\n"
                               "case:\n"
                               "  model: {name: oscillator, omega: 1}\n"
                               "  integrator: {name: verlet}\n"
                               "  task: {name: run, dt: 0.01, horizon: 20}\n"
                               "sweep:\n"
                               "  - zip:\n"
                               "      labels.stiff: [1, 2, 4]\n"
                               "      labels.heavy: [0.5, 0.3, 0.4]\n"
                               "derive: {model.omega: sqrt(stiff / heavy)}\n";
    char name[256];
    study s;
    selection all;
    (void)state;
    folder_write("pairs.yaml", text);
    assert_int_equal(shell_run(SHELL("run", "pairs.yaml", "-o", "pairs", "--quiet")).code, 0);
    study_read("pairs", &s, stderr);
    assert_true(selection_make(&s, NULL, NULL, NULL, &all));
    assert_int_equal(all.coordinates, 2);
    assert_true(!all.coordinate[0].is_beside && all.coordinate[1].is_beside);
    selection_name(&all, all.cases.item[1], NULL, name, sizeof name);
    assert_string_equal(name, "stiff 2, heavy 0.3");
    selection_free(&all);
    study_free(&s);
}

/* By its path the same list has the same values, whether the study names it or not. */
static void a_list_has_a_name_of_its_own(void **state)
{
    study s;
    variable v;
    names all;
    (void)state;
    study_read("meshes", &s, stderr);
    assert_true(variable_find(&s, "scene.grid.points", &v));
    assert_string_equal(v.title, "points");
    const datum first = variable_of(&s, &v, &s.item[0]), second = variable_of(&s, &v, &s.item[1]);
    assert_true(first.there && !first.is_text && first.number == 3);
    assert_true(second.is_text);
    assert_string_equal(second.text, "(3, 5)");
    assert_true(names_list(&s, &all));
    text_assert_has(all.allowed, "scene.grid.points, scene.grid.points[0], scene.grid.points[1], ");
    names_free(&all);
    assert_false(variable_find(&s, "scene.grid.side", &v)); /* it does not vary */
    assert_false(variable_find(&s, "scene.grid", &v));
    study_free(&s);
}

/* A sweep of `points` with a line of the study, and the coordinate that tells its cases apart. */
static void sheets_of(const char *points, const char *line, study *s, selection *made)
{
    char text[512];
    snprintf(text, sizeof text,
             "experiment: sheets\n%scase:\n"
             "  model: {name: nedel, elasticity: 10, density: 0.1}\n"
             "  scene: {grid: {points: [3, 3], side: [1, 1]}, gravity: [0, -10, 0]}\n"
             "  integrator: {name: symplectic_euler}\n"
             "  task: {name: run, dt: 0.001, horizon: 2, energy: false}\n"
             "sweep: [{grid: {scene.grid.points: %s}}]\n",
             line, points);
    folder_write("sheets.yaml", text);
    shell_run(SHELL("run", "sheets.yaml", "-o", "of", "--again", "unplanned", "--quiet"));
    study_read("of", s, stderr);
    assert_true(selection_make(s, NULL, NULL, NULL, made));
    assert_int_equal(made->coordinates, 1);
}

/* Where both go alike, neither is said to be the one that is swept. */
static void elements_that_are_the_same_in_each_case_are_their_list(void **state)
{
    study s;
    selection all;
    char text[64];
    (void)state;
    sheets_of("[[3, 3], [5, 5]]", "", &s, &all);
    assert_string_equal(all.coordinate[0].shown.name, "scene.grid.points");
    assert_string_equal(all.coordinate[0].shown.title, "points");
    assert_string_equal(all.coordinate[0].number.title, "points");
    selection_name(&all, all.cases.item[1], NULL, text, sizeof text);
    assert_string_equal(text, "points 5");
    assert_string_equal(variable_of_column(&s, "/swept/scene.grid.points[1]").title, "points");
    selection_free(&all);
    study_free(&s);
    sheets_of("[[3, 3], [5, 7]]", "", &s, &all);
    assert_string_equal(all.coordinate[0].shown.title, "points[0]");
    selection_free(&all);
    study_free(&s);
    sheets_of("[[3, 3], [5, 5]]", "study: {factors: {nodes: 'scene.grid.points[0]'}}\n", &s, &all);
    assert_string_equal(all.coordinate[0].shown.name, "scene.grid.points[0]");
    assert_string_equal(all.coordinate[0].shown.title, "nodes");
    selection_free(&all);
    study_free(&s);
}

/* Two experiments of one folder sweep a path, which one of them calls by a name of its own; then
 * both do. */
static void a_name_of_one_experiment_is_none_of_anothers(void **state)
{
    static const char *const named[] = {"", "study: {factors: {stiff: model.omega}}\n"};
    (void)state;
    for (int both = 0; both < 2; both++) {
        study s;
        for (int i = 0; i < 2; i++) {
            char text[512], file[16];
            snprintf(file, sizeof file, "%c.yaml", "ab"[i]);
            snprintf(text, sizeof text,
                     "experiment: %c\n%scase:\n  model: {name: oscillator, omega: 10}\n"
                     "  integrator: {name: rk4}\n  task: {name: run, dt: 0.01, horizon: 2}\n"
                     "sweep:\n  - grid: {model.omega: [1, 2]}\n",
                     "ab"[i], named[i == 0 || both]);
            folder_write(file, text);
        }
        assert_int_equal(shell_run(SHELL("run", "a.yaml", "b.yaml", "-o", "two", "--quiet")).code,
                         0);
        study_read("two", &s, stderr);
        const variable v = variable_of_column(&s, "/swept/model.omega");
        assert_string_equal(v.title, both ? "stiff" : "omega");
        assert_string_equal(v.name, "model.omega");
        study_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinates_are_the_fewest_that_tell_cases_apart),
        cmocka_unit_test(what_a_finer_coordinate_says_is_none_unless_the_study_names_it),
        cmocka_unit_test(factors_come_in_the_order_of_the_study),
        cmocka_unit_test(every_name_of_a_value_gives_it),
        cmocka_unit_test(a_name_of_one_experiment_is_none_of_anothers),
        cmocka_unit_test(a_list_is_one_value_and_what_is_zipped_is_said),
        cmocka_unit_test(labels_that_are_zipped_numbers_are_both_said),
        cmocka_unit_test(a_list_has_a_name_of_its_own),
        cmocka_unit_test(elements_that_are_the_same_in_each_case_are_their_list),
        cmocka_unit_test(a_name_says_texts_as_they_are_and_numbers_with_unit),
    };
    return cmocka_run_group_tests(tests, set_up, folder_leave);
}
