/* trama compare finds what differs between results, bit by bit and within tolerances, and says so
 * as text, CSV and JUnit XML. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/springs.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void move_run(bundle *b)
{
    springs_column(b, &column_runs_iteration)->integer[1] += 3;
}

static void break_off(bundle *b)
{
    bundle_column *status = springs_column(b, &column_case_status);
    strcpy(status->text[0], "ok");
    status->text[0][1] = 'f'; /* as long as "ok" */
}

static void add_result(bundle *b)
{
    bundle_add_real(b, "/result/new_quantity", "m", "", 1.5);
}

static void the_same_program_gives_the_same_results(void **state)
{
    (void)state;
    springs_run("a", NULL);
    springs_run("b", NULL);
    const shell_end end = springs_compare("a", "b");
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    text_assert_has(end.out, "3 cases: 3 same\n");
}

static void the_last_bit_counts_and_is_named(void **state)
{
    (void)state;
    springs_run("bit", NULL);
    springs_edit("bit", "rk4", springs_nudge);
    shell_end end = springs_compare("a", "bit");
    assert_int_equal(end.code, 1);
    text_assert_has(end.out, "/result/dt_stable");
    text_assert_has(end.out, "0.2500000000000001");
    text_assert_has(end.out, "+2.2e-16");
    text_assert_has(end.out, "3 cases: 2 same, 1 differs\n");
    springs_run("moved", NULL);
    springs_edit("moved", "verlet", move_run);
    end = springs_compare("a", "moved");
    assert_int_equal(end.code, 1);
    text_assert_has(end.out, "/result/runs/iteration");
    text_assert_has(end.out, "103 ");
}

static void lose_the_limit(bundle *b)
{
    springs_column(b, &column_bisected_stable)->real[0] *= 0.5;
    springs_column(b, &column_runs_iteration)->integer[0] += 1;
    springs_column(b, &column_runs_iteration)->integer[1] += 50;
}

static void lose_less(bundle *b)
{
    springs_column(b, &column_bisected_stable)->real[0] *= 0.75;
    springs_column(b, &column_runs_iteration)->integer[1] += 1;
}

/* How a case ended; the limit of either other, the larger loss first; then one row of what changed
 * in both. */
static void outcomes_stand_before_values(void **state)
{
    (void)state;
    springs_run("lost", NULL);
    springs_edit("lost", "rk4", lose_less);
    springs_edit("lost", "verlet", lose_the_limit);
    springs_edit("lost", "symplectic_euler", break_off);
    const shell_end end = shell_run(SHELL("compare", "a", "lost", "--json", "changes.json"));
    assert_int_equal(end.code, 1);
    const char *outcomes = strstr(end.out, "Outcomes that changed:");
    const char *values = strstr(end.out, "Values that changed");
    assert_true(outcomes && values && outcomes < values);
    const char *ending = strstr(outcomes, "| status");
    const char *half = strstr(outcomes, "-0.5"), *quarter = strstr(outcomes, "-0.25");
    assert_true(ending && half && quarter && ending < half && half < quarter && quarter < values);
    assert_int_equal(text_count(values, "/result/runs/iteration"), 1);
    char *json = text_of_file("changes.json");
    text_assert_has(json, "\"what\": \"dt_stable\"");
    text_assert_has(json, "\"outcome\": true, \"place\": 0, \"relative\": -0.5}");
    assert_int_equal(text_count(json, "\"what\": \"/result/runs/iteration\""), 2);
    free(json);
}

static void add_result_of_another_model(bundle *b)
{
    add_result(b);
    springs_column(b, &column_case_model)->text[0][0] = 'O';
}

/* A column that the baseline has not is one row, whatever the models that have it; a value that
 * moved has a row of each. */
