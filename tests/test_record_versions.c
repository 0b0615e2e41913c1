/* Files of earlier versions of the schema are read, and renamed columns have the names of today.
 * The program wrote the files in tests/schema when it was at version 2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "results/columns/columns.h"
#include "support/record_sample.h"
#include "support/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char version_2[] = TRAMA_SOURCE_DIR "/tests/schema/version-2.h5";

/* The same case in a folder of its own, by the version of today or as it was written. */
static void put(const char *folder, const bundle *today)
{
    char path[512];
    const sample_bytes old = sample_read(version_2);
    bundle b = sample_back(version_2);
    record_error error;
    char cases[64];
    snprintf(cases, sizeof cases, "%s/cases", folder);
    sample_make_folder(folder);
    sample_make_folder(cases);
    record_case_path(sample_path(folder), bundle_text(&b, column_case_id.path, ""), path,
                     sizeof path);
    assert_int_equal(record_case_folder(path, &error), RECORD_OK);
    if (today)
        sample_record(path, today);
    else
        sample_write(path, old.bytes, old.size);
    bundle_free(&b);
    free(old.bytes);
}

static void a_file_of_version_2_is_read_and_verified(void **state)
{
    (void)state;
    bundle b = {0};
    record_error error;
    assert_int_equal(record_verify(version_2, NULL, &b, &error), RECORD_OK);
    assert_string_equal(bundle_text(&b, column_case_task.path, ""), "predict");
    assert_non_null(bundle_get(&b, &column_dt_stable));
    bundle_free(&b);
}

static void its_columns_have_the_names_of_today(void **state)
{
    (void)state;
    bundle b = sample_back(version_2);
    assert_null(bundle_find(&b, "/result/looks/omega"));
    const bundle_column *omega = bundle_get(&b, &column_spectra_omega);
    assert_non_null(omega);
    assert_int_equal(omega->rows, 2);
    assert_true(omega->real[0] > 0.0);
    bundle_free(&b);
}

/* Whatever is asked for: a group of today leads to what stands in another one. */
static void the_names_of_today_are_asked_for(void **state)
{
    (void)state;
    const char *const wanted[] = {column_spectra_omega.path, NULL};
    bundle b = {0};
    record_error error;
    assert_int_equal(record_read(version_2, wanted, &b, &error), RECORD_OK);
    assert_int_equal(b.count, 1);
    assert_string_equal(b.column[0].path, column_spectra_omega.path);
    bundle_free(&b);
}

static void a_name_that_never_changed_is_itself(void **state)
{
    (void)state;
    column_path text;
    assert_string_equal(column_current("/result/looks", &text), "/result/spectra");
    assert_string_equal(column_current("/result/looks/time", &text), "/result/spectra/time");
    assert_string_equal(column_current("/result/looksmore", &text), "/result/looksmore");
    assert_string_equal(column_current("/result/dt_stable", &text), "/result/dt_stable");
}

static void expect_same(const char *baseline, const char *fresh)
{
    const shell_end end = shell_run(SHELL("compare", baseline, fresh));
    if (end.code != 0 || !strstr(end.out, "1 case: 1 same"))
        fail_msg("%s%s", end.out, end.err);
}

static void a_file_of_version_2_compares_as_one_of_today(void **state)
{
    (void)state;
    bundle b = sample_back(version_2);
    put("old", NULL);
    put("new", &b);
    expect_same(sample_path("old"), sample_path("new"));
    expect_same(sample_path("new"), sample_path("old"));
    bundle_free(&b);
}

static void a_baseline_of_version_2_compares_too(void **state)
{
    (void)state;
    put("cases", NULL);
    expect_same(TRAMA_SOURCE_DIR "/tests/schema/version-2.txt", sample_path("cases"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_of_version_2_is_read_and_verified),
        cmocka_unit_test(its_columns_have_the_names_of_today),
        cmocka_unit_test(the_names_of_today_are_asked_for),
        cmocka_unit_test(a_name_that_never_changed_is_itself),
        cmocka_unit_test(a_file_of_version_2_compares_as_one_of_today),
        cmocka_unit_test(a_baseline_of_version_2_compares_too),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
