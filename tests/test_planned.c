/* The cases of a folder are those that its experiments plan: what is not planned any more is named,
 * left out and removed on request; what is planned and has no file is missing, everywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An oscillator at four frequencies: four cases. */
static const char swing[] = "experiment: swing\n"
                            "case:\n"
                            "  labels: {who: Zoe}\n"
                            "  model: {name: oscillator, omega: 10}\n"
                            "  integrator: {name: rk4}\n"
                            "  task: {name: run, dt: 0.01, horizon: 10}\n"
                            "sweep:\n"
                            "  - grid: {model.omega: [1, 2, 3, 5.5]}\n";

static void run_swing(const char *folder)
{
    experiment_write("swing.yaml", swing, NULL);
    const shell_end end = shell_run(SHELL("run", "swing.yaml", "-o", folder, "-q"));
    if (end.code != 0)
        fail_msg("%s", end.err);
}

static size_t count_files(const char *folder)
{
    return experiment_list(folder, ".h5")->count;
}

/* The file of the case in a row of the index, "swing/cases/0a/0a...h5" below `folder`. */
static void file_of(const char *folder, size_t row, char *path, size_t size)
{
    snprintf(path, size, "%s/swing/index.h5", folder);
    bundle index = experiment_read(path);
    snprintf(path, size, "%s/swing/%s", folder, bundle_get(&index, &column_index_file)->text[row]);
    bundle_free(&index);
}

static void assert_file_has(const char *path, const char *part, size_t times)
{
    char *text = text_of_file(path);
    if (text_count(text, part) != times)
        fail_msg("%s has '%s' %zu times, not %zu", path, part, text_count(text, part), times);
    free(text);
}