static void a_new_column_is_one_row_of_all_models(void **state)
{
    (void)state;
    springs_run("new", NULL);
    springs_edit("new", "symplectic_euler", add_result);
    springs_edit("new", "verlet", add_result_of_another_model);
    springs_edit("new", "rk4", add_result_of_another_model);
    shell_end end = springs_compare("a", "new");
    assert_int_equal(end.code, 1);
    assert_int_equal(text_count(end.out, "/result/new_quantity |"), 1);
    text_assert_has(end.out, "| 2 models | /result/new_quantity |     3 |");
    springs_edit("new", "symplectic_euler", move_run);
    springs_edit("new", "verlet", move_run);
    end = springs_compare("a", "new");
    assert_int_equal(text_count(end.out, "/result/new_quantity  "), 1);
    assert_int_equal(text_count(end.out, "| /result/runs/iteration |"), 2);
}

/* The tolerance is the new experiment's; it is no part of what identifies a case. */
static void a_declared_tolerance_is_granted_and_no_more(void **state)
{
    (void)state;
    const char *const exact[] = {"case:", "tolerance: {dt_stable: {relative: 1e-12}}\ncase:", NULL};
    const char *const wide[] = {"case:", "tolerance: {'runs/*': {absolute: 3}}\ncase:", NULL};
    springs_run("exact", exact);
    springs_edit("exact", "rk4", springs_nudge);
    shell_end end = springs_compare("a", "exact");
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "3 cases: 2 same, 1 within tolerance\n");
    springs_run("start",
                (const char *const[]){"case:", "tolerance: {'*': {relative: 1e-12}}\ncase:", NULL});
    springs_edit("start", "rk4", springs_nudge);
    assert_int_equal(springs_compare("a", "start").code, 0);
    springs_run("narrow", (const char *const[]){"case:",
                                                "tolerance: {'*': {relative: 1}, "
                                                "'runs/*': {absolute: 2}}\ncase:",
                                                NULL});
    springs_edit("narrow", "verlet", move_run);
    assert_int_equal(springs_compare("a", "narrow").code, 1);
    springs_run("wide", wide);
    springs_edit("wide", "verlet", move_run);
    assert_int_equal(springs_compare("a", "wide").code, 0);
}

static void move_both(bundle *b)
{
    springs_column(b, &column_runs_iteration)->integer[0] += 1;
    springs_column(b, &column_runs_iteration)->integer[1] += 2;
}

static void move_both_further(bundle *b)
{
    springs_column(b, &column_runs_iteration)->integer[0] += 1;
    springs_column(b, &column_runs_iteration)->integer[1] += 3;
}

/* The message names the largest change within the tolerance, or of those beyond it. */
static void the_value_that_decides_is_named(void **state)
{
    (void)state;
    springs_run("within", EDITS("case:", "tolerance: {'runs/*': {absolute: 2}}\ncase:"));
    springs_edit("within", "verlet", move_both);
    shell_end end = shell_run(SHELL("compare", "a", "within", "--format", "csv"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "/result/runs/iteration[1]: ");
    assert_null(strstr(end.out, "/result/runs/iteration[0]: "));
    springs_run("beyond", EDITS("case:", "tolerance: {'runs/*': {absolute: 2}}\ncase:"));
    springs_edit("beyond", "verlet", move_both_further);
    end = shell_run(SHELL("compare", "a", "beyond", "--format", "csv"));
    assert_int_equal(end.code, 1);
    text_assert_has(end.out, "/result/runs/iteration[1]: 103, was 100");
}

static void a_tolerance_of_nothing_is_told(void **state)
{
    (void)state;
    springs_run("typo", (const char *const[]){
                            "case:", "tolerance: {dt_stabel: {relative: 1e-12}}\ncase:", NULL});
    const shell_end end = springs_compare("a", "typo");
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err,
                        "spring: tolerance: no result of the experiment is named 'dt_stabel'\n");
}

