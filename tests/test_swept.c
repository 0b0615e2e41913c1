/* The paths that a sweep varies are typed columns of the case, of the index and of every export, in
 * the planned order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "results/swept.h"
#include "study/study.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SHEET                                                                                      \
    "  model: {name: cosserat, zeta: 100, xi: 0.3, phi: 0.001, mass: 10}\n"                        \
    "  scene: {grid: {points: 6, side: 10}, gravity: [0, -9.8, 0], damping: 2, pins: [{k: 0}],\n"  \
    "    forces: [{k: 5, force: [0, 0, 0]},\n"                                                     \
    "             {name: attractor, centre: [0, 9, 0], strength: 0, radius: 1}]}\n"                \
    "  bounds: {strain: 1.0}\n"                                                                    \
    "  integrator: {name: verlet}\n"                                                               \
    "  task: {name: one_step, dt: 0.01}\n"

/* Every kind of value: a number for all elements of an array, a list, an integer, a choice, a
 * boolean or a name, a label, an include, an element by its index. Values are not in order. */
static const char kinds[] = "experiment: kinds\n"
                            "case:\n"
                            "  labels: {who: nobody}\n" SHEET "sweep:\n"
                            "  - zip:\n"
                            "      model.zeta: [300, 10.5]\n"
                            "      scene.gravity: [[0, -9.8, 0], [0, -1.6, 0.25]]\n"
                            "      scene.pins[0].k: [2, 0]\n"
                            "      scene.forces[1].strength: [0.5, 0.25]\n"
                            "      labels.who: [Zoe, Ann]\n"
                            "      scene.include: [parts/soft.v2.yaml, parts/hard.yaml]\n"
                            "      model.scheme: [reference, natural]\n"
                            "  - grid: {integrator.name: [verlet, symplectic_euler]}\n";

/* The identity of the case in a row of the plan. */
static const char *ids(size_t row)
{
    static char id[64];
    record_study s;
    record_error error;
    assert_int_equal(record_study_read("out/kinds", &s, &error), RECORD_OK);
    snprintf(id, sizeof id, "%s", s.id[row]);
    record_study_free(&s);
    return id;
}

static void run_kinds(void)
{
    if (experiment_stands("out/kinds"))
        return;
    assert_int_equal(system("mkdir -p parts"), 0);
    folder_write("parts/soft.v2.yaml", "damping: 2\n");
    folder_write("parts/hard.yaml", "damping: 3\n");
    folder_write("kinds.yaml", kinds);
    const shell_end end = shell_run(SHELL("run", "kinds.yaml", "-o", "out", "-q"));
    if (end.code != 0)
        fail_msg("%s", end.err);
}

/* Valid until the next call. */
static const results_column *swept_column(const char *path)
{
    static column_member m;
    return column_named(&column_swept, path, &m);
}

static const bundle_column *column_of(const bundle *b, const char *path, bundle_type type)
{
    const bundle_column *found = bundle_find(b, path);
    if (!found)
        fail_msg("there is no column %s", path);
    assert_int_equal(found->type, type);
    return found;
}

static void the_index_has_a_typed_column_for_every_swept_path_as_planned(void **state)
{
    (void)state;
    run_kinds();
    bundle index = experiment_read("out/kinds/index.h5");
    const bundle_column *zeta = column_of(&index, "/swept/model.zeta", BUNDLE_REAL);
    const bundle_column *pull = column_of(&index, "/swept/scene.gravity[1]", BUNDLE_REAL);
    const bundle_column *k = column_of(&index, "/swept/scene.pins[0].k", BUNDLE_INTEGER);
    const bundle_column *strength =
        column_of(&index, "/swept/scene.forces[1].strength", BUNDLE_REAL);
    const bundle_column *who = column_of(&index, "/swept/labels.who", BUNDLE_TEXT);
    const bundle_column *part = column_of(&index, "/swept/scene.include", BUNDLE_TEXT);
    const bundle_column *scheme = column_of(&index, "/swept/model.scheme", BUNDLE_TEXT);
    const bundle_column *method = column_of(&index, "/swept/integrator.name", BUNDLE_TEXT);
    assert_string_equal(zeta->unit, "N/m");
    assert_string_equal(strength->unit, "N/m^2");
    assert_int_equal(zeta->rows, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_true(zeta->real[i] == (i < 2 ? 300 : 10.5));
        assert_true(pull->real[i] == (i < 2 ? -9.8 : -1.6));
        assert_int_equal(k->integer[i], i < 2 ? 2 : 0);
        assert_string_equal(who->text[i], i < 2 ? "Zoe" : "Ann");
        assert_string_equal(part->text[i], i < 2 ? "soft.v2" : "hard");
        assert_string_equal(scheme->text[i], i < 2 ? "reference" : "natural");
        assert_string_equal(method->text[i], i % 2 ? "symplectic_euler" : "verlet");
        assert_string_equal(bundle_get(&index, &column_index_id)->text[i], ids(i));
    }
    bundle_free(&index);
}

