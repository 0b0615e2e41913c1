/* HDF5 reads in a child process (lib/results/guard.c). A file that crashes or hangs it is damaged,
 * and everything else goes on. In this program H5Fopen crashes on files of certain names, whatever
 * version of HDF5 there is; files made to do harm show what the installed version does. */
/* For RTLD_NEXT. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/crafted.h"
#include "support/folder.h"
#include "support/foreign.h"
#include "support/record_sample.h"
#include "support/shell.h"
#include "support/springs.h"
#include "support/text.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef hid_t open_function(const char *name, unsigned flags, hid_t list);

hid_t H5Fopen(const char *filename, unsigned flags, hid_t fapl_id)
{
    if (strstr(filename, "crash"))
        raise(SIGSEGV);
    for (volatile unsigned long spins = 0; strstr(filename, "hang"); spins++)
        continue;
    if (strstr(filename, "kill"))
        raise(SIGKILL);
    if (strstr(filename, "exit"))
        _exit(0);
    union {
        void *found;
        open_function *call;
    } real = {dlsym(RTLD_NEXT, "H5Fopen")};
    return real.call(filename, flags, fapl_id);
}

static void assert_reads(const char *path, const bundle *expected)
{
    bundle read = sample_back(path);
    sample_assert_equal(&read, expected);
    bundle_free(&read);
}

static void assert_damaged(const char *path, const char *why)
{
    bundle read = {0};
    record_error error;
    assert_int_equal(record_read(path, NULL, &read, &error), RECORD_DAMAGED);
    text_assert_has(error.text, path);
    text_assert_has(error.text, why);
    assert_int_equal(read.count, 0);
    bundle_free(&read);
}

/* Every type and shape comes through as it is in the file. */
static void what_the_child_reads_is_what_was_written(void **state)
{
    (void)state;
    bundle b = sample_bundle();
    sample_record("sound.h5", &b);
    assert_reads("sound.h5", &b);
    bundle_free(&b);
}

static void files_that_end_the_child_are_damaged_and_the_rest_is_read(void **state)
{
    (void)state;
    static const struct {
        const char *path, *why;
    } files[] = {{"crash.h5", "is damaged: HDF5 crashes over it (Segmentation fault)"},
                 {"hang.h5", "is damaged: HDF5 comes to no end over it"},
                 {"exit.h5", "is damaged: HDF5 crashes over it (it ends the process)"}};
    bundle b = sample_bundle();
    sample_record("sound.h5", &b);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        sample_record(files[i].path, &b);
        assert_damaged(files[i].path, files[i].why);
        assert_reads("sound.h5", &b);
    }
    bundle_free(&b);
}

/* One that somebody else has ended is no fault of the file. */
static void a_child_that_was_killed_is_replaced(void **state)
{
    (void)state;
    bundle b = sample_bundle();
    sample_record("sound.h5", &b);
    assert_reads("sound.h5", &b);
    shell_signal_children(getpid(), SIGKILL);
    assert_reads("sound.h5", &b);
    bundle_free(&b);
}

/* Where memory ends the system kills whoever takes it: no fault of the file either. */
static void a_child_that_is_killed_at_every_attempt_is_no_damage(void **state)
{
    (void)state;
    bundle b = sample_bundle(), read = {0};
    record_error error;
    sample_record("kill.h5", &b);
    sample_record("sound.h5", &b);
    assert_int_equal(record_read("kill.h5", NULL, &read, &error), RECORD_IO);
    text_assert_has(error.text, "kill.h5: cannot be read: the process that reads it was killed");
    assert_int_equal(read.count, 0);
    assert_reads("sound.h5", &b);
    bundle_free(&b);
}

/* --- the commands --- */

/* What they do where one file of `folder` crashes HDF5: `code`, or (they are none of those that
 * read it with HDF5) 0. */
typedef struct use {
    const char *arguments[7];
    int code;
} use;

enum { USES = 11 };