static void bad_tolerances_are_refused_while_planning(void **state)
{
    (void)state;
    static const struct {
        const char *text, *line;
    } table[] = {
        {"tolerance: 3",
         "bad.yaml:2:12: tolerance is a mapping, as in {runs/value: {relative: 1e-9}}"},
        {"tolerance: {/a: {relative: 1}}", "bad.yaml:2:13: tolerance of '/a'; allowed: a quantity "
                                           "below /result, as in runs/value, or "
                                           "with * at its end, the start of several"},
        {"tolerance: {a: {}}",
         "bad.yaml:2:16: the tolerance of 'a' is empty; allowed: relative or absolute above 0"},
        {"tolerance: {a: {relative: 2}}",
         "bad.yaml:2:27: relative: '2' is out of range; allowed: from 0 to 1"},
        {"tolerance: {a: {relativ: 1}}",
         "bad.yaml:2:17: unknown key 'relativ'; nearest allowed: 'relative'"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char top[256], line[400];
        snprintf(top, sizeof top, "experiment: spring\n%s\n", table[i].text);
        snprintf(line, sizeof line, "%s\n", table[i].line);
        experiment_write("bad.yaml", experiment_spring, EDITS("experiment: spring\n", top));
        const shell_end end = shell_run(SHELL("run", "bad.yaml", "--dry-run"));
        assert_string_equal(end.err, line);
        assert_int_equal(end.code, 2);
    }
}

static void missing_extra_and_changed_are_verdicts_of_their_own(void **state)
{
    (void)state;
    springs_run("fewer", EDITS("[verlet, symplectic_euler, rk4]", "[verlet, symplectic_euler]"));
    shell_end end = springs_compare("a", "fewer");
    assert_int_equal(end.code, 1);
    text_assert_has(end.out, "3 cases: 2 same, 1 missing\n");
    end = springs_compare("fewer", "a");
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "3 cases: 2 same, 1 extra\n");
    springs_run("status", NULL);
    springs_edit("status", "verlet", break_off);
    end = springs_compare("a", "status");
    assert_int_equal(end.code, 1);
    text_assert_has(end.out, "1 status changed");
    text_assert_has(end.out, "status");
    text_assert_has(end.out, "of ");
    springs_run("more", NULL);
    springs_edit("more", "verlet", add_result);
    end = springs_compare("a", "more");
    assert_int_equal(end.code, 1);
    text_assert_has(end.out, "/result/new_quantity");
    end = springs_compare("more", "a");
    text_assert_has(end.out, "no longer there");
}

static void another_id(bundle *b)
{
    char *id = springs_column(b, &column_case_id)->text[0];
    id[31] = id[31] == 'f' ? '0' : 'f';
}

/* The file has the name of its new identity; the folder, as of an earlier program, no study file.
 */
static void change(const char *folder, const char *integrator, void (*how)(bundle *b))
{
    char path[512], new_path[512], inner[256];
    record_error error;
    strcpy(path, springs_file(folder, integrator));
    bundle b = experiment_read(path);
    how(&b);
    snprintf(inner, sizeof inner, "%s/spring", folder);
    record_case_path(inner, bundle_text(&b, column_case_id.path, ""), new_path, sizeof new_path);
    assert_int_equal(remove(path), 0);
    assert_int_equal(record_write(new_path, &b, &error), RECORD_OK);
    bundle_free(&b);
    snprintf(path, sizeof path, "%s/spring/study.h5", folder);
    remove(path);
}

static void another_version(bundle *b)
{
    const bundle_column *of = springs_column(b, &column_config_version_of);
    bundle_column *version = springs_column(b, &column_config_version);
    for (size_t i = 0; i < of->rows; i++)
        if (strcmp(of->text[i], "integrator") == 0)
            version->integer[i]--;
    another_id(b);
}

static void another_configuration(bundle *b)
{
    springs_column(b, &column_config_digest)->text[0][0] = 'x';
    another_id(b);
}

/* What the configuration sets makes a case; versions of its parts, and what the program adds to it,
 * are told. */
