/* Files with long columns that are made on the disk have the bytes of files made in memory. Some
 * rows can be read without the others, and columns that are too large to keep are checked all the
 * same. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "results/hdf.h"
#include "support/record_sample.h"
#include "support/text.h"

enum { ROWS = 37, WIDTH = 9001, TALL = 100000 };

/* HDF5 1.10.8 loses what it holds of a file whose bytes the disk refuses; LeakSanitizer, where it
 * is on, asks here what to leave out. */
const char *__lsan_default_suppressions(void); /* NOLINT(bugprone-reserved-identifier) */
const char *__lsan_default_suppressions(void)  /* NOLINT(bugprone-reserved-identifier) */
{
    return "leak:libhdf5";
}

static double value_at(size_t row, size_t column)
{
    return 2.385 * (double)row - 1e-3 * (double)(column * column % 1009);
}

/* Chunks of several rows, of a part of a row, and of whole numbers. */
static bundle long_sample(void)
{
    bundle b = {0};
    double *wide = calloc((size_t)ROWS * WIDTH, sizeof *wide);
    int64_t *tall = calloc(TALL, sizeof *tall);
    assert_true(wide && tall);
    for (size_t i = 0; i < (size_t)ROWS * WIDTH; i++)
        wide[i] = value_at(i / WIDTH, i % WIDTH);
    for (size_t i = 0; i < TALL; i++)
        tall[i] = (int64_t)(i * i);
    bundle_add_reals(&b, "/frames/x", "m", "positions", wide, ROWS, WIDTH);
    bundle_add_reals(&b, "/frames/xy", "m", "of another name that begins alike", wide, ROWS, 1);
    bundle_add_reals(&b, "/frames/row", "m", "wider than a chunk", wide, 3,
                     (size_t)ROWS * WIDTH / 3);
    bundle_add_integers(&b, "/frames/iteration", "1", "iterations", tall, TALL, 1);
    bundle_add_text(&b, "/case/id", "identity", "abc");
    bundle_add_texts(&b, "/case/words", "a list", (const char *const[]){"a", "b"}, 2);
    free(wide);
    free(tall);
    return b;
}

static void chosen_rows_are_read_without_the_others(void **state)
{
    (void)state;
    static const char *const columns[] = {"/frames/x", "/frames/xy", NULL};
    static const size_t row[] = {36, 0, 17, 17, 18};
    enum { CHOSEN = sizeof row / sizeof row[0] };
    const char *path = sample_path("rows.h5");
    bundle b = long_sample(), read = {0};
    record_error error;
    sample_record(path, &b);
    assert_int_equal(record_read_rows(path, columns, row, CHOSEN, &read, &error), RECORD_OK);
    assert_int_equal(read.count, 2);
    const bundle_column *x = bundle_find(&read, "/frames/x");
    assert_int_equal(x->rows, CHOSEN);
    assert_int_equal(x->columns, WIDTH);
    for (size_t i = 0; i < CHOSEN; i++)
        for (size_t c = 0; c < WIDTH; c++)
            assert_true(x->real[i * WIDTH + c] == value_at(row[i], c));
    bundle_free(&read);
    bundle_free(&b);
}

static void rows_that_are_not_there_are_refused(void **state)
{
    (void)state;
    static const char *const columns[] = {"/frames/x", NULL},
                             *const texts[] = {"/case/words", NULL},
                             *const single[] = {"/case/id", NULL};
    const char *path = sample_path("refused.h5");
    bundle b = long_sample(), read = {0};
    record_error error;
    sample_record(path, &b);
    assert_int_equal(record_read_rows(path, columns, (const size_t[]){ROWS}, 1, &read, &error),
                     RECORD_NOT_OURS);
    text_assert_has(error.text, "'/frames/x' has fewer rows");
    assert_int_equal(record_read_rows(path, texts, (const size_t[]){0}, 1, &read, &error),
                     RECORD_NOT_OURS);
    text_assert_has(error.text, "'/case/words' is of texts, which are read whole");
    assert_int_equal(record_read_rows(path, single, (const size_t[]){0, 0}, 2, &read, &error),
                     RECORD_NOT_OURS);
    text_assert_has(error.text, "'/case/id' has fewer rows");
    assert_int_equal(read.count, 0);
    bundle_free(&read);
    bundle_free(&b);
}

static void of_large_columns_only_the_shape_may_be_read(void **state)
{
    (void)state;
    const char *path = sample_path("small.h5");
    bundle b = long_sample(), read = {0};
    record_error error;
    sample_record(path, &b);
    assert_int_equal(record_read_small(path, NULL, 1 << 12, &read, &error), RECORD_OK);
    assert_int_equal(read.count, 6);
    const bundle_column *x = bundle_find(&read, "/frames/x");
    assert_null(x->real);
    assert_int_equal(x->rows, ROWS);
    assert_int_equal(x->columns, WIDTH);
    assert_true(bundle_find(&read, "/frames/xy")->real[2] == value_at(0, 2));
    assert_string_equal(bundle_text(&read, "/case/id", ""), "abc");
    bundle_free(&read);
    bundle_free(&b);
}

