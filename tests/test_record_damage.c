/* A damaged results file, a full disk or a missing folder gives a status and a sentence with the
 * file's name. It never gives wrong values or half a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "results/internal.h"
#include "support/record_sample.h"

#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* HDF5 1.10.8 loses the 424 bytes of each object header whose checksum does not hold;
 * LeakSanitizer, where it is on, asks here what to leave out. */
const char *__lsan_default_suppressions(void); /* NOLINT(bugprone-reserved-identifier) */
const char *__lsan_default_suppressions(void)  /* NOLINT(bugprone-reserved-identifier) */
{
    return "leak:libhdf5";
}

static bundle small_bundle(void)
{
    const double reals[] = {2.385, 0, 1850};
    const int64_t integers[] = {0, -1};
    bundle b = {0};
    bundle_add_reals(&b, "/result/dt", "s", "steps", reals, 3, 1);
    bundle_add_integers(&b, "/result/node", "1", "where", integers, 2, 1);
    bundle_add_text(&b, "/result/name", "who", "tecido");
    return b;
}

/* Flips bits of the byte at `position` of the file, on the disk. */
static void flip(int file, off_t position, unsigned char mask)
{
    unsigned char byte;
    assert_int_equal(pread(file, &byte, 1, position), 1);
    byte ^= mask;
    assert_int_equal(pwrite(file, &byte, 1, position), 1);
}

/* The line with the checksum of the whole, which record_read leaves to record_verify. */
#define TRAILER_LINE "\ntrama: SHA-256 of the bytes before this line: "
enum { TRAILER = sizeof TRAILER_LINE + 64 };

/* How many of the file's bytes, `stride` apart, can be flipped unnoticed; then no value may differ.
 */
static size_t unnoticed_flips(const char *path, const bundle *expected, off_t stride)
{
    static const unsigned char masks[] = {0x01, 0x80, 0xff};
    const int file = open(path, O_RDWR);
    const off_t size = lseek(file, 0, SEEK_END) - TRAILER;
    size_t unnoticed = 0;
    for (off_t i = 0; i < size; i += stride) {
        bundle read = {0};
        const unsigned char mask = masks[i % 3];
        flip(file, i, mask);
        if (sample_status(path, &read) == RECORD_OK) {
            sample_assert_equal(expected, &read);
            unnoticed++;
        }
        assert_true(read.count == 0 || read.count == expected->count);
        bundle_free(&read);
        flip(file, i, mask);
    }
    close(file);
    return unnoticed;
}

/* Measured: 0 of 1231. */
static void a_flipped_byte_anywhere_is_noticed(void **state)
{
    (void)state;
    bundle b = small_bundle();
    sample_record(sample_path("flip.h5"), &b);
    assert_int_equal(unnoticed_flips(sample_path("flip.h5"), &b, 1), 0);
    bundle_free(&b);
}

/* Several chunks, shuffled and deflated, and so an index of chunks. Measured: 0 of 100. */
static void a_flipped_byte_among_many_chunks_is_noticed(void **state)
{
    (void)state;
    enum { ROWS = 100, COLUMNS = 1000 };
    double *x = malloc(ROWS * COLUMNS * sizeof *x);
    for (size_t i = 0; i < ROWS * COLUMNS; i++)
        x[i] = sin((double)i * (double)i);
    bundle b = {0};
    bundle_add_reals(&b, "/frames/x", "m", "nodes", x, ROWS, COLUMNS);
    sample_record(sample_path("chunks.h5"), &b);
    sample_bytes file = sample_read(sample_path("chunks.h5"));
    assert_in_range(file.size, ROWS * COLUMNS * sizeof *x / 2, ROWS * COLUMNS * sizeof *x);
    assert_int_equal(unnoticed_flips(sample_path("chunks.h5"), &b, (off_t)file.size / 100 | 1), 0);
    free(file.bytes);
    free(x);
    bundle_free(&b);
}

static void a_file_cut_anywhere_is_refused(void **state)
{
    (void)state;
    const char *path = sample_path("cut.h5");
    bundle b = sample_bundle();
    sample_record(path, &b);
    sample_bytes file = sample_read(path);
    for (off_t size = (off_t)file.size - TRAILER - 1; size >= 0; size -= 13) {
        bundle read = {0};
        assert_int_equal(truncate(path, size), 0);
        assert_int_equal(sample_status(path, &read),
                         size >= 8 || size == 0 ? RECORD_DAMAGED : RECORD_NOT_OURS);
        assert_int_equal(read.count, 0);
        bundle_free(&read);
    }
    free(file.bytes);
    bundle_free(&b);
}

/* From now on no file of this process can grow beyond `size`: writing then fails as on a full disk.
 */
static void limit_files(rlim_t size)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* Measured: the file has 6.1 kB. */
static void a_full_disk_leaves_no_file_wherever_it_strikes(void **state)
{
    (void)state;
    bundle b = sample_bundle();
    sample_make_folder("full");
    sample_record(sample_path("whole.h5"), &b);
    sample_bytes whole = sample_read(sample_path("whole.h5"));
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t size = 0; size < whole.size; size += 101) {
        record_error error;
        limit_files(size);
        const record_status status = record_write(sample_path("full/x.h5"), &b, &error);
        limit_files(RLIM_INFINITY);
        assert_int_equal(status, RECORD_IO);
        assert_non_null(strstr(error.text, "full/x.h5: cannot be written: File too large"));
        assert_int_equal(sample_entries(sample_path("full")), 0);
    }
    limit_files(whole.size);
    sample_record(sample_path("full/x.h5"), &b);
    limit_files(RLIM_INFINITY);
    assert_int_equal(sample_entries(sample_path("full")), 1);
    free(whole.bytes);
    bundle_free(&b);
}