static void cases_match_across_versions_of_the_program(void **state)
{
    (void)state;
    springs_run("old", NULL);
    change("old", "verlet", another_version);
    change("old", "rk4", another_id);
    shell_end end = springs_compare("old", "a");
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "3 cases: 3 same\n");
    text_assert_has(end.out, "version of integrator: 1, was 0; ");
    text_assert_has(end.out, "other defaults or fields, see /config/resolved; ");
    change("old", "symplectic_euler", another_configuration);
    end = springs_compare("old", "a");
    assert_int_equal(end.code, 1);
    text_assert_has(end.out, "4 cases: 2 same, 1 missing, 1 extra\n");
}

static void another_digest(bundle *b)
{
    springs_column(b, &column_config_digest)->text[0][0] = 'x';
}

/* As where a file names what was the default of an earlier program. */
static void one_identity_is_one_case(void **state)
{
    (void)state;
    springs_run("named", NULL);
    springs_edit("named", "rk4", another_digest);
    const shell_end end = springs_compare("named", "a");
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "3 cases: 3 same\n");
}

/* As an earlier program left it. */
static void forget_digest(bundle *b)
{
    springs_column(b, &column_config_digest)->text[0][0] = '\0';
}

static void forget_digest_and_id(bundle *b)
{
    forget_digest(b);
    another_id(b);
}

static const char *const methods[] = {"verlet", "rk4", "symplectic_euler"};

static void cases_of_earlier_programs_match_by_identity(void **state)
{
    (void)state;
    springs_run("early", NULL);
    for (size_t i = 0; i < 3; i++)
        change("early", methods[i], forget_digest);
    const shell_end end = springs_compare("early", "a");
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "3 cases: 3 same\n");
    assert_null(strstr(end.out, "matched by"));
}

static void cases_of_earlier_programs_match_by_names_and_say_so(void **state)
{
    (void)state;
    springs_run("earlier", NULL);
    for (size_t i = 0; i < 3; i++)
        change("earlier", methods[i], forget_digest_and_id);
    shell_end end = springs_compare("earlier", "a");
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "3 cases: 3 same\n");
    assert_int_equal(text_count(end.out, "matched by names, labels and swept values, as the "
                                         "baseline has no /config/digest; "),
                     1);
    end = shell_run(SHELL("compare", "a", "earlier", "--format", "csv"));
    assert_int_equal(text_count(end.out, "as the new has no /config/digest; "), 3);
}

static void forget_what_is_swept(bundle *b)
{
    forget_digest_and_id(b);
    for (size_t i = 0; i < b->count; i++)
        if (group_rest(group_swept, b->column[i].path))
            b->column[i].path[1] = 'x';
}

#define SWEPT(values) EDITS("{integrator.name: [verlet, symplectic_euler, rk4]}", values)

/* If there is more than one choice, none is taken. */
static void swept_values_tell_cases_of_earlier_programs_apart(void **state)
{
    (void)state;
    springs_run("fast", SWEPT("{model.omega: [30, 40]}"));
    springs_run("slow", SWEPT("{model.omega: [10, 20]}"));
    springs_run("early-slow", SWEPT("{model.omega: [10, 20]}"));
    change("early-slow", "verlet", forget_digest_and_id); /* one of the two */
    text_assert_has(springs_compare("early-slow", "slow").out, "2 cases: 2 same\n");
    text_assert_has(springs_compare("early-slow", "fast").out, "4 cases: 2 missing, 2 extra\n");
    change("early-slow", "verlet", forget_what_is_swept);
    text_assert_has(springs_compare("early-slow", "slow").out, "2 cases: 2 same\n");
    text_assert_has(springs_compare("early-slow", "fast").out, "4 cases: 2 missing, 2 extra\n");
}

