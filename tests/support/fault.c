#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/fault.h"
#include "support/folder.h"
#include "support/text.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILMED = 3, SWEEP_CASES = FILMED + 5 };

static void write_sweep(void)
{
    static const char sweep[] = "sweep: [{zip: {task.horizon: [5, 6, 7, 8, 9, 10, 11, 12], "
                                "task.frames_every: [5, 5, 5, 0, 0, 0, 0, 0]}}]\ncase:";
    experiment_write(
        "sweep.yaml", experiment_cloth,
        EDITS("experiment: cloth", "experiment: sweep",
              "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}",
              "run, dt: 0.01, horizon: 5, every: 1", "case:", sweep));
}

static const char *cases_of(const char *folder)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/sweep/cases", folder);
    return path;
}

static int run_whole(void **state)
{
    write_sweep();
    const shell_end end = shell_run(SHELL("run", "sweep.yaml", "-o", FAULT_WHOLE));
    if (end.code != 0)
        fail_msg("%s", end.err);
    *state = experiment_digests(cases_of(FAULT_WHOLE));
    return 0;
}

int fault_enter(void **state)
{
    return folder_enter(state) == 0 ? run_whole(state) : -1;
}

int fault_enter_in_memory(void **state)
{
    return folder_enter_in_memory(state) == 0 ? run_whole(state) : -1;
}

int fault_leave(void **state)
{
    free(*state);
    return folder_leave(state);
}

static long read_count(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[32], *end = line;
    long count = -1;
    if (file && fgets(line, sizeof line, file))
        count = strtol(line, &end, 10);
    if (file)
        fclose(file);
    return end > line ? count : -1;
}

static shell_process start_with(const char *again, const char *folder, const char *kinds, long at,
                                const char *action)
{
    char number[32];
    snprintf(number, sizeof number, "%ld", at);
    remove("calls.log");
    setenv("FAULT_CALLS", kinds, 1);
    setenv("FAULT_AT", number, 1);
    setenv("FAULT_ACTION", action, 1);
    setenv("FAULT_LOG", "calls.log", 1);
    setenv("LD_PRELOAD", FAULT_SHIM, 1);
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
    const shell_process process =
        shell_start(SHELL("run", "sweep.yaml", "-o", folder, "-j1", "--quiet", again));
    unsetenv("LD_PRELOAD");
    unsetenv("ASAN_OPTIONS");
    return process;
}

static shell_process start(const char *folder, const char *kinds, long at, const char *action)
{
    return start_with(NULL, folder, kinds, at, action);
}

shell_end fault_run(const char *folder, const char *kinds, long at, const char *action, long *calls)
{
    const shell_end end = shell_wait(start(folder, kinds, at, action));
    *calls = read_count("calls.log");
    return end;
}

static void assert_verifies(const char *path)
{
    bundle b = {0};
    record_error error;
    if (record_verify(path, NULL, &b, &error) != RECORD_OK)
        fail_msg("%s", error.text);
    bundle_free(&b);
}

static void assert_files_verify(const char *folder)
{
    const experiment_names *names = experiment_list(folder, ".h5");
    for (size_t i = 0; i < names->count; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", folder, names->name[i]);
        assert_verifies(path);
    }
}

void fault_assert_sound(const char *folder)
{
    char experiment[128];
    snprintf(experiment, sizeof experiment, "%s/sweep", folder);
    assert_files_verify(cases_of(folder));
    assert_files_verify(experiment);
}

void fault_assert_resumes(const char *folder, const char *expected)
{
    char experiment[128];
    snprintf(experiment, sizeof experiment, "%s/sweep", folder);
    long calls;
    const shell_end end = fault_run(folder, "", 0, "", &calls);
    if (end.code != 0 || end.err[0] != '\0')
        fail_msg("the resumed run ended with %d: %s", end.code, end.err);
    char *digests = experiment_digests(cases_of(folder));
    assert_string_equal(digests, expected);
    free(digests);
    assert_int_equal(experiment_list(cases_of(folder), ".xdmf2")->count, FILMED);
    assert_int_equal(experiment_list(cases_of(folder), "")->count, FILMED + SWEEP_CASES);
    assert_int_equal(experiment_list(experiment, ".h5")->count, 2); /* index, study */
    assert_int_equal(experiment_list(experiment, ".tmp")->count, 0);
    fault_assert_sound(folder);
}

long fault_kill_each(long first, long stride, const char *expected)
{
    long calls = -1, again;
    for (long at = first; calls < 0; at += stride) {
        const shell_end ended = fault_run("killed", FAULT_CHANGES, at, "kill", &calls);
        assert_int_equal(ended.code, calls < 0 ? 128 + SIGKILL : 0);
        fault_assert_sound("killed");
        if (at % 3 == 0) {
            fault_run("killed", FAULT_CHANGES, at / 2 + 1, "kill", &again);
            fault_assert_sound("killed");
        }
        fault_assert_resumes("killed", expected);
        folder_remove("killed");
    }
    return calls;
}

