/* A case of the program that crashes, or exceeds its time or memory, is recorded, and the other
 * cases go on. */
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

#define SHORT_RUN "run, dt: 0.001, horizon: 10, every: 10, energy: false"

/* A case of minutes and two of nothing. */
static void write_long_experiment(const char *name, const char *limits)
{
    char head[128], file[64];
    snprintf(head, sizeof head, "experiment: %s\n%s", name, limits);
    snprintf(file, sizeof file, "%s.yaml", name);
    experiment_write(
        file, experiment_spring,
        EDITS("experiment: spring\n", head,
              "stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}",
              SHORT_RUN, "{integrator.name: [verlet, symplectic_euler, rk4]}",
              "{task.horizon: [1000000000, 20, 30]}\nderive: {task.every: task.horizon}"));
}

/* The path of the case in the folder that ended as `status`; valid until the next call. */
static const char *find_ended(const char *folder, const char *status)
{
    static char path[256];
    for (size_t i = 0; i < experiment_list(folder, ".h5")->count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, experiment_list(folder, ".h5")->name[i]);
        if (strcmp(experiment_text(path, &column_case_status), status) == 0)
            return path;
    }
    return NULL;
}

static void a_case_that_crashes_is_recorded_and_the_rest_goes_on(void **state)
{
    (void)state;
    write_long_experiment("crash", "");
    const shell_process process = shell_start(SHELL("run", "crash.yaml", "-o", "out", "-j", "2"));
    experiment_await("out/crash/cases", ".h5", 2);
    shell_signal_children(process.pid, SIGSEGV); /* one of them may have no case left */
    const shell_end end = shell_wait(process);
    assert_int_equal(end.code, 3);
    assert_non_null(strstr(end.err, "\n1 case crashed, ran out of time or failed\n"));
    assert_int_equal(experiment_list("out/crash/cases", "")->count, 3);
    const char *crashed = find_ended("out/crash/cases", "crashed");
    assert_non_null(crashed);
#ifndef ADDRESS_SANITIZER /* AddressSanitizer catches the signal and exits */
    assert_string_equal(experiment_text(crashed, &column_case_message),
                        "killed by signal 11 (Segmentation fault)");
#endif
    bundle b = experiment_read(crashed);
    assert_null(bundle_get(&b, &column_dt));
    assert_non_null(
        strstr(bundle_text(&b, column_config_resolved.path, ""), "\ntask.horizon = 1000000000\n"));
    bundle_free(&b);
}

static void a_case_that_runs_out_of_time_is_recorded_and_stands(void **state)
{
    (void)state;
    write_long_experiment("late", "limits: {timeout: 2}\n");
    shell_end end = shell_run(SHELL("run", "late.yaml", "-o", "out", "-j2"));
    assert_int_equal(end.code, 3);
    assert_non_null(strstr(end.err, "late verlet, horizon 1000000000: timeout: ended after "));
    const char *timeout = find_ended("out/late/cases", "timeout");
    assert_non_null(timeout);
    assert_true(experiment_real(timeout, &column_case_seconds) >= 2.0);
    end = shell_run(SHELL("run", "late.yaml", "-o", "out"));
    assert_int_equal(end.code, 3);
    assert_string_equal(
        end.err, "3 cases exist already; 1 that crashed, timed out or failed (`--again bad` runs "
                 "them again)\n3 cases done, results in out\n1 case crashed, ran "
                 "out of time or failed\n");
    end = shell_run(SHELL("run", "late.yaml", "-o", "out", "--again", "bad", "-j1"));
    assert_int_equal(end.code, 3);
    assert_non_null(
        strstr(end.err, "2 cases exist already\n[1/1] late verlet, horizon 1000000000: timeout"));
}

/* 2e7 samples of two numbers are 320 MB. AddressSanitizer takes terabytes of address space. */
static void a_case_beyond_its_memory_is_recorded(void **state)
{
    (void)state;
#ifdef ADDRESS_SANITIZER
    skip();
#endif
    experiment_write(
        "large.yaml", experiment_spring,
        EDITS("experiment: spring\n", "experiment: large\nlimits: {memory: 100}\n",
              "stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}",
              "drift, dt: 0.001, horizon: 10", "{integrator.name: [verlet, symplectic_euler, rk4]}",
              "{task.horizon: [20000000, 300]}"));
    const shell_end end = shell_run(SHELL("run", "large.yaml", "-o", "out"));
    assert_int_equal(end.code, 3);
    const char *failed = find_ended("out/large/cases", "failed");
    assert_non_null(failed);
    assert_string_equal(experiment_text(failed, &column_case_message),
                        "not enough memory, with memory limited to 100 MiB");
    assert_non_null(find_ended("out/large/cases", "ok"));
}

/* 81 million nodes take 9 GB, and as much while they are planned. */
static void a_case_beyond_its_memory_is_refused_while_it_is_planned(void **state)
{
    (void)state;
#ifdef ADDRESS_SANITIZER
    skip();
#endif
    experiment_write("vast.yaml", experiment_cloth,
                     EDITS("experiment: cloth\n", "experiment: vast\nlimits: {memory: 500}\n",
                           "[6, 6]", "[9000, 9000]"));
    const shell_end end = shell_run(SHELL("run", "vast.yaml", "-o", "vast"));
    assert_int_equal(end.code, 2);
    assert_ptr_equal(strstr(end.err, "vast.yaml:"), end.err);
    assert_non_null(strstr(end.err, "not enough memory, with limits.memory at 500 MiB\n"));
    assert_false(experiment_stands("vast"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_that_crashes_is_recorded_and_the_rest_goes_on),
        cmocka_unit_test(a_case_that_runs_out_of_time_is_recorded_and_stands),
        cmocka_unit_test(a_case_beyond_its_memory_is_recorded),
        cmocka_unit_test(a_case_beyond_its_memory_is_refused_while_it_is_planned),
    };
    record_begin();
    return cmocka_run_group_tests_name("engine: limits", tests, folder_enter, folder_leave);
}
