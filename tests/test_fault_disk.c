/* If the disk fails during a sweep, at any kind of call that changes it, one line says so, what was
 * finished stands, and the same command ends with the same results. slow_fault_disk.c tries every
 * call. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/fault.h"
#include "support/folder.h"

/* Measured: 13 writes, the first of which is the lock's record. */
static void a_disk_full_at_any_write_is_said_and_resumed(void **state)
{
    static const char reason[] = "No space left on device";
    assert_in_range(fault_fail_each("write", "ENOSPC", reason, 1, 3, *state), 2, 20);
    assert_in_range(fault_fail_each("write", "ENOSPC+", reason, 2, 5, *state), 2, 20);
}

static void a_write_that_takes_half_is_gone_on_with(void **state)
{
    for (long at = 2; at <= 8; at += 3) {
        long calls;
        assert_int_equal(fault_run("short", "write", at, "short", &calls).code, 0);
        fault_assert_resumes("short", *state);
        folder_remove("short");
    }
}

/* Measured: 24, most of them of a file and its folder by turns. */
static void an_fsync_that_fails_is_said_and_resumed(void **state)
{
    assert_in_range(fault_fail_each("fsync", "EIO", "Input/output error", 2, 5, *state), 2, 20);
}

/* What has its name keeps it: the case that stood before would be lost with it. */
static void a_sync_that_fails_takes_no_finished_case_away(void **state)
{
    assert_in_range(fault_renew_each("fsync", "EIO", "Input/output error", 1, 4, *state), 2, 20);
    assert_in_range(fault_renew_each("fsync", "EIO+", "Input/output error", 2, 6, *state), 2, 20);
}

static void a_rename_that_fails_is_said_and_resumed(void **state)
{
    assert_in_range(fault_fail_each("rename", "EACCES", "Permission denied", 1, 6, *state), 2, 20);
}

/* A file system over a network may say only on closing that it could not write. The lock's file
 * needs not. */
static void a_close_that_fails_is_said_and_resumed(void **state)
{
    assert_in_range(fault_fail_each("close", "EDQUOT", "Disk quota exceeded", 1, 6, *state), 2, 20);
}

static void a_folder_that_cannot_be_written_is_said_and_resumed(void **state)
{
    assert_in_range(fault_fail_each("mkdir", "EACCES", "Permission denied", 1, 2, *state), 2, 20);
    assert_in_range(fault_fail_each("open", "EROFS", "Read-only file system", 1, 7, *state), 2, 20);
    const shell_end ended = shell_run(SHELL("run", "sweep.yaml", "-o", "/proc/trama"));
    assert_int_equal(ended.code, 4);
    assert_string_equal(ended.err,
                        "/proc/trama: the folder cannot be made: No such file or directory\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disk_full_at_any_write_is_said_and_resumed),
        cmocka_unit_test(a_write_that_takes_half_is_gone_on_with),
        cmocka_unit_test(an_fsync_that_fails_is_said_and_resumed),
        cmocka_unit_test(a_sync_that_fails_takes_no_finished_case_away),
        cmocka_unit_test(a_rename_that_fails_is_said_and_resumed),
        cmocka_unit_test(a_close_that_fails_is_said_and_resumed),
        cmocka_unit_test(a_folder_that_cannot_be_written_is_said_and_resumed),
    };
    record_begin();
    return cmocka_run_group_tests_name("fault: disk", tests, fault_enter, fault_leave);
}
