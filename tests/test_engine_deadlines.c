/* The time limit of a case holds whatever its process does: it stands still, ignores signals,
 * closes its files, or leaves a child that keeps them open. The tests use tasks of their own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/bench.h"
#include "support/experiment.h"
#include "support/folder.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* --- what a case may do to its process --- */

static void stand_still(void)
{
    raise(SIGSTOP);
}

static void hear_nothing(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
}

static void close_files(void)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    const int most = files.rlim_cur < 65536 ? (int)files.rlim_cur : 65536;
    for (int file = STDERR_FILENO + 1; file < most; file++)
        close(file);
}

/* A process that lives on, with all files of its parent; the test ends it. */
static void leave_a_child(void)
{
    const pid_t child = fork();
    if (child == 0)
        for (;;)
            pause();
    FILE *children = fopen("children", "a");
    fprintf(children, "%ld\n", (long)child);
    fclose(children);
}

static void end_children(void)
{
    char line[32];
    FILE *children = fopen("children", "r");
    while (children && fgets(line, sizeof line, children))
        kill((pid_t)strtol(line, NULL, 10), SIGKILL);
    if (children)
        fclose(children);
    remove("children");
}

/* --- tasks --- */

static void say_ok(bundle *results)
{
    bundle_add_text(results, "/case/status", "status", "ok");
}

#define TASK(which, act, exclusively)                                                              \
    static trama_status run_##which(const task_bench *with, bundle *results, trama_error *error)   \
    {                                                                                              \
        (void)error;                                                                               \
        (void)with;                                                                                \
        act;                                                                                       \
        say_ok(results);                                                                           \
        return TRAMA_OK;                                                                           \
    }                                                                                              \
    static const task_type which = {.name = #which, .exclusive = exclusively, .run = run_##which};

#define HANG bench_hangs.run(with, results, error)
#define NEXT with->turns->next(with->turns)

TASK(stopped, stand_still(), false)
TASK(deaf, (hear_nothing(), HANG), false)
TASK(closed, (close_files(), HANG), false)
TASK(closed_and_done, close_files(), false)
TASK(parent_hangs, (leave_a_child(), HANG), false)
TASK(parent_dies, (leave_a_child(), raise(SIGKILL)), false)
TASK(parent_is_done, leave_a_child(), false)
TASK(fine, (void)0, false)

TASK(turn_stopped, (NEXT, stand_still()), true)
TASK(turn_deaf, (NEXT, hear_nothing(), HANG), true)
TASK(turn_closed, (NEXT, close_files(), HANG), true)
TASK(turn_parent_hangs, (NEXT, leave_a_child(), HANG), true)
TASK(turn_parent_dies, (NEXT, leave_a_child(), raise(SIGKILL)), true)
TASK(turn_fine, (NEXT, NEXT), true)

typedef struct row {
    const task_type *task;
    const char *status, *message;
} row;

#define LATE "timeout", "s, the limit of the experiment"
#define KILLED "crashed", "killed by signal 9 (Killed)"
#define MUTE "crashed", "ended with exit code 0, without results"

/* Runs them under a limit of `timeout` seconds; each ends as its row says. */
static void assert_ends(const char *folder, const row *table, size_t count, double timeout)
{
    bench b;
    bench_begin(&b, folder, count, 4);
    b.p.experiment[0].timeout = timeout;
    for (size_t i = 0; i < count; i++)
        b.p.cases[i].task = table[i].task;
    assert_int_equal(pool_run(b.job, count, &b.options), ENGINE_DONE);
    end_children();
    assert_int_equal(b.ended, count);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(b.status[i], table[i].status);
        assert_string_equal(experiment_text(b.path[i], &column_case_status), table[i].status);
        if (!strstr(experiment_text(b.path[i], &column_case_message), table[i].message))
            fail_msg("%s: '%s' is to be said: %s", table[i].task->name, table[i].message,
                     experiment_text(b.path[i], &column_case_message));
    }
    assert_int_equal(experiment_list(folder, "")->count, count);
    bench_end(&b);
}

static void the_limit_of_time_holds_whatever_a_case_does(void **state)
{
    (void)state;
    static const row table[] = {{&stopped, LATE},
                                {&deaf, LATE},
                                {&closed, LATE},
                                {&parent_hangs, LATE},
                                {&parent_dies, KILLED},
                                {&closed_and_done, MUTE},
                                {&parent_is_done, "ok", ""},
                                {&fine, "ok", ""}};
    assert_ends("shared", table, sizeof table / sizeof table[0], 3.0);
}

static void the_limit_of_time_holds_in_turns_too(void **state)
{
    (void)state;
    static const row table[] = {{&turn_stopped, LATE},       {&turn_deaf, LATE},
                                {&turn_closed, LATE},        {&turn_parent_hangs, LATE},
                                {&turn_parent_dies, KILLED}, {&turn_fine, "ok", ""}};
    assert_ends("turns", table, sizeof table / sizeof table[0], 1.0);
}

/* Without a limit nothing but the end of its process ends a case; what it has left does not hide
 * that. */
static void the_end_of_a_process_is_seen_behind_its_child(void **state)
{
    (void)state;
    static const row table[] = {{&parent_dies, KILLED},
                                {&turn_parent_dies, KILLED},
                                {&closed_and_done, MUTE},
                                {&parent_is_done, "ok", ""},
                                {&fine, "ok", ""}};
    assert_ends("unlimited", table, sizeof table / sizeof table[0], TRAMA_INFINITY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_limit_of_time_holds_whatever_a_case_does),
        cmocka_unit_test(the_limit_of_time_holds_in_turns_too),
        cmocka_unit_test(the_end_of_a_process_is_seen_behind_its_child),
    };
    record_begin();
    return cmocka_run_group_tests_name("engine: deadlines", tests, folder_enter, folder_leave);
}
