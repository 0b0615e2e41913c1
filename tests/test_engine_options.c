/* What may be set of a solver that is not of this library: a program says it in its answer, and one
 * of a library has it in its table. Wrong tables are refused before anything is planned, wrong
 * values with their place; values are sent as they were given, as the program's own defaults, or as
 * its documents recommend; and only what is not a default tells a case apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PYTHON "/usr/bin/python3"
#define PROGRAM "other=" PYTHON " '" TRAMA_SOURCE_DIR "/tests/engines/options.py' "

/* A case under `integrator`, and what the command says of it. */
static shell_end run_case(const char *integrator, const char *sweep, const char *engine,
                          const char *more)
{
    char text[1024];
    snprintf(text, sizeof text,
             "experiment: set\n"
             "case:\n"
             "  model: {name: provot, mass: 0.1, structural: 50, shear: 50, sweeps: 0}\n"
             "  scene: {grid: {points: [2, 2], side: [1, 1]}}\n"
             "  integrator: %s\n"
             "  task: {name: run, dt: 1e-3, horizon: 3}\n%s",
             integrator, sweep);
    folder_write("set.yaml", text);
    return shell_run(SHELL("run", "set.yaml", "-o", "r", "--engine", engine, more));
}

static void skip_without_python(void)
{
    if (access(PYTHON, X_OK) != 0)
        skip();
}

/* --- tables that are none --- */

#define ONE(text) "[{" text ", \"summary\": \"of a step\"}]"
#define NUMBER "\"name\": \"n\", \"kind\": \"integer\", \"unit\": \"1\", "

static const struct {
    const char *options, *said;
} wrong[] = {
    {"{}", "options is not a list of at most 64"},
    {"7", "options is not a list of at most 64"},
    {"[7]", "is not a mapping"},
    {"[{}]", "required key 'name' is missing"},
    {ONE("\"name\": \"n\""), "required key 'kind' is missing"},
    {ONE("\"name\": \"n\", \"kind\": \"text\""), "kind: 'text' is unknown; allowed: one of real"},
    {ONE("\"name\": \"a[0]\", \"kind\": \"real\""),
     "option 'a[0]'; allowed: letters, digits and _"},
    {ONE("\"name\": \"name\", \"kind\": \"boolean\", \"default\": true"),
     "the option 'name' of other is a key of every engine"},
    {ONE("\"name\": \"setting\", \"kind\": \"boolean\", \"default\": true"),
     "the option 'setting' of other is a key of every engine"},
    {"[{" NUMBER "\"default\": 1, \"summary\": \"a\"}, {" NUMBER
     "\"default\": 1, \"summary\": \"b\"}]",
     "option 'n'; allowed: letters, digits and _, each name once"},
    {ONE("\"name\": \"n\", \"kind\": \"real\", \"default\": 1"), "an option has no unit"},
    {ONE("\"name\": \"n\", \"kind\": \"real\", \"unit\": \"\", \"default\": 1"),
     "unit ''; allowed: one line of 1 to 24 bytes"},
    {"[{" NUMBER "\"default\": 1}]", "an option has no summary"},
    {"[{" NUMBER "\"default\": 1, \"summary\": \"a\\u001b[2Jb\"}]",
     "allowed: one line of 1 to 200 bytes"},
    {"[{" NUMBER "\"default\": 1, \"summary\": \"a\\u202eb\"}]",
     "allowed: one line of 1 to 200 bytes"},
    {ONE(NUMBER "\"minimum\": 1"), "option 'n' has no default"},
    {ONE(NUMBER "\"default\": 1.5"), "'1.5' is not written as an integer"},
    {ONE(NUMBER "\"default\": \"1\""), "is quoted, so a text"},
    {ONE(NUMBER "\"default\": 1e400"), "is not written as an integer"},
    {ONE(NUMBER "\"default\": 9007199254740993"), "out of range"},
    {ONE(NUMBER "\"default\": 0, \"minimum\": 1"), "'0' is out of range; allowed: a whole number"},
    {ONE(NUMBER "\"default\": 2, \"minimum\": 3, \"maximum\": 2"),
     "option 'n' has the range from 3 to 2; allowed: the lower end first"},
    {ONE(NUMBER "\"default\": 2, \"maximum\": .inf"), "maximum: '.inf' is out of range"},
    {ONE(NUMBER "\"default\": 2, \"step\": 3"), "unknown key 'step'"},
    {ONE(NUMBER "\"default\": 2, \"maximum\": 3, \"recommended\": 4"), "'4' is out of range"},
    {ONE(NUMBER "\"default\": 2, \"recommended\": 4"), "recommended without recommended_by"},
    {ONE("\"name\": \"n\", \"kind\": \"boolean\", \"default\": 1"), "'1' is not a boolean"},
    {ONE("\"name\": \"n\", \"kind\": \"boolean\", \"default\": true, \"minimum\": 0"),
     "option 'n' is not a number, but has a range"},
    {ONE("\"name\": \"n\", \"kind\": \"choice\", \"default\": \"a\""), "choices is not a list"},
    {ONE("\"name\": \"n\", \"kind\": \"choice\", \"choices\": [], \"default\": \"a\""),
     "choices is not a list"},
    {ONE("\"name\": \"n\", \"kind\": \"choice\", \"choices\": [\"a b\"], \"default\": \"a\""),
     "choice 'a b'; allowed"},
    {ONE("\"name\": \"n\", \"kind\": \"choice\", \"choices\": [\"a\"], \"default\": \"b\""),
     "'b' is not one of the choices"},
};