/* Of [1, 2, 3, 5.5] the second becomes 2.5: two cases that are planned any more are five files. */
static void cases_of_an_earlier_version_are_named_left_out_and_removed(void **state)
{
    (void)state;
    static const char left[] = "no longer planned; tables leave out cases that are not planned; "
                               "`--again unplanned` removes it\n";
    run_swing("edited");
    experiment_write("swing.yaml", swing, EDITS("[1, 2, 3", "[1, 2.5, 3"));
    shell_end end = shell_run(SHELL("run", "swing.yaml", "-o", "edited"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.err, left);
    text_assert_has(end.out, "4 ok; ");
    assert_int_equal(count_files("edited/swing/cases"), 5);
    end = shell_run(SHELL("table", "edited"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.err, ": left out, as the experiment does not plan this case any more; ");
    assert_file_has("edited/tables/runs.csv", "\nswing,", 4);
    assert_file_has("edited/tables/runs.csv", "omega 2,", 0);
    assert_file_has("edited/tables/runs.csv", "omega 2.5,", 1);
    bundle index = experiment_read("edited/swing/index.h5");
    assert_int_equal(bundle_get(&index, &column_index_id)->rows, 4);
    bundle_free(&index);
    end = shell_run(SHELL("report", "edited", "-o", "edited.html"));
    assert_int_equal(end.code, 0);
    assert_file_has("edited.html", "no experiment plans them</th><td class=\"number\">1</td>", 1);
    assert_file_has("edited.html", "omega 2,", 0);
    text_assert_has(shell_run(SHELL("verify", "edited")).out, "--again unplanned` removes ");
    end = shell_run(SHELL("compare", "edited", "edited"));
    text_assert_has(end.out, "4 cases: 4 same\n");
    text_assert_has(end.err, ": left out, as the experiment does not plan this case any more; ");
    end = shell_run(SHELL("run", "swing.yaml", "-o", "edited", "--again", "unplanned"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.err, "no longer planned is removed\n");
    assert_int_equal(count_files("edited/swing/cases"), 4);
    assert_string_equal(shell_run(SHELL("table", "edited")).err, "");
}

/* A run that is cut short leaves the same as a run of a part. */
static void a_planned_case_without_a_file_is_missing_everywhere(void **state)
{
    (void)state;
    experiment_write("swing.yaml", swing, NULL);
    shell_end end =
        shell_run(SHELL("run", "swing.yaml", "-o", "part", "--only", "model.omega != 3"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "3 ok, 1 missing; ");
    end = shell_run(SHELL("table", "part"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.err, "part/swing: 3 of 4 planned cases have a results file; ");
    assert_file_has("part/tables/runs.csv", "\nswing,swing,rk4,omega 3,0.01,,missing,", 1);
    assert_file_has("part/tables/matrix.csv", "missing", 2); /* status, and the answer's word */
    end = shell_run(SHELL("report", "part", "-o", "part.html"));
    assert_int_equal(end.code, 0);
    assert_file_has("part.html", "1 of 4 missing.", 1);
    assert_file_has("part.html", "swing</th><td class=\"number\">4</td><td class=\"number\">3</td>",
                    1);
    assert_file_has("part.html", "All 3 results files", 1);
    shell_run(SHELL("site", "part", "-o", "site"));
    assert_file_has("site/index.html", "1 of 4 missing.", 1);
    assert_int_equal(shell_run(SHELL("export", "part", "-o", "csv")).code, 0);
    assert_file_has("csv/swing.csv", ",missing,run,Zoe,3,", 1);
    text_assert_has(shell_run(SHELL("compare", "part", "part")).out, "3 cases: 3 same\n");
    end = shell_run(SHELL("run", "swing.yaml", "-o", "part"));
    text_assert_has(end.out, "4 ok; ");
    assert_int_equal(shell_run(SHELL("table", "part")).code, 0);
}

/* What is known of it is what the study says; it is counted, and never left out. */
static void a_damaged_case_is_damaged_in_its_cell(void **state)
{
    (void)state;
    char path[300];
    run_swing("hurt");
    file_of("hurt", 2, path, sizeof path);
    assert_int_equal(truncate(path, 700), 0);
    const shell_end end = shell_run(SHELL("table", "hurt"));
    assert_int_equal(end.code, 4);
    text_assert_has(end.err, path);
    assert_file_has("hurt/tables/runs.csv", "\nswing,swing,rk4,omega 3,0.01,,damaged,", 1);
    text_assert_has(end.err, "3 of 4 planned cases have ");
}

/* As an earlier version wrote it: without what the cases are. */
static void without_a_study_all_files_are_cases(void **state)
{
    (void)state;
    char path[300];
    run_swing("bare");
    file_of("bare", 1, path, sizeof path);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(unlink("bare/swing/study.h5"), 0);
    const shell_end end = shell_run(SHELL("table", "bare"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    assert_file_has("bare/tables/runs.csv", "\nswing,", 3);
}

static void experiments_that_are_run_one_after_the_other_share_a_folder(void **state)
{
    (void)state;
    run_swing("shared");
    experiment_write("other.yaml", swing, EDITS("experiment: swing", "experiment: other"));
    shell_end end = shell_run(SHELL("run", "other.yaml", "-o", "shared", "-q"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    end = shell_run(SHELL("run", "other.yaml", "-o", "shared", "-q", "--again", "unplanned"));
    assert_string_equal(end.err, "");
    assert_int_equal(count_files("shared/swing/cases"), 4);
    assert_int_equal(shell_run(SHELL("table", "shared")).code, 0);
    assert_file_has("shared/tables/runs.csv", "\nswing,", 4);
    assert_file_has("shared/tables/runs.csv", "\nother,", 4);
}

/* A case that ran out of time has no step of its own either: it stands beside those that did not.
 */
static void a_case_that_broke_off_stands_beside_its_peers(void **state)
{
    (void)state;
    experiment_write("swing.yaml", swing,
                     EDITS("case:\n", "limits: {timeout: 0.01}\ncase:\n", "horizon: 10}",
                           "horizon: 100000000}", "[1, 2, 3, 5.5]", "[1, 2]"));
    assert_int_equal(shell_run(SHELL("run", "swing.yaml", "-o", "slow", "-q")).code, 3);
    assert_int_equal(shell_run(SHELL("table", "slow")).code, 3);
    assert_file_has("slow/tables/runs.csv", ",omega 1,0.01,,timeout,", 1);
    assert_file_has("slow/tables/runs.csv", ",omega 2,0.01,,timeout,", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_of_an_earlier_version_are_named_left_out_and_removed),
        cmocka_unit_test(a_planned_case_without_a_file_is_missing_everywhere),
        cmocka_unit_test(a_damaged_case_is_damaged_in_its_cell),
        cmocka_unit_test(without_a_study_all_files_are_cases),
        cmocka_unit_test(experiments_that_are_run_one_after_the_other_share_a_folder),
        cmocka_unit_test(a_case_that_broke_off_stands_beside_its_peers),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