/* Rounds of one program must agree among themselves. */
static void rounds_that_disagree_are_not_repeatable(void **state)
{
    (void)state;
    assert_int_equal(mkdir("rounds", 0777), 0);
    springs_run("rounds/round-001", NULL);
    springs_run("rounds/round-002", NULL);
    assert_int_equal(springs_compare("a", "rounds").code, 0);
    springs_edit("rounds/round-002", "rk4", springs_nudge);
    const shell_end end = springs_compare("a", "rounds");
    assert_int_equal(end.code, 1);
    text_assert_has(end.out, "1 not repeatable");
}

static void junit_has_a_test_of_every_result(void **state)
{
    (void)state;
    assert_int_equal(shell_run(SHELL("compare", "a", "bit", "--junit", "out.xml")).code, 1);
    char *text = text_of_file("out.xml");
    text_assert_has(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"3\" "
                          "failures=\"1\" skipped=\"0\">");
    text_assert_has(text, "<failure message=\"differs: the results differ: /result/dt_stable[0]");
    text_assert_has(text, "<testcase classname=\"spring\" name=\"spring rk4 (");
    free(text);
    const shell_end end = shell_run(SHELL("compare", "a", "b", "--junit", "none/out.xml"));
    assert_int_equal(end.code, 4);
    text_assert_has(end.err, "none/out.xml: not written: No such file or directory");
}

static void csv_has_a_row_of_every_result(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL("compare", "a", "bit", "--format", "csv"));
    text_assert_has(end.out, "experiment,case,id,of,part,verdict,detail,pairs,percent,");
    text_assert_has(end.out, ",results,,same,");
    text_assert_has(end.out, ",results,,differs,");
}

/* Cut in the middle of a character in one of the two, and whatever XML takes for something else. */
static void junit_is_xml_whatever_the_names(void **state)
{
    (void)state;
    if (system("command -v xmllint >/dev/null") != 0)
        skip();
    static const char *const starts[] = {"x<&>' ]]>", "xx<&>' ]]>"};
    for (size_t i = 0; i < 2; i++) {
        char head[800];
        snprintf(head, sizeof head, "case:\n  labels: {simulation: \"%s", starts[i]);
        for (size_t c = 0; c < 300; c++)
            strcat(head, "\xC3\xA3");
        strcat(head, "\"}\n");
        experiment_write("long.yaml", experiment_spring, EDITS("case:\n", head));
        const char *const folder = i ? "long-1" : "long-0";
        assert_int_equal(shell_run(SHELL("run", "long.yaml", "-o", folder)).code, 0);
        assert_int_equal(shell_run(SHELL("compare", "a", folder, "--junit", "l.xml")).code, 0);
        assert_int_equal(system("xmllint --noout l.xml"), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_program_gives_the_same_results),
        cmocka_unit_test(the_last_bit_counts_and_is_named),
        cmocka_unit_test(outcomes_stand_before_values),
        cmocka_unit_test(a_new_column_is_one_row_of_all_models),
        cmocka_unit_test(a_declared_tolerance_is_granted_and_no_more),
        cmocka_unit_test(the_value_that_decides_is_named),
        cmocka_unit_test(a_tolerance_of_nothing_is_told),
        cmocka_unit_test(bad_tolerances_are_refused_while_planning),
        cmocka_unit_test(missing_extra_and_changed_are_verdicts_of_their_own),
        cmocka_unit_test(cases_match_across_versions_of_the_program),
        cmocka_unit_test(one_identity_is_one_case),
        cmocka_unit_test(cases_of_earlier_programs_match_by_identity),
        cmocka_unit_test(cases_of_earlier_programs_match_by_names_and_say_so),
        cmocka_unit_test(swept_values_tell_cases_of_earlier_programs_apart),
        cmocka_unit_test(rounds_that_disagree_are_not_repeatable),
        cmocka_unit_test(junit_has_a_test_of_every_result),
        cmocka_unit_test(junit_is_xml_whatever_the_names),
        cmocka_unit_test(csv_has_a_row_of_every_result),
    };
    record_begin();
    return cmocka_run_group_tests_name("compare: results", tests, folder_enter_in_memory,
                                       folder_leave);
}