static void a_table_that_is_none_is_refused_before_anything_is_planned(void **state)
{
    (void)state;
    skip_without_python();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char engine[1024];
        snprintf(engine, sizeof engine, PROGRAM "'%s'", wrong[i].options);
        const shell_end ran = run_case("{name: other}", "", engine, "--quiet");
        if (ran.code != 2 || !strstr(ran.err, wrong[i].said))
            fail_msg("%s: code %d, not said: %s\n%s", wrong[i].options, ran.code, wrong[i].said,
                     ran.err);
    }
}

/* 65 options, each right. */
static void more_options_than_there_is_room_for_are_refused(void **state)
{
    static char engine[16384];
    char list[16000] = "[";
    (void)state;
    skip_without_python();
    for (int i = 0; i < 65; i++)
        sprintf(list + strlen(list),
                "%s{\"name\": \"n%d\", \"kind\": \"boolean\", \"default\": true, \"summary\": "
                "\"s\"}",
                i > 0 ? ", " : "", i);
    strcat(list, "]");
    snprintf(engine, sizeof engine, PROGRAM "'%s'", list);
    const shell_end ran = run_case("{name: other}", "", engine, "--quiet");
    assert_int_equal(ran.code, 2);
    text_assert_has(ran.err, "options is not a list of at most 64");
}

/* --- one that is --- */

#define GOOD                                                                                       \
    PROGRAM "'[{\"name\": \"iterations\", \"kind\": \"integer\", \"unit\": \"1\", "                \
            "\"default\": 20, \"minimum\": 1, \"maximum\": 1000, \"summary\": \"of a step\", "     \
            "\"recommended\": 50}, "                                                               \
            "{\"name\": \"erp\", \"kind\": \"real\", \"unit\": \"1\", \"default\": 0.2, "          \
            "\"minimum\": 0, \"maximum\": 1, \"summary\": \"share\"}, "                            \
            "{\"name\": \"warm\", \"kind\": \"boolean\", \"default\": true, \"summary\": "         \
            "\"start\", \"recommended\": false}, "                                                 \
            "{\"name\": \"solver\", \"kind\": \"choice\", \"choices\": [\"PGS\", \"TGS\"], "       \
            "\"default\": \"PGS\", \"summary\": \"of contacts\", \"recommended\": \"TGS\"}]' "     \
            "'its manual'"

static void values_are_sent_as_they_were_given(void **state)
{
    static const struct {
        const char *integrator, *said;
    } rows[] = {
        {"{name: other}",
         "{\"iterations\": 20, \"erp\": 0.2, \"warm\": true, \"solver\": \"PGS\"}"},
        {"{name: other, setting: defaults, erp: 0.1}",
         "{\"iterations\": 20, \"erp\": 0.1, \"warm\": true, \"solver\": \"PGS\"}"},
        {"{name: other, iterations: 7, warm: false, solver: TGS}",
         "{\"iterations\": 7, \"erp\": 0.2, \"warm\": false, \"solver\": \"TGS\"}"},
        {"{name: other, setting: recommended}",
         "{\"iterations\": 50, \"erp\": 0.2, \"warm\": false, \"solver\": \"TGS\"}"},
        {"{name: other, setting: recommended, iterations: 20, erp: 1}",
         "{\"iterations\": 20, \"erp\": 1, \"warm\": false, \"solver\": \"TGS\"}"},
    };
    (void)state;
    skip_without_python();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const shell_end ran = run_case(rows[i].integrator, "", GOOD, "--quiet");
        assert_int_equal(ran.code, 2);
        text_assert_has(ran.err, rows[i].said);
    }
}

