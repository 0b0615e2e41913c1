/* The claims of test_fault_disk.c hold at every call. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/fault.h"

static void every_call_that_fails_is_said_and_resumed(void **state)
{
    static const struct {
        const char *kinds, *action, *reason;
        long least; /* of how many that is said */
    } table[] = {
        {"write", "ENOSPC", "No space left on device", 13},
        {"write", "ENOSPC+", "No space left on device", 13},
        {"write", "EIO", "Input/output error", 13},
        {"fsync", "EIO", "Input/output error", 20},
        {"fsync", "ENOSPC+", "No space left on device", 20},
        {"rename", "EACCES", "Permission denied", 12},
        {"rename", "EIO+", "Input/output error", 12},
        {"close", "EDQUOT", "Disk quota exceeded", 12},
        {"mkdir", "EACCES", "Permission denied", 5},
        {"open", "EROFS", "Read-only file system", 13},
        {"open", "EMFILE", "Too many open files", 13},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_in_range(
            fault_fail_each(table[i].kinds, table[i].action, table[i].reason, 1, 1, *state),
            table[i].least, 30);
}

static void no_sync_that_fails_takes_a_finished_case_away(void **state)
{
    assert_in_range(fault_renew_each("fsync", "EIO", "Input/output error", 1, 1, *state), 12, 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_that_fails_is_said_and_resumed),
        cmocka_unit_test(no_sync_that_fails_takes_a_finished_case_away),
    };
    record_begin();
    return cmocka_run_group_tests_name("a disk that fails at every call", tests, fault_enter,
                                       fault_leave);
}