static void a_case_has_its_own_values(void **state)
{
    (void)state;
    char path[256];
    run_kinds();
    record_case_path("out/kinds", ids(3), path, sizeof path);
    assert_true(experiment_real(path, swept_column("model.zeta")) == 10.5);
    assert_true(experiment_real(path, swept_column("scene.gravity[2]")) == 0.25);
    assert_string_equal(experiment_text(path, swept_column("integrator.name")), "symplectic_euler");
}

/* In the order of the sweep, not of names: zeta, gravity, k, who, ... */
static void an_export_has_the_columns_and_the_rows_as_planned(void **state)
{
    (void)state;
    run_kinds();
    assert_int_equal(shell_run(SHELL("export", "out", "-o", "csv")).code, 0);
    FILE *in = fopen("csv/kinds.csv", "r");
    char text[8192];
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    text_assert_has(text,
                    ",who,model.zeta [N/m],scene.gravity[0] [m/s^2],scene.gravity[1] [m/s^2],"
                    "scene.gravity[2] [m/s^2],scene.pins[0].k,scene.forces[1].strength [N/m^2],");
    text_assert_has(text, ",labels.who,scene.include,model.scheme,integrator.name,");
    const char *first = strstr(text, ",Zoe,300,0,-9.8,0,2,"),
               *last = strstr(text, ",Ann,10.5,0,-1.6");
    assert_non_null(first);
    assert_non_null(last);
    assert_true(first < last);
}

/* The damping of the scene is a constant per area under one model, and of a node under another. */
static void a_value_has_the_unit_that_its_model_gives_it(void **state)
{
    (void)state;
    folder_write("damped.yaml", "experiment: damped\ncase:\n" SHEET
                                "sweep:\n  - zip:\n      scene.damping: [2, 0.003]\n      model:\n"
                                "        - {name: cosserat, zeta: 100, xi: 0, phi: 0, mass: 10}\n"
                                "        - {name: provot, structural: 60, mass: 10}\n");
    assert_int_equal(shell_run(SHELL("run", "damped.yaml", "-o", "out", "-q")).code, 0);
    record_study s;
    record_error error;
    assert_int_equal(record_study_read("out/damped", &s, &error), RECORD_OK);
    for (size_t i = 0; i < 2; i++) {
        char path[256];
        record_case_path("out/damped", s.id[i], path, sizeof path);
        bundle b = experiment_read(path);
        const bundle_column *damping = column_of(&b, "/swept/scene.damping", BUNDLE_REAL);
        assert_string_equal(damping->unit, i == 0 ? "N s/m^3" : "N s/m");
        bundle_free(&b);
    }
    record_study_free(&s);
}