/* How many calls a run makes. */
static long calls_of_a_run(void)
{
    long calls;
    assert_int_equal(fault_run("counted", FAULT_CHANGES, 0, "", &calls).code, 0);
    folder_remove("counted");
    return calls;
}

static void assert_interrupted(const shell_end *ended, long at)
{
    if (ended->code != 130 ||
        !strstr(ended->err, " cases are done and kept; the same command resumes\n"))
        fail_msg("call %ld: exit code %d: %s", at, ended->code, ended->err);
}

static void assert_tidy(const char *folder)
{
    char experiment[128];
    snprintf(experiment, sizeof experiment, "%s/sweep", folder);
    fault_assert_sound(folder);
    assert_int_equal(experiment_list(cases_of(folder), ".tmp")->count, 0);
    assert_int_equal(experiment_list(experiment, ".tmp")->count, 0);
}

/* Whether the process of a case stands still; false: the run has ended. */
static bool await_halt(void)
{
    struct stat log;
    long waited = 0;
    while (stat("calls.log", &log) != 0 || log.st_size == 0)
        shell_pause(&waited);
    return read_count("calls.log") < 0;
}

long fault_interrupt_each(long first, long stride, const char *expected)
{
    const long calls = calls_of_a_run();
    long halted = 0;
    for (long at = first; at <= calls; at += stride) {
        const shell_process process = start("halted", FAULT_CHANGES, at, "stop_state");
        const bool halts = await_halt();
        if (halts)
            kill(process.pid, SIGINT);
        const shell_end ended = shell_wait(process);
        if (halts)
            assert_interrupted(&ended, at);
        assert_tidy("halted");
        halted += halts;
        fault_assert_resumes("halted", expected);
        folder_remove("halted");
    }
    return halted;
}

/* A case that was not the first of its process is run again, and one that was has crashed. */
long fault_lose_each(long first, long stride)
{
    const long calls = calls_of_a_run();
    long lost = 0;
    for (long at = first; at <= calls; at += stride) {
        const shell_process process = start("lost", FAULT_CHANGES, at, "stop_state");
        const bool halts = await_halt();
        if (halts)
            shell_signal_children(process.pid, SIGKILL);
        const shell_end ended = shell_wait(process);
        if (ended.code != 0 && !(halts && ended.code == 3))
            fail_msg("call %ld: exit code %d: %s", at, ended.code, ended.err);
        assert_tidy("lost");
        lost += halts;
        folder_remove("lost");
    }
    return lost;
}

/* One line says what failed, where, and why; one how to go on, if cases are left. */
static void assert_said(const shell_end *ended, long at, const char *reason)
{
    const bool said =
        strstr(ended->err, reason) &&
        (strstr(ended->err, "failed") == ended->err ||
         strstr(ended->err, "renewed") == ended->err) &&
        text_count(ended->err, "\n") <= 1 + (strstr(ended->err, "\nstopped: ") != NULL);
    if (ended->code != 4 || !said)
        fail_msg("call %ld: exit code %d, and '%s' is to be said in one line: %s", at, ended->code,
                 reason, ended->err);
}

long fault_fail_each(const char *kinds, const char *action, const char *reason, long first,
                     long stride, const char *expected)
{
    long calls = first, failed = 0;
    for (long at = first; calls >= at - stride; at += stride) {
        const shell_end ended = fault_run("failed", kinds, at, action, &calls);
        if (ended.code != 0)
            assert_said(&ended, at, reason);
        failed += ended.code != 0;
        fault_assert_sound("failed");
        assert_int_equal(experiment_list("failed/sweep/cases", ".tmp")->count, 0);
        fault_assert_resumes("failed", expected);
        folder_remove("failed");
    }
    return failed;
}

long fault_renew_each(const char *kinds, const char *action, const char *reason, long first,
                      long stride, const char *expected)
{
    long calls = first, failed = 0;
    assert_int_equal(fault_run("renewed", "", 0, "", &calls).code, 0);
    for (long at = first; calls >= at - stride; at += stride) {
        const shell_end ended = shell_wait(start_with("--again=all", "renewed", kinds, at, action));
        calls = read_count("calls.log");
        if (ended.code != 0)
            assert_said(&ended, at, reason);
        failed += ended.code != 0;
        char *digests = experiment_digests(cases_of("renewed"));
        assert_string_equal(digests, expected);
        free(digests);
        assert_tidy("renewed");
    }
    folder_remove("renewed");
    return failed;
}