/* A child that dies at its `size`th byte while it replaces the file. */
static pid_t die_while_writing(const char *path, const bundle *b, rlim_t size)
{
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit no_core = {0, 0};
        record_error error;
        signal(SIGXFSZ, SIG_DFL);
        setrlimit(RLIMIT_CORE, &no_core);
        limit_files(size);
        record_write(path, b, &error);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
    return child;
}

/* And its temporary can be discarded. */
static void a_death_while_writing_leaves_the_file_that_was_there(void **state)
{
    (void)state;
    bundle before = small_bundle(), after = sample_bundle();
    sample_make_folder("death");
    sample_record(sample_path("death/x.h5"), &before);
    for (rlim_t size = 0; size < 3000; size += 500) {
        const pid_t dead = die_while_writing(sample_path("death/x.h5"), &after, size);
        bundle read = sample_back(sample_path("death/x.h5"));
        sample_assert_equal(&before, &read);
        bundle_free(&read);
        assert_int_equal(sample_entries(sample_path("death")), 2);
        record_discard(sample_path("death/x.h5"), (long)dead + 1);
        assert_int_equal(sample_entries(sample_path("death")), 2);
        record_discard(sample_path("death/x.h5"), (long)dead);
        assert_int_equal(sample_entries(sample_path("death")), 1);
    }
    record_discard(sample_path("nowhere/x.h5"), 1);
    bundle_free(&after);
    bundle_free(&before);
}

static void a_file_that_cannot_be_written_is_said_so(void **state)
{
    (void)state;
    static const struct {
        const char *name, *says;
    } table[] = {
        {"missing/x.h5", "No such file or directory"},
        {"a-file/x.h5", "Not a directory"},
        {"a-folder", "Is a directory"},
        {"locked/x.h5", "Permission denied"},
        {"a-folder/", "No such file or directory"},
    };
    bundle b = small_bundle();
    const uid_t root = 0, nobody = 65534;
    sample_make_folder("a-folder");
    sample_make_folder("locked");
    sample_write(sample_path("a-file"), "x", 1);
    assert_int_equal(chmod(sample_path("locked"), 0555), 0);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const bool drop = geteuid() == root && strstr(table[i].name, "locked");
        record_error error;
        if (drop) {
            assert_int_equal(chmod(sample_path(""), 0755), 0);
            assert_int_equal(seteuid(nobody), 0);
        }
        const record_status status = record_write(sample_path(table[i].name), &b, &error);
        if (drop)
            assert_int_equal(seteuid(root), 0);
        assert_int_equal(status, RECORD_IO);
        assert_ptr_equal(strstr(error.text, sample_path(table[i].name)), error.text);
        if (!strstr(error.text, table[i].says))
            fail_msg("'%s' is to be said: %s", table[i].says, error.text);
    }
    assert_int_equal(sample_entries(sample_path("locked")), 0);
    assert_int_equal(sample_entries(sample_path("a-folder")), 0);
    bundle_free(&b);
}

/* Someone who may write in the folder has put a link where the temporary is to be. */
static void a_link_in_the_place_of_a_temporary_is_not_followed(void **state)
{
    (void)state;
    char name[NAME_MAX + 1];
    record_error error;
    bundle b = small_bundle();
    sample_write(sample_path("diary"), "mine", 4);
    record_temporary_name(name, sizeof name, "led.h5", (long)getpid());
    assert_int_equal(symlink("diary", sample_path(name)), 0);
    assert_int_equal(record_write(sample_path("led.h5"), &b, &error), RECORD_IO);
    sample_bytes diary = sample_read(sample_path("diary"));
    assert_int_equal(diary.size, 4);
    assert_memory_equal(diary.bytes, "mine", 4);
    free(diary.bytes);
    bundle_free(&b);
}

/* 5 GiB: the reader would refuse them. The values are never looked at. */
static void more_than_four_gib_are_not_written(void **state)
{
    (void)state;
    bundle b = small_bundle();
    record_error error;
    const size_t rows = b.column[0].rows;
    b.column[0].rows = (size_t)5 << 27;
    assert_int_equal(record_write(sample_path("huge.h5"), &b, &error), RECORD_IO);
    assert_non_null(strstr(error.text, "more than 4 GiB"));
    b.column[0].rows = rows;
    bundle_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flipped_byte_anywhere_is_noticed),
        cmocka_unit_test(a_flipped_byte_among_many_chunks_is_noticed),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(a_full_disk_leaves_no_file_wherever_it_strikes),
        cmocka_unit_test(a_death_while_writing_leaves_the_file_that_was_there),
        cmocka_unit_test(a_file_that_cannot_be_written_is_said_so),
        cmocka_unit_test(a_link_in_the_place_of_a_temporary_is_not_followed),
        cmocka_unit_test(more_than_four_gib_are_not_written),
    };
    return cmocka_run_group_tests_name("record_damage", tests, sample_folder_begin,
                                       sample_folder_end);
}
