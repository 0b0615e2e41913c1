/* What a run finds around it and did not choose: few descriptors, outputs that are closed, a
 * terminal that hangs up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"

#include <stdio.h>
#include <string.h>

/* The program after a few words of the shell's, in whose place it runs; no other files are open. */
static shell_end run_after(const char *words, const char *arguments)
{
    char script[512];
    snprintf(script, sizeof script, "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; %s; exec \"$0\" %s",
             words, arguments);
    shell_use("/bin/sh");
    const shell_end end = shell_run(SHELL("-c", script, TRAMA_PROGRAM));
    shell_use(NULL);
    return end;
}

/* More places for processes than descriptors; it used to wait for nothing, at full speed. */
static void few_descriptors_are_enough_for_few_processes(void **state)
{
    (void)state;
    experiment_write("a.yaml", experiment_spring, NULL);
    const shell_end end = run_after("ulimit -n 16", "run a.yaml -o few -j2");
    if (end.code != 0)
        fail_msg("exit code %d: %s", end.code, end.err);
    assert_int_equal(experiment_list("few/spring/cases", ".h5")->count, 3);
}

static void too_few_descriptors_are_said(void **state)
{
    (void)state;
    experiment_write("a.yaml", experiment_spring, NULL);
    const shell_end end = run_after("ulimit -n 5", "run a.yaml -o none -q");
    assert_int_equal(end.code, 4);
    assert_non_null(strstr(end.err, "no process for a case: Too many open files; fewer at a time"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_descriptors_are_enough_for_few_processes),
        cmocka_unit_test(too_few_descriptors_are_said),
    };
    record_begin();
    return cmocka_run_group_tests_name("surroundings", tests, folder_enter, folder_leave);
}