/* A file of one long column, and what was written. */
static bundle long_column(const char *path, size_t rows)
{
    double *value = calloc(rows, sizeof *value);
    assert_non_null(value);
    for (size_t i = 0; i < rows; i++)
        value[i] = (double)(i % 1000003) / 7.0;
    bundle b = {0};
    bundle_add_reals(&b, "/result/long", "m", "long", value, rows, 1);
    sample_record(path, &b);
    free(value);
    return b;
}

/* 40 MB: more than are made in memory, and more than are kept of one column by a check. */
static void a_large_file_is_checked_whole_and_not_kept(void **state)
{
    (void)state;
    const char *path = sample_path("large.h5");
    bundle b = long_column(path, 5000000), read = {0};
    record_error error;
    assert_int_equal(record_verify(path, NULL, &read, &error), RECORD_OK);
    assert_null(bundle_find(&read, "/result/long")->real);
    bundle_free(&read);
    bundle whole = sample_back(path);
    sample_assert_equal(&whole, &b);
    bundle_free(&whole);
    bundle_free(&b);
}

/* A byte of a chunk changed, and the line at the end made to fit it, as nobody but an enemy does:
 * HDF5's own checksum of a piece that is not kept still says so. */
static void a_check_reads_what_it_does_not_keep(void **state)
{
    (void)state;
    const char *path = sample_path("chunk.h5");
    bundle b = long_column(path, 3000000), read = {0};
    record_error error;
    sample_bytes file = sample_read(path);
    file.bytes[file.size / 2] ^= 0x40;
    sample_write(path, file.bytes, file.size - 112); /* without the line: left to HDF5 */
    assert_int_equal(record_verify(path, NULL, &read, &error), RECORD_DAMAGED);
    free(file.bytes);
    bundle_free(&read);
    bundle_free(&b);
}

/* ---- Files that are made on the disk. */

static void write_on_the_disk(const char *path, const bundle *b, record_drive *drive,
                              record_error *error)
{
    drive->file = open(path, O_RDWR | O_CREAT, 0666);
    assert_true(drive->file >= 0);
    *error = (record_error){0};
    record_write_columns(path, b, record_drive_create(drive), error);
    close(drive->file);
}

static void a_file_has_the_same_bytes_wherever_it_is_made(void **state)
{
    (void)state;
    bundle samples[] = {long_sample(), sample_bundle()};
    for (size_t i = 0; i < 2; i++) {
        const char *path = sample_path("disk.h5");
        record_image image = {0};
        record_drive drive = {0};
        record_error error = {0};
        unlink(path);
        record_write_columns("memory", &samples[i], record_image_create(&image), &error);
        assert_int_equal(error.status, RECORD_OK);
        write_on_the_disk(path, &samples[i], &drive, &error);
        assert_int_equal(error.status, RECORD_OK);
        assert_int_equal(drive.error, 0);
        assert_int_equal(drive.size, image.size);
        const sample_bytes disk = sample_read(path);
        assert_int_equal(disk.size, image.size);
        assert_memory_equal(disk.bytes, image.bytes, image.size);
        free(disk.bytes);
        free(image.bytes);
        bundle_free(&samples[i]);
    }
}

/* No file may grow beyond a number of bytes. It is as on a full disk, but the error has another
 * name. */
static void the_error_of_the_disk_is_noted_whatever_the_library_makes_of_it(void **state)
{
    (void)state;
    bundle b = long_sample();
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    for (size_t bytes = 0; bytes < 60000; bytes += 7919) {
        record_drive drive = {0};
        record_error error;
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){bytes, before.rlim_max});
        write_on_the_disk(sample_path("limited.h5"), &b, &drive, &error);
        assert_int_equal(drive.error, EFBIG);
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(unlink(sample_path("limited.h5")), 0);
    }
    bundle_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chosen_rows_are_read_without_the_others),
        cmocka_unit_test(rows_that_are_not_there_are_refused),
        cmocka_unit_test(of_large_columns_only_the_shape_may_be_read),
        cmocka_unit_test(a_large_file_is_checked_whole_and_not_kept),
        cmocka_unit_test(a_check_reads_what_it_does_not_keep),
        cmocka_unit_test(a_file_has_the_same_bytes_wherever_it_is_made),
        cmocka_unit_test(the_error_of_the_disk_is_noted_whatever_the_library_makes_of_it),
    };
    return cmocka_run_group_tests_name("rows of long columns", tests, sample_folder_begin,
                                       sample_folder_end);
}
