/* Every case ends in a file that says how it ended and where it came from, whatever happens to its
 * process, and the other cases go on. The tests use tasks of their own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/bench.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/text.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the tasks of this test write. */
static const results_column before_column = {.path = "/result/before"};

/* Ends every process that has run a case before. */
static trama_status die_of_others(const task_bench *with, bundle *results, trama_error *error)
{
    static int cases;
    (void)with;
    (void)error;
    if (cases++ > 0)
        raise(SIGKILL);
    bundle_add_text(results, "/case/status", "", "ok");
    return TRAMA_OK;
}

/* Without end as long as the bottom is not zero, and so that no compiler makes a loop of it. */
static int descend(volatile char *above) /* NOLINT(misc-no-recursion) */
{
    volatile char frame[4096];
    frame[0] = above[0];
    return above[0] == 0 ? 0 : frame[0] + descend(frame);
}

static trama_status overflow_stack(const task_bench *with, bundle *results, trama_error *error)
{
    volatile char start[1] = {1};
    signal(SIGSEGV, SIG_DFL); /* cmocka has its own */
    (void)with;
    (void)results;
    return descend(start) ? TRAMA_OK : trama_fail_memory(error);
}

static trama_status divide_by_zero(const task_bench *with, bundle *results, trama_error *error)
{
    (void)with;
    (void)results;
    (void)error;
    signal(SIGFPE, SIG_DFL);
    raise(SIGFPE); /* as x86 answers 1 / 0 of integers */
    return TRAMA_OK;
}

static trama_status leave(const task_bench *with, bundle *results, trama_error *error)
{
    (void)with;
    (void)results;
    (void)error;
    _exit(7);
}

static trama_status exhaust(const task_bench *with, bundle *results, trama_error *error)
{
    (void)with;
    results->no_memory = true;
    (void)error;
    return TRAMA_OK;
}

/* Ctrl-C and the end of a batch job reach the children too; the pool decides what they end. */
static trama_status be_signalled(const task_bench *with, bundle *results, trama_error *error)
{
    (void)with;
    (void)error;
    raise(SIGINT);
    raise(SIGTERM);
    bundle_add_text(results, "/case/status", "status", "ok");
    return TRAMA_OK;
}

static const task_type task_die_of_others = {.name = "others", .run = die_of_others};

static const task_type task_overflow = {.name = "overflow", .run = overflow_stack};

static const task_type task_divide = {.name = "divide", .run = divide_by_zero};

static const task_type task_leave = {.name = "leave", .run = leave};

static const task_type task_exhaust = {.name = "exhaust", .run = exhaust};

static const task_type task_signalled = {.name = "signalled", .run = be_signalled};

static void every_end_is_recorded_and_the_rest_goes_on(void **state)
{
    (void)state;
    static const struct {
        const task_type *task;
        const char *status, *message;
    } table[] = {
        {&bench_dies, "crashed", "killed by signal 9 (Killed)"},
        {&task_overflow, "crashed", "killed by signal 11 (Segmentation fault)"},
        {&task_divide, "crashed", "killed by signal 8 (Floating point exception)"},
        {&task_leave, "crashed", "ended with exit code 7, without results"},
        {&bench_hangs, "timeout", "s, the limit of the experiment"},
        {&bench_refuses, "failed", "the spring is of omega 5"},
        {&task_exhaust, "failed", "there is not enough memory to record the results"},
        {&task_signalled, "ok", ""},
        {&bench_shared, "ok", ""},
    };
    enum { ROWS = sizeof table / sizeof table[0] };
    bench b;
    bench_begin(&b, "ends", ROWS, 2);
    b.p.experiment[0].timeout = 3.0;
    for (size_t i = 0; i < ROWS; i++)
        b.p.cases[i].task = table[i].task;
    assert_int_equal(pool_run(b.job, ROWS, &b.options), ENGINE_DONE);
    assert_int_equal(b.started, ROWS);
    assert_int_equal(b.ended, ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        assert_string_equal(b.status[i], table[i].status);
        assert_string_equal(experiment_text(b.path[i], &column_case_status), table[i].status);
        assert_string_equal(experiment_text(b.path[i], &column_case_id), b.p.cases[i].id);
        assert_non_null(strstr(experiment_text(b.path[i], &column_case_message), table[i].message));
    }
    assert_int_equal(experiment_list("ends", "")->count, ROWS);
    bench_end(&b);
}

/* Quick cases share a process; what one has left there must not end another. */
static void a_case_that_dies_of_others_is_run_again_alone(void **state)
{
    (void)state;
    bench b;
    bench_begin(&b, "others", 6, 1);
    for (size_t i = 0; i < 6; i++)
        b.p.cases[i].task = i == 4 ? &bench_dies : &task_die_of_others;
    assert_int_equal(pool_run(b.job, 6, &b.options), ENGINE_DONE);
    assert_int_equal(b.started, 6);
    assert_int_equal(b.ended, 6);
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(b.status[i], i == 4 ? "crashed" : "ok");
    bench_end(&b);
}

static trama_status count_before(const task_bench *with, bundle *results, trama_error *error)
{
    static int64_t before;
    (void)with;
    (void)error;
    bundle_add_integer(results, "/result/before", "1", "", before++);
    bundle_add_text(results, "/case/status", "", "ok");
    return TRAMA_OK;
}

static const task_type task_counts = {.name = "count", .run = count_before};

