/* The whole program, from the configuration to the index and in the processes that it forks, ends
 * in order when memory is short. test_memory.c tests each part, allocation by allocation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/fault.h"
#include "support/scarce.h"

#include <stdlib.h>

/* Measured: 1092 allocations; here every 211th, in slow_scarce.c every 41st. */
static void a_run_without_memory_says_so_and_is_resumed(void **state)
{
    assert_in_range(scarce_run_each(3, 211, *state), 500, 5000);
}

/* Measured: 1733, 328. */
static void verify_and_index_say_that_memory_is_short(void **state)
{
    (void)state;
    assert_in_range(scarce_read_each("verify", 2, 431), 500, 5000);
    assert_in_range(scarce_read_each("index", 2, 311), 200, 5000);
}

/* A table says nothing of a case that was not read, so it must not look whole. */
static void tables_of_half_the_results_are_not_whole(void **state)
{
    (void)state;
    assert_in_range(scarce_read_each("table", 2, 13), 200, 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_without_memory_says_so_and_is_resumed),
        cmocka_unit_test(verify_and_index_say_that_memory_is_short),
        cmocka_unit_test(tables_of_half_the_results_are_not_whole),
    };
    record_begin();
    return cmocka_run_group_tests_name("scarce", tests, fault_enter, fault_leave);
}
