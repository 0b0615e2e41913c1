/* An interruption ends cases at once, leaves whole files only, and loses nothing that was done. The
 * tests use tasks of their own and those of the program. */
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
#include <sys/stat.h>

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
    assert_string_equal(experiment_text(b.path[0], &column_case_status), "ok");
    assert_string_equal(experiment_text(b.path[1], &column_case_status), "ok");
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

static void every_signal_that_ends_a_program_ends_a_run_in_order(void **state)
{
    (void)state;
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char folder[32];
        bench b;
        snprintf(folder, sizeof folder, "signal%zu", i);
        bench_begin(&b, folder, 2, 1);
        b.p.cases[0].task = &bench_refuses;
        b.p.cases[1].task = &bench_hangs;
        raise(numbers[i]); /* and it waits until it is let in */
        assert_int_equal(pool_run(b.job, 2, &b.options), ENGINE_INTERRUPTED);
        assert_int_equal(b.started, 0);
        bench_end(&b);
    }
}

/* What was ignored when the program was started, as under nohup, stays ignored. */
static void signals_are_released_as_they_were_found(void **state)
{
    (void)state;
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD};
    sigset_t before, after;
    bench b;
    signal(SIGTERM, SIG_IGN);
    sigprocmask(SIG_SETMASK, NULL, &before);
    bench_begin(&b, "signals", 1, 1);
    b.p.cases[0].task = &bench_shared;
    b.options.started = terminate;
    assert_int_equal(pool_run(b.job, 1, &b.options), ENGINE_DONE);
    bench_end(&b);
    sigprocmask(SIG_SETMASK, NULL, &after);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction now;
        sigaction(numbers[i], NULL, &now);
        assert_ptr_equal(now.sa_handler, numbers[i] == SIGTERM ? SIG_IGN : SIG_DFL);
        assert_int_equal(sigismember(&after, numbers[i]), sigismember(&before, numbers[i]));
    }
    signal(SIGTERM, SIG_DFL);
    assert_string_equal(experiment_text(b.path[0], &column_case_status), "ok");
}

/* --- the program --- */

/* Four cases, the second of which never ends. */
static void write_endless_experiment(void)
{
    experiment_write(
        "endless.yaml", experiment_spring,
        EDITS("experiment: spring\n", "experiment: endless\n",
              "stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}",
              "run, dt: 0.001, horizon: 20, every: 20, energy: false",
              "{integrator.name: [verlet, symplectic_euler, rk4]}",
              "{task.horizon: [20, 1000000000, 30, 40]}\nderive: {task.every: task.horizon}"));
}

#define THOSE_THAT_END "--only", "task.horizon < 1000"

/* Its own end: no signal's, whose number would make the same exit code. */
static void assert_ended_in_order(const shell_end *end, const char *message)
{
    assert_int_equal(end->signal, 0);
    assert_int_equal(end->code, 130);
    if (!strstr(end->err, message))
        fail_msg("'%s' is to be said: %s", message, end->err);
}

static void assert_resumes(const char *folder, const char *expected)
{
    char cases[64];
    const shell_end end = shell_run(SHELL("run", "endless.yaml", "-o", folder, THOSE_THAT_END));
    assert_int_equal(end.code, 0);
    assert_ptr_equal(strstr(end.err, "1 case exists already\n"), end.err);
    snprintf(cases, sizeof cases, "%s/endless/cases", folder);
    char *resumed = experiment_digests(cases);
    assert_string_equal(resumed, expected);
    free(resumed);
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
                 {"by-batch-end", SIGTERM, true},
                 {"by-hang-up", SIGHUP, true}};
    write_endless_experiment();
    assert_int_equal(shell_run(SHELL("run", "endless.yaml", "-o", "whole", THOSE_THAT_END)).code,
                     0);
    char *expected = experiment_digests("whole/endless/cases"), cases[64], index[64];
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const shell_process process =
            shell_start(SHELL("run", "endless.yaml", "-o", table[i].folder, "-j", "1"));
        snprintf(cases, sizeof cases, "%s/endless/cases", table[i].folder);
        snprintf(index, sizeof index, "%s/endless/index.h5", table[i].folder);
        experiment_await(cases, ".h5", 1);
        kill(table[i].whole_group ? -process.pid : process.pid, table[i].number);
        const shell_end end = shell_wait(process);
        assert_ended_in_order(
            &end, "interrupted: 1 of 4 cases are done and kept; the same command resumes\n");
        assert_int_equal(experiment_list(cases, "")->count, 1);
        assert_true(experiment_stands(index));
        assert_resumes(table[i].folder, expected);
    }
    free(expected);
}

