/* If nothing can be written, a command ends with exit code 4 and one line that says why. It leaves
 * no partial file and keeps what was done. */
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

static void a_folder_that_cannot_be_made_is_an_error(void **state)
{
    (void)state;
    experiment_write("spring.yaml", experiment_spring, NULL);
    folder_write("plain", "a file, not a folder\n");
    shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "plain/out"));
    assert_int_equal(end.code, 4);
    assert_string_equal(end.err, "plain: the folder cannot be made: Not a directory\n");
    end = shell_run(SHELL("run", "spring.yaml", "-o", "plain"));
    assert_int_equal(end.code, 4);
    assert_string_equal(end.err, "plain: the folder cannot be made: Not a directory\n");
    end = shell_run(SHELL("run", "spring.yaml", "-o", "/proc/results"));
    assert_int_equal(end.code, 4);
    assert_ptr_equal(strstr(end.err, "/proc/results: the folder cannot be made: "), end.err);
}

/* `trama report` says where the page went; a damaged case is named, and the page made without
 * it. */
static void a_report_is_one_page_in_the_folder_or_where_it_is_asked_for(void **state)
{
    (void)state;
    const char *path = springs_first("paged");
    shell_end end = shell_run(SHELL("report", "paged", "--no-plots"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    assert_ptr_equal(strstr(end.out, "report: paged/report.html ("), end.out);
    char *page = text_of_file("paged/report.html");
    text_assert_has(page, "trama, 3 cases of ");
    assert_null(strstr(page, "<section id=\"figures\""));
    free(page);
    end = shell_run(SHELL("report", "paged", "--no-plots", "-o", "elsewhere.html"));
    assert_int_equal(end.code, 0);
    assert_true(experiment_stands("elsewhere.html"));
    folder_write(path, "no longer a results file\n");
    end = shell_run(SHELL("report", "paged", "--no-plots"));
    assert_int_equal(end.code, 4);
    assert_ptr_equal(strstr(end.err, path), end.err);
    page = text_of_file("paged/report.html");
    text_assert_has(page, "trama, 3 cases of ");
    text_assert_has(page, "<td class=\"number\">3</td><td class=\"number\">2</td>");
    text_assert_has(page, "they cannot be read</th><td class=\"number\">1</td>");
    free(page);
}

static void a_report_that_cannot_be_written_leaves_no_page(void **state)
{
    (void)state;
    springs_first("unpaged");
    shell_end end = shell_run(SHELL("report", "unpaged", "--no-plots", "-o", "no/such/page.html"));
    assert_int_equal(end.code, 4);
    text_assert_has(end.err, "no/such/page.html: not written: No such file or directory\n");
    assert_string_equal(end.out, "");
    end = shell_run_limited(8192, SHELL("report", "unpaged", "--no-plots"));
    assert_int_equal(end.code, 4);
    text_assert_has(end.err, "report.html: not written: File too large\n");
    assert_false(experiment_stands("unpaged/report.html"));
    assert_int_equal(experiment_list("unpaged", ".tmp")->count, 0);
}

/* A file may not grow past 8 kB, and a case takes some 40 kB: as on a full disk, no write ends. */
static void a_full_disk_leaves_no_partial_file(void **state)
{
    (void)state;
    experiment_write("spring.yaml", experiment_spring, NULL);
    shell_end end = shell_run_limited(8192, SHELL("run", "spring.yaml", "-o", "full", "-j", "1"));
    assert_int_equal(end.code, 4);
    assert_int_equal(text_count(end.err, "\n"), 2);
    text_assert_has(end.err, ".h5: cannot be written: File too large\n");
    text_assert_has(end.err,
                    "\nstopped: 0 of 3 cases are done and kept; the same command resumes\n");
    assert_int_equal(experiment_list("full/spring/cases", "")->count, 0);
    assert_false(experiment_stands("full/spring/index.h5"));
    end = shell_run(SHELL("run", "spring.yaml", "-o", "full"));
    assert_int_equal(end.code, 0);
    assert_int_equal(experiment_list("full/spring/cases", "")->count, 3);
}

/* As on a disk that fills up later: what was done stays, and what stood is not harmed. */
static void a_disk_that_fills_up_keeps_what_was_done(void **state)
{
    (void)state;
    const char *path = springs_first("filled");
    char *expected = experiment_digests("filled/spring/cases");
    const shell_end end = shell_run_limited(
        8192, SHELL("run", "spring.yaml", "-o", "filled", "--again", "all", "-j", "2"));
    assert_int_equal(end.code, 4);
    assert_int_equal(experiment_list("filled/spring/cases", "")->count, 3);
    assert_true(experiment_stands(path));
    char *kept = experiment_digests("filled/spring/cases");
    assert_string_equal(kept, expected);
    free(kept);
    free(expected);
}

/* A folder stands where a case's file belongs. */
static void a_place_that_is_taken_is_an_error(void **state)
{
    (void)state;
    const char *path = springs_first("taken");
    assert_int_equal(remove(path), 0);
    assert_int_equal(mkdir(path, 0777), 0);
    const shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "taken", "--again", "all"));
    assert_int_equal(end.code, 4);
    assert_ptr_equal(strstr(end.err, path), end.err);
    assert_int_equal(experiment_list("taken/spring/cases", ".tmp")->count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_that_cannot_be_made_is_an_error),
        cmocka_unit_test(a_report_is_one_page_in_the_folder_or_where_it_is_asked_for),
        cmocka_unit_test(a_report_that_cannot_be_written_leaves_no_page),
        cmocka_unit_test(a_full_disk_leaves_no_partial_file),
        cmocka_unit_test(a_disk_that_fills_up_keeps_what_was_done),
        cmocka_unit_test(a_place_that_is_taken_is_an_error),
    };
    record_begin();
    return cmocka_run_group_tests_name("command: disk", tests, folder_enter, folder_leave);
}