/* It is the process that is bound. */
static void a_case_whose_memory_is_bound_has_a_process_to_itself(void **state)
{
    (void)state;
    bench b;
    bench_begin(&b, "bound", 4, 1);
    b.p.experiment[0].memory = 1e11; /* MiB; AddressSanitizer takes terabytes */
    for (size_t i = 0; i < 4; i++)
        b.p.cases[i].task = &task_counts;
    assert_int_equal(pool_run(b.job, 4, &b.options), ENGINE_DONE);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal((int)experiment_real(b.path[i], &before_column), 0);
    bench_end(&b);
}

/* Files of quick cases wait for their names together; their cases have been left meanwhile. */
static void no_more_cases_are_under_way_than_processes(void **state)
{
    (void)state;
    bench b;
    bench_begin(&b, "way", BENCH_CASES, 2);
    for (size_t i = 0; i < BENCH_CASES; i++)
        b.p.cases[i].task = i == 3 ? &bench_dies : &task_counts;
    assert_int_equal(pool_run(b.job, BENCH_CASES, &b.options), ENGINE_DONE);
    assert_int_equal(b.left, BENCH_CASES);
    assert_int_equal(b.ended, BENCH_CASES);
    assert_in_range(b.most, 1, 2);
    bench_end(&b);
}

/* As GSL and others do that are refused memory. */
static trama_status give_up(const task_bench *with, bundle *results, trama_error *error)
{
    (void)with;
    (void)results;
    (void)error;
    signal(SIGABRT, SIG_DFL); /* cmocka has its own */
    abort();
}

static const task_type task_gives_up = {.name = "give up", .run = give_up};

static void a_crash_under_a_limit_of_memory_names_it(void **state)
{
    (void)state;
    bench b;
    bench_begin(&b, "short", 1, 1);
    b.p.experiment[0].memory = 1e11; /* MiB; AddressSanitizer takes terabytes */
    b.p.cases[0].task = &task_gives_up;
    assert_int_equal(pool_run(b.job, 1, &b.options), ENGINE_DONE);
    assert_string_equal(experiment_text(b.path[0], &column_case_message),
                        "killed by signal 6 (Aborted), with memory limited to 1e+11 MiB");
    bench_end(&b);
}

static trama_status note_and_hang(const task_bench *with, bundle *results, trama_error *error)
{
    FILE *tries = fopen("tries", "a");
    fputs("tried\n", tries);
    fclose(tries);
    return bench_hangs.run(with, results, error);
}

static const task_type task_note_and_hang = {.name = "note", .run = note_and_hang};

/* What it has of others cannot be why. */
static void a_case_that_is_late_is_not_tried_again(void **state)
{
    (void)state;
    bench b;
    bench_begin(&b, "late", 2, 1);
    b.p.experiment[0].timeout = 1.0;
    b.p.cases[0].task = &task_counts;
    b.p.cases[1].task = &task_note_and_hang;
    assert_int_equal(pool_run(b.job, 2, &b.options), ENGINE_DONE);
    assert_string_equal(b.status[1], "timeout");
    char *tries = text_of_file("tries");
    assert_string_equal(tries, "tried\n");
    free(tries);
    bench_end(&b);
}

/* What the file of any case must say of where it came from. */
static const char *const provenance[] = {"/config/file_text", /* the configuration as read, */
                                         "/config/resolved",  /* as resolved, */
                                         "/case/id",          /* and its hash */
                                         "/run/software_version",
                                         "/run/commit",
                                         "/run/compiler",
                                         "/run/flags",
                                         "/run/cpu",
                                         "/run/cpu_cache",
                                         "/run/cpu_caches",
                                         "/run/governor",
                                         "/run/memory",
                                         "/run/processors",
                                         "/run/library_hdf5",
                                         "/run/library_gsl",
                                         "/run/library_suitesparse",
                                         "/run/library_blas",
                                         "/run/library_fyaml",
                                         "/run/library_c",
                                         "/run/date",
                                         "/run/host",
                                         "/run/system",
                                         "/run/seed",
                                         "/run/threads",
                                         "/run/pinned"};

static void assert_has_provenance(const char *path)
{
    bundle b = experiment_read(path);
    for (size_t i = 0; i < sizeof provenance / sizeof provenance[0]; i++) {
        const bundle_column *c = bundle_find(&b, provenance[i]);
        if (!c || c->rows == 0 || (c->type == BUNDLE_TEXT && c->text[0][0] == '\0'))
            fail_msg("%s does not say %s", path, provenance[i]);
    }
    bundle_free(&b);
}

/* However it ended, and whether it worked in turns. */
static void every_case_says_where_it_came_from(void **state)
{
    (void)state;
    static const task_type *const tasks[] = {&bench_dies, &bench_refuses, &bench_hangs,
                                             &bench_shared, &bench_alone};
    bench b;
    bench_begin(&b, "provenance", 5, 2);
    b.p.experiment[0].timeout = 0.2;
    for (size_t i = 0; i < 5; i++)
        b.p.cases[i].task = tasks[i];
    assert_int_equal(pool_run(b.job, 5, &b.options), ENGINE_DONE);
    for (size_t i = 0; i < 5; i++)
        assert_has_provenance(b.path[i]);
    bench_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_end_is_recorded_and_the_rest_goes_on),
        cmocka_unit_test(a_case_that_dies_of_others_is_run_again_alone),
        cmocka_unit_test(a_case_whose_memory_is_bound_has_a_process_to_itself),
        cmocka_unit_test(a_crash_under_a_limit_of_memory_names_it),
        cmocka_unit_test(no_more_cases_are_under_way_than_processes),
        cmocka_unit_test(a_case_that_is_late_is_not_tried_again),
        cmocka_unit_test(every_case_says_where_it_came_from),
    };
    record_begin();
    return cmocka_run_group_tests_name("engine: ends", tests, folder_enter, folder_leave);
}
