/* Files are written now and named later, together. If one fails, those before it have their names,
 * the others are gone, and no temporary file is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/record_sample.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FILES = 10 };
static char path[FILES][512];
static const char *paths[FILES];

/* In two folders by turns. */
static void write_files(const char *name, size_t count)
{
    bundle b = sample_bundle();
    record_error error;
    for (size_t i = 0; i < FILES; i++) {
        char file[64];
        snprintf(file, sizeof file, "%s-%zu/%zu.h5", name, i % 2, i);
        snprintf(path[i], sizeof path[i], "%s", sample_path(file));
        paths[i] = path[i];
    }
    for (size_t i = 0; i < 2; i++) {
        char folder[64];
        snprintf(folder, sizeof folder, "%s-%zu", name, i);
        sample_make_folder(folder);
    }
    for (size_t i = 0; i < count; i++)
        assert_int_equal(record_write_later(paths[i], &b, (long)getpid(), &error), RECORD_OK);
    bundle_free(&b);
}

static size_t entries_of(const char *name)
{
    char folder[2][64];
    snprintf(folder[0], sizeof folder[0], "%s-0", name);
    snprintf(folder[1], sizeof folder[1], "%s-1", name);
    return sample_entries(sample_path(folder[0])) + sample_entries(sample_path(folder[1]));
}

static void assert_stand(size_t count)
{
    bundle expected = sample_bundle();
    for (size_t i = 0; i < FILES; i++) {
        bundle read = {0};
        assert_int_equal(sample_status(paths[i], &read), i < count ? RECORD_OK : RECORD_MISSING);
        if (i < count)
            sample_assert_equal(&expected, &read);
        bundle_free(&read);
    }
    bundle_free(&expected);
}

/* Few are synced each by itself, many by their file system. */
static void files_get_their_names_when_they_are_committed(void **state)
{
    (void)state;
    static const size_t counts[] = {1, 2, FILES};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        char name[32];
        record_error error;
        snprintf(name, sizeof name, "commit%zu", i);
        write_files(name, counts[i]);
        assert_stand(0);
        assert_int_equal(entries_of(name), counts[i]);
        assert_int_equal(record_commit(paths, counts[i], &error), counts[i]);
        assert_int_equal(error.status, RECORD_OK);
        assert_stand(counts[i]);
        assert_int_equal(entries_of(name), counts[i]);
    }
}

/* A folder has the name of the fourth, or the third is not there. */
static void those_before_one_that_fails_stand_and_the_others_are_gone(void **state)
{
    (void)state;
    record_error error;
    write_files("taken", FILES);
    sample_make_folder("taken-1/3.h5");
    assert_int_equal(record_commit(paths, FILES, &error), 3);
    assert_int_equal(error.status, RECORD_IO);
    assert_non_null(strstr(error.text, "3.h5: cannot be written: Is a directory"));
    assert_int_equal(rmdir(paths[3]), 0);
    assert_stand(3);
    assert_int_equal(entries_of("taken"), 3);

    write_files("lost", FILES);
    record_discard(paths[2], (long)getpid());
    assert_int_equal(record_commit(paths, FILES, &error), 2);
    assert_non_null(strstr(error.text, "2.h5: cannot be written: No such file or directory"));
    assert_stand(2);
    assert_int_equal(entries_of("lost"), 2);
}

static void a_folder_that_is_gone_is_said(void **state)
{
    (void)state;
    record_error error;
    write_files("gone", 0);
    static const char *const nowhere[] = {"/proc/nowhere/a.h5", "/proc/nowhere/b.h5"};
    assert_int_equal(record_commit(nowhere, 2, &error), 0);
    assert_int_equal(error.status, RECORD_IO);
    assert_int_equal(record_commit(paths, 0, &error), 0);
    assert_int_equal(error.status, RECORD_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_get_their_names_when_they_are_committed),
        cmocka_unit_test(those_before_one_that_fails_stand_and_the_others_are_gone),
        cmocka_unit_test(a_folder_that_is_gone_is_said),
    };
    return cmocka_run_group_tests_name("record_commit", tests, sample_folder_begin,
                                       sample_folder_end);
}
