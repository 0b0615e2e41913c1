/* Files of earlier versions of the schema are read, renamed columns have the names of today, and
 * quantities that they do not have are computed. The program wrote those in tests/schema when it
 * was at versions 2 and 3; that of version 1 has the columns of version 2 as version 1 stored them:
 * all in chunks, deflated from 4 KiB on, and texts with an empty unit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "quantities/quantities.h"
#include "support/record_sample.h"
#include "support/shell.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA TRAMA_SOURCE_DIR "/tests/schema/"
static const char version_1[] = SCHEMA "version-1.h5", version_2[] = SCHEMA "version-2.h5";
static const char version_3[] = SCHEMA "version-3.h5", version_3_run[] = SCHEMA "version-3-run.h5";

/* Of each the task, and a column of one value with what it is. */
static const struct {
    const char *file, *task;
    const results_column *column;
    double value;
} versions[] = {
    {version_1, "predict", &column_dt_stable, 0.03},
    {version_2, "predict", &column_dt_stable, 0.03},
    {version_3, "predict", &column_dt_stable, 0.06},
    {version_3_run, "run", &column_dt, 0.01},
};
enum { VERSIONS = sizeof versions / sizeof *versions };

/* The case of a file in a folder of its own, by the version of today or as it was written. */
static void put(const char *file, const char *folder, const bundle *today)
{
    char path[512], cases[64];
    const sample_bytes old = sample_read(file);
    bundle b = sample_back(file);
    record_error error;
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

static void files_of_earlier_versions_are_read_and_verified(void **state)
{
    (void)state;
    for (size_t i = 0; i < VERSIONS; i++) {
        bundle b = {0};
        record_error error;
        if (record_verify(versions[i].file, NULL, &b, &error) != RECORD_OK)
            fail_msg("%s", error.text);
        assert_string_equal(bundle_get_text(&b, &column_case_task), versions[i].task);
        assert_true(bundle_get_number(&b, versions[i].column) == versions[i].value);
        assert_null(bundle_get(&b, &column_quantities_version));
        bundle_free(&b);
    }
}

static void their_columns_have_the_names_of_today(void **state)
{
    (void)state;
    static const char *const before_3[] = {version_1, version_2};
    for (size_t i = 0; i < 2; i++) {
        bundle b = sample_back(before_3[i]);
        assert_null(bundle_find(&b, "/result/looks/omega"));
        const bundle_column *omega = bundle_get(&b, &column_spectra_omega);
        assert_non_null(omega);
        assert_int_equal(omega->rows, 2);
        assert_true(omega->real[0] > 0.0);
        bundle_free(&b);
    }
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

/* How far the centre of mass fell, and the middle of the bracket, by the columns themselves; as the
 * files of today have them. */
static void quantities_of_earlier_files_are_computed(void **state)
{
    (void)state;
    bundle run = sample_back(version_3_run), search = sample_back(version_3);
    const measured_case thrown = measured_of(&run), limit = measured_of(&search);
    const bundle_column *y = bundle_get(&run, &column_series_centre_y);
    const double fall = y->real[0] - y->real[y->rows - 1];
    assert_true(fall > 0.2 && fall < 0.21);
    assert_true(quantity_of_case(&thrown, "fall") == fall);
    assert_true(quantity_of_case(&limit, "measured_limit") == 0.065);
    quantities_put(&run);
    const bundle_column *recorded = bundle_find(&run, quantity_find("fall")->path);
    assert_non_null(recorded);
    assert_true(recorded->single && recorded->real[0] == fall);
    bundle_free(&run);
    bundle_free(&search);
}

static void expect_same(const char *baseline, const char *fresh)
{
    const shell_end end = shell_run(SHELL("compare", baseline, fresh));
    if (end.code != 0 || !strstr(end.out, "1 case: 1 same"))
        fail_msg("%s%s", end.out, end.err);
}

static void earlier_files_compare_as_those_of_today(void **state)
{
    (void)state;
    for (size_t i = 0; i < VERSIONS; i++) {
        char old[16], new[16];
        bundle b = sample_back(versions[i].file);
        snprintf(old, sizeof old, "old%zu", i);
        snprintf(new, sizeof new, "new%zu", i);
        put(versions[i].file, old, NULL);
        put(versions[i].file, new, &b);
        expect_same(sample_path(old), sample_path(new));
        expect_same(sample_path(new), sample_path(old));
        bundle_free(&b);
    }
}

static void a_baseline_of_version_2_compares_too(void **state)
{
    (void)state;
    put(version_2, "cases", NULL);
    expect_same(SCHEMA "version-2.txt", sample_path("cases"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_earlier_versions_are_read_and_verified),
        cmocka_unit_test(their_columns_have_the_names_of_today),
        cmocka_unit_test(the_names_of_today_are_asked_for),
        cmocka_unit_test(a_name_that_never_changed_is_itself),
        cmocka_unit_test(quantities_of_earlier_files_are_computed),
        cmocka_unit_test(earlier_files_compare_as_those_of_today),
        cmocka_unit_test(a_baseline_of_version_2_compares_too),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
