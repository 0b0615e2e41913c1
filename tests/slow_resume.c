/* The claims of test_resume.c hold at every call and at random instants of a longer run. */
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
#include "support/long_run.h"
#include "support/text.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void a_run_killed_at_every_call_goes_on_to_the_same_bits(void **state)
{
    long calls, none;
    assert_int_equal(fault_run("counted", FAULT_CHANGES, 0, "", &calls).code, 0);
    for (long at = 1; at <= calls; at++) {
        fault_run("killed", FAULT_CHANGES, at, "kill", &none);
        long_run_assert_resumes("killed", *state);
        folder_remove("killed");
    }
}

/* Killed once, and the run that goes on as well, at every one of its calls. */
static void a_run_that_goes_on_is_killed_at_every_call(void **state)
{
    for (long at = 1;; at++) {
        long none;
        fault_run("twice", FAULT_CHANGES, 25, "kill", &none);
        const shell_end end = fault_run("twice", FAULT_CHANGES, at, "kill", &none);
        long_run_assert_resumes("twice", *state);
        folder_remove("twice");
        if (end.code == 0)
            break;
    }
}

static void a_disk_full_at_every_write_is_said_and_nothing_is_lost(void **state)
{
    static const char *const actions[] = {"ENOSPC", "ENOSPC+", "EIO"};
    long calls, none;
    assert_int_equal(fault_run("written", "write,fsync", 0, "", &calls).code, 0);
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        for (long at = 1; at <= calls; at++) {
            const shell_end end = fault_run("full", "write,fsync", at, actions[i], &none);
            if (end.code != 4 && end.code != 0)
                fail_msg("%s at %ld: exit code %d: %s", actions[i], at, end.code, end.err);
            long_run_assert_resumes("full", *state);
            folder_remove("full");
        }
}

enum { INSTANTS = 30, HORIZON = 6000 };

/* Killed at random instants until it is done, and compared with a run that never was: no frame that
 * was in the journal is ever missing in it. */
static void a_run_killed_at_random_instants_comes_to_the_same_bits(void **state)
{
    (void)state;
    long_run_write("sweep.yaml", "00", HORIZON); /* a checkpoint every 700 iterations */
    const double start = clock_now();
    assert_int_equal(shell_run(SHELL("run", "sweep.yaml", "-o", "uncut", "--quiet")).code, 0);
    const unsigned long limit = (unsigned long)(1.3e6 * (clock_now() - start)) + 1;
    char *expected = long_run_digests("uncut");
    trama_random random = {1};
    long killed = 0, frames = -1;
    for (size_t i = 0; i < INSTANTS; i++) {
        const long micros = (long)(trama_random_bits(&random) % limit);
        const shell_process process =
            shell_start(SHELL("run", "sweep.yaml", "-o", "random", "--quiet"));
        shell_await_handler(process.pid, SIGINT);
        nanosleep(&(struct timespec){micros / 1000000, micros % 1000000 * 1000}, NULL);
        kill(i % 2 ? -process.pid : process.pid, SIGKILL);
        const shell_end end = shell_wait(process);
        killed += end.code != 0;
        const long now = long_run_records("random", RECORD_JOURNAL_FRAME);
        assert_true(now < 0 || now >= frames);
        frames = now;
        if (end.code == 0) {
            long_run_assert_resumes("random", expected);
            folder_remove("random");
            frames = -1;
        }
    }
    assert_in_range(killed, 1, INSTANTS);
    long_run_assert_resumes("random", expected);
    free(expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_killed_at_every_call_goes_on_to_the_same_bits),
        cmocka_unit_test(a_run_that_goes_on_is_killed_at_every_call),
        cmocka_unit_test(a_disk_full_at_every_write_is_said_and_nothing_is_lost),
        cmocka_unit_test(a_run_killed_at_random_instants_comes_to_the_same_bits),
    };
    record_begin();
    return cmocka_run_group_tests_name("long runs killed at any instant", tests,
                                       long_run_enter_in_memory, long_run_leave);
}