/* 90000 cases, which take seconds to plan. */
static void write_vast_experiment(void)
{
    char values[4096] = "{model.omega: [1", sweep[8192];
    for (int i = 2; i <= 300; i++)
        sprintf(values + strlen(values), ", %d", i);
    snprintf(sweep, sizeof sweep, "%s], model.velocity: %s]}", values, strchr(values, '['));
    experiment_write("vast.yaml", experiment_spring,
                     EDITS("{integrator.name: [verlet, symplectic_euler, rk4]}", sweep));
}

static void an_interruption_while_planning_ends_at_once(void **state)
{
    (void)state;
    write_vast_experiment();
    const shell_process process = shell_start(SHELL("run", "vast.yaml", "-o", "vast"));
    shell_await_handler(process.pid, SIGINT);
    kill(process.pid, SIGINT);
    const shell_end end = shell_wait(process);
    assert_ended_in_order(&end, "interrupted before any case began; the same command resumes\n");
}

/* The programs that it compares end with it, and the folder that it made. */
static void an_interrupted_comparison_leaves_nothing(void **state)
{
    (void)state;
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    write_endless_experiment();
    assert_int_equal(mkdir("temporary", 0777), 0);
    setenv("TMPDIR", "temporary", 1);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const shell_process process =
            shell_start(SHELL("compare", "--against", TRAMA_PROGRAM, "endless.yaml"));
        shell_await_child(process.pid);
        kill(process.pid, numbers[i]);
        const shell_end end = shell_wait(process);
        assert_ended_in_order(&end, "trama compare: interrupted\n");
        assert_int_equal(experiment_list("temporary", "")->count, 0);
    }
    unsetenv("TMPDIR");
}

/* Runs the program with a standard output whose reader has left. */
static shell_end run_unheard(const char *before, const char *const *arguments)
{
    char script[256];
    snprintf(script, sizeof script,
             "%s rm -f pipe; mkfifo pipe; (: <pipe) & exec 3>pipe; wait; exec \"$0\" \"$@\" >&3",
             before);
    return shell_run_by(script, arguments);
}

/* As README says. */
static void a_reader_who_leaves_ends_a_command(void **state)
{
    (void)state;
    static const char ignored[] = "trap '' PIPE;";
    experiment_write("heard.yaml", experiment_spring, NULL);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(run_unheard("", SHELL("run", "heard.yaml", "-o", "unheard")).code, 130);
        assert_int_equal(experiment_list("unheard/spring/cases", ".h5")->count, 3);
    }
    assert_int_equal(run_unheard("", SHELL("table", "unheard")).signal, SIGPIPE);
    assert_int_equal(run_unheard("", SHELL("list")).signal, SIGPIPE);
    assert_int_equal(run_unheard(ignored, SHELL("run", "heard.yaml", "-o", "unheard")).code, 4);
    assert_int_equal(run_unheard(ignored, SHELL("list")).code, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interruption_leaves_whole_files_only),
        cmocka_unit_test(an_interruption_ends_turns_too),
        cmocka_unit_test(an_interruption_is_heard_between_fast_cases),
        cmocka_unit_test(every_signal_that_ends_a_program_ends_a_run_in_order),
        cmocka_unit_test(signals_are_released_as_they_were_found),
        cmocka_unit_test(an_interrupted_run_is_resumed_to_the_same_results),
        cmocka_unit_test(an_interruption_while_planning_ends_at_once),
        cmocka_unit_test(an_interrupted_comparison_leaves_nothing),
        cmocka_unit_test(a_reader_who_leaves_ends_a_command),
    };
    record_begin();
    return cmocka_run_group_tests_name("engine: interruptions", tests, folder_enter, folder_leave);
}
