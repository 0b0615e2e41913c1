/* The claims of test_fault.c hold at every call. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/fault.h"

static void a_run_killed_at_every_call_is_resumed_to_the_same_results(void **state)
{
    assert_in_range(fault_kill_each(1, 1, *state), 40, 120);
}

static void a_run_interrupted_at_every_call_of_a_case_leaves_nothing_half_written(void **state)
{
    assert_in_range(fault_interrupt_each(1, 1, *state), 20, 90);
}

static void a_case_whose_process_dies_at_every_call_leaves_nothing_half_written(void **state)
{
    (void)state;
    assert_in_range(fault_lose_each(1, 1), 20, 90);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_killed_at_every_call_is_resumed_to_the_same_results),
        cmocka_unit_test(a_run_interrupted_at_every_call_of_a_case_leaves_nothing_half_written),
        cmocka_unit_test(a_case_whose_process_dies_at_every_call_leaves_nothing_half_written),
    };
    record_begin();
    return cmocka_run_group_tests_name("killed at every call", tests, fault_enter_in_memory,
                                       fault_leave);
}
