/* The claims of test_fault.c hold at random instants of a run with two cases at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"
#include "support/clock.h"
#include "support/experiment.h"
#include "support/fault.h"
#include "support/folder.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

/* Ends a run with two cases at a time by a signal, to all its processes or the first alone,
 * `micros` after its first lines. */
static shell_end interrupt(const char *folder, int number, bool whole_group, long micros)
{
    const shell_process process =
        shell_start(SHELL("run", "sweep.yaml", "-o", folder, "-j2", "--quiet"));
    shell_await_handler(process.pid, SIGINT);
    nanosleep(&(struct timespec){micros / 1000000, micros % 1000000 * 1000}, NULL);
    kill(whole_group ? -process.pid : process.pid, number);
    return shell_wait(process);
}

enum { INSTANTS = 60 };

/* Somewhat longer than an undisturbed run takes here and now, us; 40 ms on an idle machine. */
static long longest(void)
{
    const double start = clock_now();
    assert_int_equal(interrupt("measured", 0, false, 0).code, 0);
    folder_remove("measured");
    return (long)(1.3e6 * (clock_now() - start)) + 1;
}

/* Of 60 instants, spread evenly at random over a run and a little more. */
static void a_run_killed_at_any_instant_is_resumed_to_the_same_results(void **state)
{
    const unsigned long limit = (unsigned long)longest();
    trama_random random = {1};
    size_t killed = 0;
    for (size_t i = 0; i < INSTANTS; i++) {
        const long micros = (long)(trama_random_bits(&random) % limit);
        killed += interrupt("instant", SIGKILL, true, micros).code != 0;
        fault_assert_sound("instant");
        fault_assert_resumes("instant", *state);
        folder_remove("instant");
    }
    assert_in_range(killed, 1, INSTANTS);
}

/* The parent alone is killed: its cases end with it. */
static void a_run_whose_parent_is_killed_is_resumed_at_once(void **state)
{
    const unsigned long limit = (unsigned long)longest();
    trama_random random = {2};
    for (size_t i = 0; i < INSTANTS / 3; i++) {
        const long micros = (long)(trama_random_bits(&random) % limit);
        interrupt("orphans", SIGKILL, false, micros);
        fault_assert_resumes("orphans", *state);
        folder_remove("orphans");
    }
}

/* Every instant of an interruption: it says so, or all was done. */
static bool assert_ended_in_order(const shell_end *ended)
{
    static const char resumes[] = "; the same command resumes\n";
    assert_int_equal(ended->signal, 0);
    if (ended->code == 0) {
        assert_string_equal(ended->err, "");
        return false;
    }
    const char *said = strstr(ended->err, resumes);
    if (ended->code != 130 || !said || said[strlen(resumes)] != '\0' ||
        strncmp(ended->err, "interrupted", 11) != 0)
        fail_msg("exit code %d, and it is to be said how to go on: %s", ended->code, ended->err);
    return true;
}

/* Ctrl-C and the end of a batch job leave no partial file at all, and say how to go on. */
static void a_run_interrupted_at_any_instant_leaves_whole_files_and_says_so(void **state)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    const unsigned long limit = (unsigned long)longest();
    trama_random random = {3};
    size_t interrupted = 0;
    for (size_t i = 0; i < INSTANTS / 3; i++) {
        const long micros = (long)(trama_random_bits(&random) % limit);
        const shell_end ended = interrupt("stopped", numbers[i % 3], i % 2, micros);
        interrupted += assert_ended_in_order(&ended);
        fault_assert_sound("stopped");
        assert_int_equal(experiment_list("stopped/sweep/cases", ".tmp")->count, 0);
        assert_int_equal(experiment_list("stopped/sweep", ".tmp")->count, 0);
        if (experiment_list("stopped/sweep/cases", ".h5")->count > 0)
            assert_true(experiment_stands("stopped/sweep/index.h5"));
        fault_assert_resumes("stopped", *state);
        folder_remove("stopped");
    }
    assert_in_range(interrupted, 1, INSTANTS / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_killed_at_any_instant_is_resumed_to_the_same_results),
        cmocka_unit_test(a_run_whose_parent_is_killed_is_resumed_at_once),
        cmocka_unit_test(a_run_interrupted_at_any_instant_leaves_whole_files_and_says_so),
    };
    record_begin();
    return cmocka_run_group_tests_name("killed at any instant", tests, fault_enter_in_memory,
                                       fault_leave);
}
