/* The claims of test_scarce.c hold at more allocations, and for every command that reads results.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/fault.h"
#include "support/scarce.h"

#include <stdlib.h>

static void a_run_without_memory_says_so_and_is_resumed(void **state)
{
    assert_true(scarce_run_each(1, 83, *state) > scarce_columns());
}

static void what_reads_results_says_that_memory_is_short(void **state)
{
    (void)state;
    static const char *const commands[] = {"verify", "index", "table", "export", "baseline"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        assert_true(scarce_read_each(commands[i], 1, 307) > 0);
    assert_true(scarce_report_each(1, 59) > 0);
}

/* A table or a figure that lacks something is not there. */
static void what_is_written_is_whole_or_not_there(void **state)
{
    (void)state;
    assert_true(
        scarce_write_each(SHELL("plot", FAULT_WHOLE, "response", "-o", SCARCE_MADE), 5, 2003) > 0);
    assert_true(scarce_write_each(SHELL("site", FAULT_WHOLE, "-o", SCARCE_MADE), 3, 4409) > 0);
}

static void what_a_file_holds_is_shown_whole(void **state)
{
    (void)state;
    assert_true(scarce_show_each(2, 331) > scarce_columns() / 32);
}

static void advice_says_that_memory_is_short(void **state)
{
    (void)state;
    scarce_advise_each(13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_without_memory_says_so_and_is_resumed),
        cmocka_unit_test(what_reads_results_says_that_memory_is_short),
        cmocka_unit_test(what_is_written_is_whole_or_not_there),
        cmocka_unit_test(what_a_file_holds_is_shown_whole),
        cmocka_unit_test(advice_says_that_memory_is_short),
    };
    record_begin();
    return cmocka_run_group_tests_name("scarce", tests, fault_enter_in_memory, fault_leave);
}
