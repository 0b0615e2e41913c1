/* In a folder with results, trama run keeps those of another build, names damaged ones and leaves
 * foreign files alone; --again runs cases anew. */
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

/* A file of another schema version can only be had from HDF5 itself; Debian keeps the serial one
 * apart. */
#define H5_USE_110_API
#if __has_include(<hdf5.h>)
#include <hdf5.h>
#else
#include <hdf5/serial/hdf5.h>
#endif

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The text must not be longer than the one that it replaces. */
static void replace_text(const char *path, const char *column, const char *text)
{
    record_error error;
    bundle b = experiment_read(path);
    for (size_t i = 0; i < b.count; i++)
        if (strcmp(b.column[i].path, column) == 0) {
            assert_true(strlen(text) <= strlen(b.column[i].text[0]));
            strcpy(b.column[i].text[0], text);
        }
    assert_string_equal(bundle_text(&b, column, ""), text);
    assert_int_equal(record_write(path, &b, &error), RECORD_OK);
    bundle_free(&b);
}

static void results_of_another_build_are_shown_and_kept(void **state)
{
    (void)state;
    const char *path = springs_first("stale");
    replace_text(path, "/run/build", "trama 0.0.9");
    shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "stale"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "3 cases exist already; 1 of another build (`--again "
                                 "stale` runs them again)\n3 cases done, results in stale\n");
    assert_string_equal(experiment_text(path, &column_run_build), "trama 0.0.9");
    end = shell_run(SHELL("run", "spring.yaml", "-o", "stale", "--again", "bad"));
    assert_string_equal(experiment_text(path, &column_run_build), "trama 0.0.9");
    end = shell_run(SHELL("run", "spring.yaml", "-o", "stale", "--again", "stale"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.err, "2 cases exist already\n[1/1] spring ");
    assert_string_not_equal(experiment_text(path, &column_run_build), "trama 0.0.9");
}

static void a_damaged_file_is_named_and_run_anew_on_demand(void **state)
{
    (void)state;
    const char *path = springs_first("damaged");
    char *expected = experiment_digests("damaged/spring/cases");
    assert_int_equal(truncate(path, 3000), 0);
    shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "damaged"));
    assert_int_equal(end.code, 4);
    assert_ptr_equal(strstr(end.err, path), end.err);
    text_assert_has(end.err, "; `--again bad` runs it again\n");
    end = shell_run(SHELL("run", "spring.yaml", "-o", "damaged", "--again", "stale"));
    assert_int_equal(end.code, 4);
    end = shell_run(SHELL("run", "spring.yaml", "-o", "damaged", "--again", "bad"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.err, "2 cases exist already\n[1/1] spring ");
    char *again = experiment_digests("damaged/spring/cases");
    assert_string_equal(again, expected);
    free(again);
    free(expected);
}

static void set_schema_version(const char *path, int64_t version)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t attribute = H5Aopen(file, "schema_version", H5P_DEFAULT);
    assert_true(H5Awrite(attribute, H5T_NATIVE_INT64, &version) >= 0);
    H5Aclose(attribute);
    H5Fclose(file);
}

/* Whatever is asked for: the file may hold another program's work of months. */
static void a_file_of_another_schema_version_is_left_alone(void **state)
{
    (void)state;
    const char *path = springs_first("schema");
    static const char *const again[] = {NULL, "stale", "bad", "all"};
    struct stat before, after;
    set_schema_version(path, 999);
    assert_int_equal(stat(path, &before), 0);
    for (size_t i = 0; i < 4; i++) {
        const shell_end end = shell_run(
            SHELL("run", "spring.yaml", "-o", "schema", again[i] ? "--again" : NULL, again[i]));
        assert_int_equal(end.code, 4);
        assert_ptr_equal(strstr(end.err, path), end.err);
        text_assert_has(end.err, "version 999");
        text_assert_has(end.err,
                        "versions 1 to 4; it is left as it is: choose another folder (-o)\n");
        assert_int_equal(stat(path, &after), 0);
        assert_true(before.st_ino == after.st_ino && before.st_mtime == after.st_mtime);
    }
}

static void a_file_that_is_no_results_file_is_left_alone(void **state)
{
    (void)state;
    const char *path = springs_first("foreign");
    folder_write(path, "my diary, which is no HDF5 file\n");
    const shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "foreign", "--again", "all"));
    assert_int_equal(end.code, 4);
    assert_ptr_equal(strstr(end.err, path), end.err);
    struct stat after;
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(after.st_size, 32);
}

static void again_all_runs_everything_anew(void **state)
{
    (void)state;
    const char *path = springs_first("anew");
    struct stat before, after;
    assert_int_equal(stat(path, &before), 0);
    char *expected = experiment_digests("anew/spring/cases");
    const shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "anew", "--again", "all"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.err, "[3/3] spring ");
    text_assert_lacks(end.err, " already");
    assert_int_equal(stat(path, &after), 0);
    assert_true(before.st_ino != after.st_ino);
    char *again = experiment_digests("anew/spring/cases");
    assert_string_equal(again, expected);
    free(again);
    free(expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_of_another_build_are_shown_and_kept),
        cmocka_unit_test(a_damaged_file_is_named_and_run_anew_on_demand),
        cmocka_unit_test(a_file_of_another_schema_version_is_left_alone),
        cmocka_unit_test(a_file_that_is_no_results_file_is_left_alone),
        cmocka_unit_test(again_all_runs_everything_anew),
    };
    record_begin();
    return cmocka_run_group_tests_name("command: again", tests, folder_enter, folder_leave);
}