static void uses_of(const char *folder, const char *file, use *u)
{
    const use all[USES] = {
        {{"verify", folder}, 4},
        {{"table", folder}, 4},
        {{"plot", folder}, 0}, /* single values come from the index, or from the file's cache */
        {{"report", folder}, 4},
        {{"export", folder, "--series", "-o", "csv"}, 4},
        {{"compare", folder, "whole"}, 4},
        {{"compare", "whole", folder}, 4},
        {{"baseline", folder}, 4},
        {{"show", file}, 4},
        {{"index", folder}, 0},
        {{"run", "spring.yaml", "-q", "-o", folder}, 0},
    };
    memcpy(u, all, sizeof all);
}

static bool names(const shell_end *end, const char *file)
{
    return strstr(end->err, file) || strstr(end->out, file);
}

static void a_file_over_which_hdf5_crashes_ends_no_command(void **state)
{
    (void)state;
    use u[USES];
    springs_run("whole", NULL);
    springs_run("broken", NULL);
    char file[256];
    snprintf(file, sizeof file, "%s", springs_file("broken", "verlet"));
    uses_of("broken", file, u);
    setenv("LD_PRELOAD", CRASH_SHIM, 1);
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
    setenv("CRASH_OVER", file, 1);
    for (size_t i = 0; i < USES; i++) {
        const shell_end end = shell_run(u[i].arguments);
        if (end.code != u[i].code || (end.code && !names(&end, file)))
            fail_msg("trama %s: %d, %s%s", u[i].arguments[0], end.code, end.out, end.err);
    }
    unsetenv("LD_PRELOAD");
    unsetenv("ASAN_OPTIONS");
    unsetenv("CRASH_OVER");
    char *exported = text_of_file("csv/spring.csv"); /* a header, and the three, by the index */
    assert_int_equal(text_count(exported, "\n"), 4);
    free(exported);
}

static void assert_no_command_ends(const char *folder, const char *file)
{
    use u[USES];
    uses_of(folder, file, u);
    for (size_t i = 0; i < USES; i++) {
        const shell_end end = shell_run(u[i].arguments);
        if (end.code > 4 || (end.code == 4 && !names(&end, file)))
            fail_msg("trama %s: %d, %s%s", u[i].arguments[0], end.code, end.out, end.err);
    }
}

static bool crashes(const char *path)
{
    bundle read = {0};
    record_error error;
    const record_status status = record_read(path, NULL, &read, &error);
    assert_true(status == RECORD_OK || strncmp(error.text, path, strlen(path)) == 0);
    bundle_free(&read);
    return status == RECORD_DAMAGED && strstr(error.text, ": HDF5 c");
}

/* HDF5 1.10.8 crashes over about one in 24, which depends on what its memory holds too. */
static void headers_made_to_do_harm_end_no_command(void **state)
{
    (void)state;
    enum { STRIDE = 23, TRIED = 2 };
    springs_run("harmed", NULL);
    char file[256];
    snprintf(file, sizeof file, "%s", springs_file("harmed", "verlet"));
    crafted c = crafted_of(file);
    size_t mutants = 0, crashed = 0;
    for (size_t place = 0; place < c.places; place += STRIDE, mutants++) {
        const unsigned char value = (unsigned char)(0xff - place % 251);
        crafted_write(&c, place, value, "mutant.h5");
        if (!crashes("mutant.h5") || ++crashed > TRIED)
            continue;
        crafted_write(&c, place, value, file);
        assert_no_command_ends("harmed", file);
    }
    print_message("HDF5 %s crashes over %zu of %zu\n", record_library_version(), crashed, mutants);
    assert_true(mutants > 100);
    crafted_free(&c);
}

static int begin(void **state)
{
    record_begin();
    record_guard(0.2);
    return folder_enter_in_memory(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_child_reads_is_what_was_written),
        cmocka_unit_test(files_that_end_the_child_are_damaged_and_the_rest_is_read),
        cmocka_unit_test(a_child_that_was_killed_is_replaced),
        cmocka_unit_test(a_child_that_is_killed_at_every_attempt_is_no_damage),
        cmocka_unit_test(a_file_over_which_hdf5_crashes_ends_no_command),
        cmocka_unit_test(headers_made_to_do_harm_end_no_command),
    };
    return cmocka_run_group_tests(tests, begin, folder_leave);
}
