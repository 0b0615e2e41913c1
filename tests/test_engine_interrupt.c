/* engine/: an interruption ends cases at once, leaves whole files only, and costs nothing that was
 * done. With tasks of the test's own, and of the program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/bench.h"
#include "support/clock.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The third case to start brings an interruption with it. */
static void interrupt_at_third(void *context, const engine_job *job)
{
    bench_note_start(context, job);
    if (((bench *)context)->started == 3)
        raise(SIGINT);
}

/* Cases of one task, one after the other, until `started` interrupts them. */
static void run_interrupted(bench *b, const char *folder, const task_type *task,
                            void (*started)(void *context, const engine_job *job))
{
    enum { CASES = 6 };
    bench_begin(b, folder, CASES, 1);
    for (size_t i = 0; i < CASES; i++)
        b->p.cases[i].task = task;
    b->options.started = started;
    assert_int_equal(pool_run(b->job, CASES, &b->options), ENGINE_INTERRUPTED);
    assert_int_equal(b->started, 3);
}

static void an_interruption_leaves_whole_files_only(void **state)
{
    (void)state;
    bench b;
    run_interrupted(&b, "interrupted", &bench_shared, interrupt_at_third);
    assert_int_equal(b.ended, 2);
    assert_int_equal(experiment_list("interrupted", "")->count, 2);
    assert_string_equal(experiment_text(b.path[0], "/case/status"), "ok");
    assert_string_equal(experiment_text(b.path[1], "/case/status"), "ok");
    bench_end(&b);
}

static void an_interruption_ends_turns_too(void **state)
{
    (void)state;
    bench b;
    run_interrupted(&b, "turns-interrupted", &bench_turn_hangs, interrupt_at_third);
    assert_int_equal(b.ended, 0);
    assert_int_equal(experiment_list("turns-interrupted", "")->count, 0);
    bench_end(&b);
}

/* The same in a pool that never has to wait, as its children always end first. */
static void interrupt_late_at_third(void *context, const engine_job *job)
{
    interrupt_at_third(context, job);
    clock_sleep(30);
}

static void an_interruption_is_heard_between_fast_cases(void **state)
{
    (void)state;
    bench b;
    run_interrupted(&b, "fast", &bench_refuses, interrupt_late_at_third);
    bench_end(&b);
}

static void terminate(void *context, const engine_job *job)
{
    bench_note_start(context, job);
    raise(SIGTERM);
}

/* What was ignored when the program was started, as under nohup, stays ignored. */
static void the_pool_leaves_signals_as_it_found_them(void **state)
{
    (void)state;
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD};
    sigset_t before, after;
    bench b;
    bench_begin(&b, "signals", 1, 1);
    b.p.cases[0].task = &bench_shared;
    b.options.started = terminate;
    signal(SIGTERM, SIG_IGN);
    sigprocmask(SIG_SETMASK, NULL, &before);
    assert_int_equal(pool_run(b.job, 1, &b.options), ENGINE_DONE);
    sigprocmask(SIG_SETMASK, NULL, &after);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction now;
        sigaction(numbers[i], NULL, &now);
        assert_ptr_equal(now.sa_handler, numbers[i] == SIGTERM ? SIG_IGN : SIG_DFL);
        assert_int_equal(sigismember(&after, numbers[i]), sigismember(&before, numbers[i]));
    }
    signal(SIGTERM, SIG_DFL);
    assert_string_equal(experiment_text(b.path[0], "/case/status"), "ok");
    bench_end(&b);
}

/* Ten cases of some 25 ms each. */
static void write_slow_experiment(void)
{
    experiment_write(
        "slow.yaml", experiment_spring,
        EDITS("stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}",
              "run, dt: 0.001, horizon: 75000, every: 25000, energy: false", "spring", "slow",
              "grid: {integrator.name: [verlet, symplectic_euler, rk4]}",
              "grid: {model.omega: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}"));
}

/* Interrupts a run of the slow experiment after its first case. It might be over before the signal
 * comes; then the run is made again. */
static shell_end interrupt_run(const char *folder, int number, bool whole_group)
{
    char cases[64];
    shell_end end = {0};
    snprintf(cases, sizeof cases, "%s/slow/cases", folder);
    bool over = true;
    for (int attempt = 0; over && attempt < 20; attempt++) {
        const shell_process process =
            shell_start(SHELL("run", "slow.yaml", "-o", folder, "-j", "1"));
        experiment_await(cases, ".h5", 1);
        kill(whole_group ? -process.pid : process.pid, number);
        end = shell_wait(process);
        over = strstr(end.err, "10 cases done, results in ") != NULL;
        if (over)
            folder_remove(folder);
    }
    return end;
}

static void an_interrupted_run_is_resumed_to_the_same_results(void **state)
{
    (void)state;
    static const struct {
        const char *folder;
        int number;
        bool whole_group;
    } table[] = {{"by-int", SIGINT, false},
                 {"by-ctrl-c", SIGINT, true},
                 {"by-term", SIGTERM, false},
                 {"by-batch-end", SIGTERM, true}};
    write_slow_experiment();
    assert_int_equal(shell_run(SHELL("run", "slow.yaml", "-o", "whole")).code, 0);
    char *expected = experiment_digests("whole/slow/cases"), cases[64], first[64];
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        shell_end end = interrupt_run(table[i].folder, table[i].number, table[i].whole_group);
        assert_int_equal(end.code, 130);
        assert_non_null(
            strstr(end.err, " of 10 cases are done and kept; the same command resumes\n"));
        snprintf(cases, sizeof cases, "%s/slow/cases", table[i].folder);
        const size_t done = experiment_list(cases, "")->count;
        assert_int_equal(experiment_list(cases, ".h5")->count, done);
        /* a case that was ended between its file and its exit stands, and is not counted */
        assert_in_range(done, 1, 10);
        const char *said = strstr(end.err, "interrupted: ");
        assert_non_null(said);
        assert_in_range(strtol(said + strlen("interrupted: "), NULL, 10), 0, done);
        end = shell_run(SHELL("run", "slow.yaml", "-o", table[i].folder));
        assert_int_equal(end.code, 0);
        snprintf(first, sizeof first, "%zu cases stand already\n", done);
        assert_non_null(strstr(end.err, first));
        char *resumed = experiment_digests(cases);
        assert_string_equal(resumed, expected);
        free(resumed);
    }
    free(expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interruption_leaves_whole_files_only),
        cmocka_unit_test(an_interruption_ends_turns_too),
        cmocka_unit_test(an_interruption_is_heard_between_fast_cases),
        cmocka_unit_test(the_pool_leaves_signals_as_it_found_them),
        cmocka_unit_test(an_interrupted_run_is_resumed_to_the_same_results),
    };
    record_begin();
    return cmocka_run_group_tests_name("engine: interruptions", tests, folder_enter, folder_leave);
}