/* A row of a table says which case it is of. */
static void a_table_has_the_columns_beside_its_own(void **state)
{
    (void)state;
    folder_write("limits.yaml",
                 "experiment: limits\ncase:\n  model: {name: oscillator, omega: 10}\n"
                 "  integrator: {name: verlet}\n  bounds: {displacement: 10}\n"
                 "  task: {name: stable_step, horizon: 100,\n"
                 "         search: {first: 0.05, increment: 0.05, cap: 0.5}}\n"
                 "sweep:\n  - grid: {model.omega: [20, 10], model.damping: [0, 0.5]}\n");
    assert_int_equal(shell_run(SHELL("run", "limits.yaml", "-o", "limits", "-q")).code, 0);
    assert_int_equal(shell_run(SHELL("table", "limits")).code, 0);
    char *text = text_of_file("limits/tables/dt_limits_other.csv");
    text_assert_has(text, ",labels,model.omega [rad/s],model.damping [1/s]\nlimits,");
    const char *first = strstr(text, ",20,0\n"), *last = strstr(text, ",10,0.5\n");
    assert_non_null(first);
    assert_non_null(last);
    assert_true(first < last);
    free(text);
    text = text_of_file("limits/tables/dt_limits_checks.csv");
    assert_int_equal(text_count(text, "\n"),
                     1 + text_count(text, ",20,0\n") + text_count(text, ",20,0.5\n") +
                         text_count(text, ",10,0\n") + text_count(text, ",10,0.5\n"));
    free(text);
}

