/* The whole program, from the configuration to the index and in the processes that it forks, ends
 * in order when memory is short. test_memory.c tests each part, allocation by allocation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/fault.h"
#include "support/sanitizer.h"
#include "support/scarce.h"

#include <stdlib.h>

/* Sanitized, a run takes four times as long, and a quarter of the allocations is tried. */
#ifdef ADDRESS_SANITIZER
enum { SPARSE = 4 };
#else
enum { SPARSE = 1 };
#endif

/* Every 631st allocation; in slow_scarce.c every 83rd. */
static void a_run_without_memory_says_so_and_is_resumed(void **state)
{
    assert_true(scarce_run_each(3, 631 * SPARSE, *state) > scarce_columns());
}

/* What verifies reads every column, and allocates for each; an index is made of summaries. */
static void verify_and_index_say_that_memory_is_short(void **state)
{
    (void)state;
    assert_true(scarce_read_each("verify", 2, 1289 * SPARSE) > scarce_columns());
    assert_true(scarce_read_each("index", 2, 937 * SPARSE) > 0);
}

/* A table says nothing of a case that was not read, so it must not look whole. */
static void tables_of_half_the_results_are_not_whole(void **state)
{
    (void)state;
    assert_true(scarce_read_each("table", 2, 599 * SPARSE) > scarce_columns());
}

/* A page that lacks something says so. */
static void a_report_is_whole_or_says_that_memory_is_short(void **state)
{
    (void)state;
    assert_true(scarce_report_each(2, 631 * SPARSE) > scarce_columns());
}

/* Advice that keeps quiet about its doubts is worse than none. */
static void advice_says_that_memory_is_short(void **state)
{
    (void)state;
    scarce_advise_each(293 * SPARSE);
}

/* Measured: at 18 of 24. HDF5 crashes where it finds no memory, and calls that damage of a file. */
static void where_addresses_are_limited_the_program_works_or_says_so(void **state)
{
    (void)state;
#ifdef ADDRESS_SANITIZER
    skip();
#else
    assert_in_range(scarce_limit_each(), 5, 23);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_without_memory_says_so_and_is_resumed),
        cmocka_unit_test(verify_and_index_say_that_memory_is_short),
        cmocka_unit_test(tables_of_half_the_results_are_not_whole),
        cmocka_unit_test(a_report_is_whole_or_says_that_memory_is_short),
        cmocka_unit_test(advice_says_that_memory_is_short),
        cmocka_unit_test(where_addresses_are_limited_the_program_works_or_says_so),
    };
    record_begin();
    return cmocka_run_group_tests_name("scarce", tests, fault_enter_in_memory, fault_leave);
}