static void a_wrong_value_is_refused_at_its_place(void **state)
{
    static const struct {
        const char *integrator, *sweep, *said;
    } rows[] = {
        {"{name: other, iterations: 0}", "",
         "set.yaml:5:41: iterations: '0' is out of range; allowed: a whole number, from 1 to 1000"},
        {"{name: other, iterations: 1.5}", "",
         "set.yaml:5:41: iterations: '1.5' is not written as an integer"},
        {"{name: other, solver: TGs}", "",
         "set.yaml:5:37: solver: 'TGs' is unknown; allowed: one of PGS, TGS (nearest: 'TGS')"},
        {"{name: other, iteration: 5}", "", "set.yaml:5:29: unknown key 'iteration'"},
        {"{name: other, setting: best}", "",
         "set.yaml:5:38: setting: 'best' is unknown; allowed: one of defaults, recommended"},
        {"{name: other}", "sweep:\n  - grid: {integrator.iterations: [5000, 5]}\n",
         "set.yaml:8:36: iterations: '5000' is out of range"},
    };
    (void)state;
    skip_without_python();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const shell_end ran = run_case(rows[i].integrator, rows[i].sweep, GOOD, "--quiet");
        assert_int_equal(ran.code, 2);
        text_assert_has(ran.err, rows[i].said);
    }
}

static void a_list_shows_them(void **state)
{
    (void)state;
    skip_without_python();
    const shell_end listed = shell_run(SHELL("list", "other", "--engine", GOOD));
    assert_int_equal(listed.code, 0);
    text_assert_has(listed.out, "(a whole number, from 1 to 1000; default 20)");
    text_assert_has(listed.out, "recommended: iterations 50, warm false, solver TGS (its manual)");
}

/* --- identities: by an engine that takes the problem --- */

#define CLOTH "other=" PYTHON " '" TRAMA_SOURCE_DIR "/tests/engines/counting.py' 0 "
#define COUNTED                                                                                    \
    "'[{\"name\": \"n\", \"kind\": \"integer\", \"unit\": \"1\", \"default\": 2, \"summary\": "    \
    "\"s\", "                                                                                      \
    "\"recommended\": 3}]' it"

/* The id of the case that the plan has. */
static char *id_of(const char *integrator, const char *engine)
{
    char path[256] = "";
    const shell_end ran = run_case(integrator, "", engine, "--quiet");
    if (ran.code != 0)
        fail_msg("%s: %s", integrator, ran.err);
    const shell_end found = shell_run_by("ls r/set/cases/*", SHELL(NULL));
    snprintf(path, sizeof path, "%.200s", found.out);
    folder_remove("r");
    return strdup(path);
}

/* A case had its name before the engine said what may be set. */
static void only_what_is_no_default_tells_a_case_apart(void **state)
{
    (void)state;
    skip_without_python();
    char *before = id_of("{name: other}", CLOTH), *usual = id_of("{name: other}", CLOTH COUNTED),
         *given = id_of("{name: other, n: 2, setting: defaults}", CLOTH COUNTED),
         *three = id_of("{name: other, n: 3}", CLOTH COUNTED),
         *recommended = id_of("{name: other, setting: recommended}", CLOTH COUNTED),
         *back = id_of("{name: other, setting: recommended, n: 2}", CLOTH COUNTED);
    assert_string_equal(usual, before);
    assert_string_equal(given, before);
    assert_string_not_equal(three, before);
    assert_string_not_equal(recommended, before);
    assert_string_not_equal(recommended, three);
    assert_string_not_equal(back, before);
    assert_string_not_equal(back, recommended);
    free(before), free(usual), free(given), free(three), free(recommended), free(back);
}

static void a_dry_run_shows_each_value_the_defaults_too(void **state)
{
    (void)state;
    skip_without_python();
    run_case("{name: other}", "", CLOTH COUNTED, "--quiet");
    const shell_end usual = shell_run(
        SHELL("run", "set.yaml", "-o", "d", "--dry-run", "--verbose", "--engine", CLOTH COUNTED));
    text_assert_has(usual.out, "integrator.setting = defaults\nintegrator.n = 2\n");
    run_case("{name: other, setting: recommended}", "", CLOTH COUNTED, "--quiet");
    const shell_end other = shell_run(
        SHELL("run", "set.yaml", "-o", "d", "--dry-run", "--verbose", "--engine", CLOTH COUNTED));
    text_assert_has(other.out, "integrator.setting = recommended\nintegrator.n = 3\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_that_is_none_is_refused_before_anything_is_planned),
        cmocka_unit_test(more_options_than_there_is_room_for_are_refused),
        cmocka_unit_test(values_are_sent_as_they_were_given),
        cmocka_unit_test(a_wrong_value_is_refused_at_its_place),
        cmocka_unit_test(a_list_shows_them),
        cmocka_unit_test(only_what_is_no_default_tells_a_case_apart),
        cmocka_unit_test(a_dry_run_shows_each_value_the_defaults_too),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