/* A study that grows: the case of zeta 100 stands, and nobody wrote its density down. */
static void a_case_that_stood_before_a_path_was_swept_gets_its_value(void **state)
{
    (void)state;
    folder_write("grown.yaml",
                 "experiment: grown\ncase:\n" SHEET "sweep:\n  - grid: {model.zeta: [100, 50]}\n");
    assert_int_equal(shell_run(SHELL("run", "grown.yaml", "-o", "out", "-q")).code, 0);
    folder_write("grown.yaml", "experiment: grown\ncase:\n" SHEET
                               "sweep:\n  - grid: {model.mass: [20, 10], model.zeta: [100]}\n");
    const shell_end end = shell_run(SHELL("run", "grown.yaml", "-o", "out"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.err, "1 case exists already");
    bundle index = experiment_read("out/grown/index.h5");
    const bundle_column *mass = column_of(&index, "/swept/model.mass", BUNDLE_REAL);
    const bundle_column *zeta = column_of(&index, "/swept/model.zeta", BUNDLE_REAL);
    assert_int_equal(mass->rows, 2); /* that of zeta 50 is planned no longer */
    assert_true(mass->real[0] == 20 && mass->real[1] == 10); /* it stood already */
    assert_true(zeta->real[0] == 100 && zeta->real[1] == 100);
    bundle_free(&index);
    assert_int_equal(shell_run(SHELL("export", "out", "-o", "csv")).code, 0);
    assert_int_equal(system("grep -q ',10,100,' csv/grown.csv"), 0);
}

/* What a part of the study is run with tells of the whole. */
static void a_part_of_a_study_has_the_plan_of_the_whole(void **state)
{
    (void)state;
    record_study s;
    record_error error;
    folder_write("part.yaml", "experiment: part\ncase:\n" SHEET
                              "sweep:\n  - grid: {model.zeta: [100, 50, 75]}\n");
    assert_int_equal(
        shell_run(SHELL("run", "part.yaml", "-o", "one", "-q", "--only", "model.zeta == 75")).code,
        0);
    assert_int_equal(record_study_read("one/part", &s, &error), RECORD_OK);
    assert_int_equal(s.rows, 3);
    assert_true(s.swept[0]->real[2] == 75);
    record_study_free(&s);
    bundle index = experiment_read("one/part/index.h5");
    const bundle_column *status = column_of(&index, "/index/status", BUNDLE_TEXT);
    const bundle_column *file = column_of(&index, "/index/file", BUNDLE_TEXT);
    const bundle_column *zeta = column_of(&index, "/swept/model.zeta", BUNDLE_REAL);
    static const double planned[] = {100, 50, 75};
    assert_int_equal(zeta->rows, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(zeta->real[i] == planned[i]);
        assert_string_equal(status->text[i], i < 2 ? "missing" : "ok");
        assert_int_equal(file->text[i][0] == '\0', i < 2);
    }
    bundle_free(&index);
}

/* As an earlier version left it, and where study.h5 was removed: the cases say themselves. */
static void without_a_plan_the_cases_say_their_values(void **state)
{
    (void)state;
    run_kinds();
    assert_int_equal(unlink("out/kinds/study.h5"), 0);
    assert_int_equal(shell_run(SHELL("index", "out")).code, 0);
    bundle index = experiment_read("out/kinds/index.h5");
    const bundle_column *zeta = column_of(&index, "/swept/model.zeta", BUNDLE_REAL);
    const bundle_column *id = column_of(&index, "/index/id", BUNDLE_TEXT);
    for (size_t i = 0; i < 4; i++) {
        char path[256];
        record_case_path("out/kinds", id->text[i], path, sizeof path);
        assert_true(i == 0 || strcmp(id->text[i - 1], id->text[i]) < 0);
        assert_true(zeta->real[i] == experiment_real(path, swept_column("model.zeta")));
    }
    bundle_free(&index);
    assert_int_equal(shell_run(SHELL("table", "out")).code, 0);
}

/* --- the types of a column --- */

static swept_value real(const char *path, double value)
{
    return (swept_value){path, "m", "what", BUNDLE_REAL, .real = value};
}
static swept_value integer(const char *path, int64_t value)
{
    return (swept_value){path, "1", "what", BUNDLE_INTEGER, .integer = value};
}
static swept_value text(const char *path, const char *value)
{
    return (swept_value){path, "", "what", BUNDLE_TEXT, .text = value};
}

static void absent_is_nan_and_mixed_is_text(void **state)
{
    (void)state;
    swept_table t = {.rows = 3};
    const swept_value values[][3] = {
        {integer("whole", 4), integer("whole", 9007199254740993), integer("whole", 5)},
        {integer("some", 2), real("other", 0.1), integer("some", 3)},
        {text("mixed", "fine"), real("mixed", 0.1), integer("mixed", 7)},
    };
    for (size_t c = 0; c < 3; c++)
        for (size_t row = 0; row < 3; row++)
            swept_put(&t, row, &values[c][row]);
    bundle b = {0};
    swept_columns(&t, &b);
    assert_false(b.no_memory);
    assert_int_equal(column_of(&b, "/swept/whole", BUNDLE_INTEGER)->integer[1], 9007199254740993);
    const bundle_column *some = column_of(&b, "/swept/some", BUNDLE_REAL);
    assert_true(some->real[0] == 2 && isnan(some->real[1]) && some->real[2] == 3);
    const bundle_column *mixed = column_of(&b, "/swept/mixed", BUNDLE_TEXT);
    assert_string_equal(mixed->text[0], "fine");
    assert_string_equal(mixed->text[1], "0.1");
    assert_string_equal(mixed->text[2], "7");
    swept_value read;
    assert_false(swept_of(some, 1, &read));
    assert_true(swept_of(some, 2, &read) && read.real == 3);
    bundle_free(&b);
    swept_free(&t);
}

/* A file from elsewhere may name its columns as it likes. */
static void columns_of_strange_names_are_not_taken(void **state)
{
    (void)state;
    swept_value read;
    bundle b = {0};
    bundle_add_real(&b, "/swept/a/b", "m", "deep", 1);
    bundle_add_real(&b, "/swept/c", "m", "one", 1);
    bundle_add_reals(&b, "/swept/d", "m", "wide", (double[]){1, 2}, 1, 2);
    assert_false(swept_of(&b.column[0], 0, &read));
    assert_true(swept_of(&b.column[1], 0, &read));
    assert_false(swept_of(&b.column[1], 1, &read));
    assert_false(swept_of(&b.column[2], 0, &read));
    bundle_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_index_has_a_typed_column_for_every_swept_path_as_planned),
        cmocka_unit_test(a_case_has_its_own_values),
        cmocka_unit_test(an_export_has_the_columns_and_the_rows_as_planned),
        cmocka_unit_test(a_value_has_the_unit_that_its_model_gives_it),
        cmocka_unit_test(a_table_has_the_columns_beside_its_own),
        cmocka_unit_test(a_case_that_stood_before_a_path_was_swept_gets_its_value),
        cmocka_unit_test(a_part_of_a_study_has_the_plan_of_the_whole),
        cmocka_unit_test(without_a_plan_the_cases_say_their_values),
        cmocka_unit_test(absent_is_nan_and_mixed_is_text),
        cmocka_unit_test(columns_of_strange_names_are_not_taken),
    };
    record_begin();
    return cmocka_run_group_tests_name("swept", tests, folder_enter, folder_leave);
}
