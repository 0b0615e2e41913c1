/* A run copes with surroundings that it did not choose, or says why not: few descriptors, closed or
 * full outputs, a small stack, a terminal that hangs up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/sanitizer.h"
#include "support/shell.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The program after a few words of the shell's, in whose place it runs; no other files are open. */
static shell_end run_after(const char *words, const char *arguments)
{
    char script[512];
    snprintf(script, sizeof script, "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; %s; exec \"$0\" %s",
             words, arguments);
    return shell_run_by(script, SHELL(NULL));
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

/* From the least with which the program begins to the least with which it ends, and from there on.
 */
static void too_few_descriptors_are_said(void **state)
{
    (void)state;
    int refused = 0, enough = 0;
    experiment_write("a.yaml", experiment_spring, NULL);
    for (int most = STDERR_FILENO + 2; most <= 16; most++) {
        char limit[32];
        snprintf(limit, sizeof limit, "ulimit -n %d", most);
        const shell_end end = run_after(limit, "run a.yaml -o none -q");
        if (end.code == 0)
            enough++;
        else if (end.code == 4 && enough == 0 && strstr(end.err, "none/spring/") &&
                 strstr(end.err, ": Too many open files"))
            refused++;
        else
            fail_msg("%d descriptors, exit code %d: %s", most, end.code, end.err);
        folder_remove("none");
    }
    assert_true(refused > 0 && enough > 0);
}

/* What is said went into the first files that were opened, .lock among them. */
static void nothing_is_printed_into_results(void **state)
{
    (void)state;
    experiment_write("a.yaml", experiment_spring, NULL);
    assert_int_equal(run_after("exec 2>&-", "run a.yaml -o closed -j1").code, 0);
    char text[9] = "";
    FILE *lock = fopen("closed/spring/.lock", "r");
    assert_non_null(lock);
    assert_int_equal(fread(text, 1, 8, lock), 8);
    fclose(lock);
    assert_string_equal(text, "process ");
    assert_int_equal(shell_run(SHELL("verify", "closed")).code, 0);
    assert_int_equal(run_after("exec 1>&-", "show closed/spring/index.h5").code, 4);
}

/* What a run has to say at its end is lost, and so it did not end well. */
static void an_output_that_is_full_is_said(void **state)
{
    (void)state;
    experiment_write("a.yaml", experiment_spring, NULL);
    const shell_end end = run_after("exec >/dev/full", "run a.yaml -o full");
    assert_int_equal(end.code, 4);
    assert_non_null(strstr(end.err, "trama: standard output cannot be written\n"));
    assert_int_equal(experiment_list("full/spring/cases", ".h5")->count, 3);
    assert_int_equal(run_after("exec >/dev/full", "run a.yaml -o full -q").code, 0);
}

/* It used to die of it without a word. */
static void a_stack_that_is_too_small_is_said(void **state)
{
    (void)state;
#ifdef ADDRESS_SANITIZER /* which needs more before the program begins */
    skip();
#endif
    experiment_write("a.yaml", experiment_spring, NULL);
    const shell_end end = run_after("ulimit -s 64", "run a.yaml -o shallow");
    assert_int_equal(end.code, 4);
    assert_string_equal(end.err, "trama: the stack is limited to 64 KiB (ulimit -s); at least 256 "
                                 "are needed\n");
    assert_int_equal(run_after("ulimit -s 256", "run a.yaml -o shallow").code, 0);
    assert_int_equal(run_after("ulimit -s 256", "report shallow").code, 0);
}

/* A terminal that is closed, or the connection to it. */
static void a_hang_up_interrupts_cleanly(void **state)
{
    (void)state;
    experiment_write(
        "long.yaml", experiment_spring,
        EDITS("stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}",
              "run, dt: 0.001, horizon: 1000000000, every: 1000000000, energy: false"));
    const shell_process process = shell_start(SHELL("run", "long.yaml", "-o", "hung", "-j1"));
    shell_await_child(process.pid);
    kill(-process.pid, SIGHUP);
    const shell_end end = shell_wait(process);
    if (end.code != 130 || !strstr(end.err, "the same command resumes"))
        fail_msg("exit code %d: %s", end.code, end.err);
    assert_int_equal(experiment_list("hung/spring/cases", "")->count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_descriptors_are_enough_for_few_processes),
        cmocka_unit_test(too_few_descriptors_are_said),
        cmocka_unit_test(nothing_is_printed_into_results),
        cmocka_unit_test(an_output_that_is_full_is_said),
        cmocka_unit_test(a_stack_that_is_too_small_is_said),
        cmocka_unit_test(a_hang_up_interrupts_cleanly),
    };
    record_begin();
    return cmocka_run_group_tests_name("surroundings", tests, folder_enter, folder_leave);
}
