/* As test_fault.c, at every call and at random instants. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"
#include "support/experiment.h"
#include "support/fault.h"
#include "support/folder.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *expected;

static int begin(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    fault_write_sweep();
    expected = fault_expected("undisturbed");
    return 0;
}

static int end(void **state)
{
    free(expected);
    return folder_leave(state);
}

static void a_run_killed_at_every_call_is_resumed_to_the_same_results(void **state)
{
    (void)state;
    assert_in_range(fault_kill_each(1, 1, expected), 40, 120);
}

static void every_call_that_fails_is_said_and_resumed(void **state)
{
    (void)state;
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
            fault_fail_each(table[i].kinds, table[i].action, table[i].reason, 1, 1, expected),
            table[i].least, 30);
}

/* Ends a run with two cases at a time by a signal, `micros` after its start. */
static shell_end interrupt(const char *folder, int number, long micros)
{
    const shell_process process =
        shell_start(SHELL("run", "sweep.yaml", "-o", folder, "-j2", "--quiet"));
    nanosleep(&(struct timespec){0, micros * 1000}, NULL);
    kill(number == SIGKILL ? -process.pid : process.pid, number);
    return shell_wait(process);
}

enum { INSTANTS = 300, LONGEST = 40000 }; /* microseconds: a run takes about 30 ms */

/* Of 300 instants, spread evenly at random over a run and a little more. */
static void a_run_killed_at_any_instant_is_resumed_to_the_same_results(void **state)
{
    (void)state;
    trama_random random = {1};
    size_t killed = 0;
    for (size_t i = 0; i < INSTANTS; i++) {
        const long micros = (long)(trama_random_bits(&random) % LONGEST);
        killed += interrupt("instant", SIGKILL, micros).code != 0;
        fault_assert_sound("instant");
        fault_assert_resumes("instant", expected);
        fault_remove("instant");
    }
    assert_in_range(killed, INSTANTS / 10, INSTANTS);
}

/* The parent alone is killed: its cases end with it. */
static void a_run_whose_parent_is_killed_is_resumed_at_once(void **state)
{
    (void)state;
    trama_random random = {2};
    for (size_t i = 0; i < INSTANTS / 3; i++) {
        const shell_process process =
            shell_start(SHELL("run", "sweep.yaml", "-o", "orphans", "-j2", "--quiet"));
        nanosleep(&(struct timespec){0, (long)(trama_random_bits(&random) % LONGEST) * 1000}, NULL);
        kill(process.pid, SIGKILL);
        shell_wait(process);
        fault_assert_resumes("orphans", expected);
        fault_remove("orphans");
    }
}

/* Ctrl-C and the end of a batch job leave no partial file at all, and say how to go on. */
static void a_run_interrupted_at_any_instant_leaves_whole_files_and_says_so(void **state)
{
    (void)state;
    trama_random random = {3};
    size_t interrupted = 0;
    for (size_t i = 0; i < INSTANTS / 3; i++) {
        const long micros = (long)(trama_random_bits(&random) % LONGEST);
        const shell_end ended = interrupt("stopped", i % 2 ? SIGINT : SIGTERM, micros);
        if (ended.code == 130 && ended.err[0] != '\0') {
            if (!strstr(ended.err, " cases are done and kept; the same command resumes\n"))
                fail_msg("it is not said how to go on: %s", ended.err);
            interrupted++;
        } else { /* before the cases begin, or after their end, it ends as any program */
            assert_true(ended.code == 0 || ended.code == 128 + SIGINT ||
                        ended.code == 128 + SIGTERM);
        }
        fault_assert_sound("stopped");
        assert_int_equal(experiment_list("stopped/sweep/cases", ".tmp")->count, 0);
        assert_int_equal(experiment_list("stopped/sweep", ".tmp")->count, 0);
        fault_assert_resumes("stopped", expected);
        fault_remove("stopped");
    }
    assert_in_range(interrupted, 1, INSTANTS / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_killed_at_every_call_is_resumed_to_the_same_results),
        cmocka_unit_test(every_call_that_fails_is_said_and_resumed),
        cmocka_unit_test(a_run_killed_at_any_instant_is_resumed_to_the_same_results),
        cmocka_unit_test(a_run_whose_parent_is_killed_is_resumed_at_once),
        cmocka_unit_test(a_run_interrupted_at_any_instant_leaves_whole_files_and_says_so),
    };
    record_begin();
    return cmocka_run_group_tests_name("fault at every call and instant", tests, begin, end);
}
