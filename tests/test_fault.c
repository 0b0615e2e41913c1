/* If a sweep is killed or interrupted at a call that changes the disk, what was finished stands,
 * and the same command ends with the same results. slow_fault_calls.c tries every call,
 * slow_fault_instants.c random instants. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/fault.h"

/* Measured: 86 calls; here every eleventh, in slow_fault_calls.c all. */
static void a_run_killed_at_any_call_is_resumed_to_the_same_results(void **state)
{
    assert_in_range(fault_kill_each(2, 11, *state), 40, 120);
}

/* Measured: 12 of the 86, here every seventh. What a killed process leaves of its case - the file's
 * temporary, in its name or in that of the run, or its sidecar's - is taken away. */
static void a_run_interrupted_at_any_call_of_a_case_leaves_nothing_half_written(void **state)
{
    assert_in_range(fault_interrupt_each(1, 7, *state), 3, 20);
}

static void a_case_whose_process_dies_at_any_call_leaves_nothing_half_written(void **state)
{
    (void)state;
    assert_in_range(fault_lose_each(1, 7), 3, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_killed_at_any_call_is_resumed_to_the_same_results),
        cmocka_unit_test(a_run_interrupted_at_any_call_of_a_case_leaves_nothing_half_written),
        cmocka_unit_test(a_case_whose_process_dies_at_any_call_leaves_nothing_half_written),
    };
    record_begin();
    return cmocka_run_group_tests_name("fault", tests, fault_enter, fault_leave);
}
