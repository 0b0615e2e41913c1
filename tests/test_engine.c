/* engine/ and task/: every case ends in a file whatever becomes of its process, the bits do not
 * depend on how a sweep was run, and an interruption costs nothing that was done. */
/* For sched_getaffinity. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "plan/plan.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED
#endif

/* --- the pool, with tasks of the test's own --- */

enum { CASES_MAX = 10 };

/* A plan of `count` cases that differ in omega, their jobs, and how they ended. */
typedef struct bench {
    plan p;
    engine_job job[CASES_MAX];
    char path[CASES_MAX][64];
    engine_options options;
    size_t started, ended;
    char status[CASES_MAX][32]; /* by case */
} bench;

static void note_start(void *context, const engine_job *job)
{
    (void)job;
    ((bench *)context)->started++;
}

static void note_end(void *context, const engine_end *end)
{
    bench *b = context;
    b->ended++;
    strcpy(b->status[end->job - b->job], end->status);
}

static void bench_begin(bench *b, const char *folder, size_t count, long workers)
{
    char values[256] = "sweep:\n  - grid: {model.omega: [1";
    for (size_t i = 1; i < count; i++)
        sprintf(values + strlen(values), ", %zu", i + 1);
    strcat(values, "]}\n");
    experiment_write(
        "bench.yaml", experiment_spring,
        EDITS("sweep:\n  - grid: {integrator.name: [verlet, symplectic_euler, rk4]}\n", values));
    char *const files[] = {"bench.yaml"};
    config_error error;
    *b = (bench){0};
    if (!plan_load(files, 1, NULL, &b->p, &error))
        fail_msg("%s", error.text);
    assert_int_equal(b->p.case_count, count);
    assert_int_equal(mkdir(folder, 0777), 0);
    for (size_t i = 0; i < count; i++) {
        snprintf(b->path[i], sizeof b->path[i], "%s/%zu.h5", folder, i);
        b->job[i] = (engine_job){&b->p.cases[i], b->path[i], i};
    }
    b->options = (engine_options){
        .workers = workers, .seed = 1, .started = note_start, .ended = note_end, .context = b};
}

static void bench_end(bench *b)
{
    plan_free(&b->p);
}

/* The values that a task of the test's own may read are those of stable_step. */
static trama_status die(const task_bench *with, bundle *results, trama_error *error)
{
    (void)with;
    (void)results;
    (void)error;
    raise(SIGKILL);
    return TRAMA_OK;
}

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

static trama_status hang(const task_bench *with, bundle *results, trama_error *error)
{
    (void)with;
    (void)results;
    (void)error;
    while (pause() != 0) /* always */
        ;
    return TRAMA_OK;
}

static trama_status refuse(const task_bench *with, bundle *results, trama_error *error)
{
    (void)with;
    (void)results;
    return trama_fail(error, TRAMA_BAD_INPUT, "task", "the spring is of omega %d", 5);
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

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Takes 30 ms, and says when. */
static trama_status take_time(const task_bench *with, bundle *results, trama_error *error)
{
    (void)with;
    (void)error;
    bundle_add_real(results, "/result/begin", "s", "begin", seconds_now());
    nanosleep(&(struct timespec){0, 30000000}, NULL);
    bundle_add_real(results, "/result/end", "s", "end", seconds_now());
    bundle_add_text(results, "/case/status", "status", "ok");
    return TRAMA_OK;
}

enum { TURNS = 3 };

/* Takes 60 ms in each of its turns, and says when. */
static trama_status take_turns(const task_bench *with, bundle *results, trama_error *error)
{
    (void)error;
    double begin[TURNS], end[TURNS];
    for (size_t i = 0; i < TURNS; i++) {
        if (i > 0)
            with->turns->next(with->turns);
        begin[i] = seconds_now();
        nanosleep(&(struct timespec){0, 60000000}, NULL);
        end[i] = seconds_now();
    }
    bundle_add_reals(results, "/result/begin", "s", "begin", begin, TURNS, 1);
    bundle_add_reals(results, "/result/end", "s", "end", end, TURNS, 1);
    bundle_add_text(results, "/case/status", "status", "ok");
    return TRAMA_OK;
}

static trama_status die_in_second_turn(const task_bench *with, bundle *results, trama_error *error)
{
    with->turns->next(with->turns);
    return die(with, results, error);
}

static trama_status hang_in_second_turn(const task_bench *with, bundle *results, trama_error *error)
{
    with->turns->next(with->turns);
    return hang(with, results, error);
}

static const task_type task_turns_of_60_ms = {
    .name = "turns", .exclusive = true, .run = take_turns};
static const task_type task_turn_dies = {
    .name = "dies", .exclusive = true, .run = die_in_second_turn};
static const task_type task_turn_hangs = {
    .name = "hangs", .exclusive = true, .run = hang_in_second_turn};
static const task_type task_die = {.name = "die", .run = die};
static const task_type task_die_of_others = {.name = "others", .run = die_of_others};
static const task_type task_overflow = {.name = "overflow", .run = overflow_stack};
static const task_type task_divide = {.name = "divide", .run = divide_by_zero};
static const task_type task_leave = {.name = "leave", .run = leave};
static const task_type task_hang = {.name = "hang", .run = hang};
static const task_type task_refuse = {.name = "refuse", .run = refuse};
static const task_type task_exhaust = {.name = "exhaust", .run = exhaust};
static const task_type task_signalled = {.name = "signalled", .run = be_signalled};
static const task_type task_shared = {.name = "shared", .run = take_time};
static const task_type task_alone = {.name = "alone", .exclusive = true, .run = take_time};

static void every_end_is_recorded_and_the_rest_goes_on(void **state)
{
    (void)state;
    static const struct {
        const task_type *task;
        const char *status, *message;
    } table[] = {
        {&task_die, "crashed", "killed by signal 9 (Killed)"},
        {&task_overflow, "crashed", "killed by signal 11 (Segmentation fault)"},
        {&task_divide, "crashed", "killed by signal 8 (Floating point exception)"},
        {&task_leave, "crashed", "ended with exit code 7, without results"},
        {&task_hang, "timeout", "s, the limit of the experiment"},
        {&task_refuse, "failed", "the spring is of omega 5"},
        {&task_exhaust, "failed", "there is not enough memory, not even for the results"},
        {&task_signalled, "ok", ""},
        {&task_shared, "ok", ""},
    };
    enum { ROWS = sizeof table / sizeof table[0] };
    bench b;
    bench_begin(&b, "ends", ROWS, 2);
    b.p.experiment[0].timeout = 1.0;
    for (size_t i = 0; i < ROWS; i++)
        b.p.cases[i].task = table[i].task;
    assert_int_equal(pool_run(b.job, ROWS, &b.options), ENGINE_DONE);
    assert_int_equal(b.started, ROWS);
    assert_int_equal(b.ended, ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        assert_string_equal(b.status[i], table[i].status);
        assert_string_equal(experiment_text(b.path[i], "/case/status"), table[i].status);
        assert_string_equal(experiment_text(b.path[i], "/case/id"), b.p.cases[i].id);
        assert_non_null(strstr(experiment_text(b.path[i], "/case/message"), table[i].message));
    }
    assert_int_equal(experiment_list("ends", "")->count, ROWS);
    bench_end(&b);
}

static bool overlap(const char *a, const char *b)
{
    const double a_begin = experiment_real(a, "/result/begin"),
                 a_end = experiment_real(a, "/result/end");
    const double b_begin = experiment_real(b, "/result/begin"),
                 b_end = experiment_real(b, "/result/end");
    return a_begin < b_end && b_begin < a_end;
}

/* Quick cases share a process; what one has left there must not end another. */
static void a_case_that_dies_of_others_is_run_again_alone(void **state)
{
    (void)state;
    bench b;
    bench_begin(&b, "others", 6, 1);
    for (size_t i = 0; i < 6; i++)
        b.p.cases[i].task = i == 4 ? &task_die : &task_die_of_others;
    assert_int_equal(pool_run(b.job, 6, &b.options), ENGINE_DONE);
    assert_int_equal(b.started, 6);
    assert_int_equal(b.ended, 6);
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(b.status[i], i == 4 ? "crashed" : "ok");
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
    static const task_type *const tasks[] = {&task_die, &task_refuse, &task_hang, &task_shared,
                                             &task_alone};
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

/* Even cases measure time, odd ones do not; three processes at a time. */
static void cases_that_measure_time_run_alone(void **state)
{
    (void)state;
    enum { CASES = 8 };
    bench b;
    bench_begin(&b, "alone", CASES, 3);
    for (size_t i = 0; i < CASES; i++)
        b.p.cases[i].task = i % 2 ? &task_shared : &task_alone;
    assert_int_equal(pool_run(b.job, CASES, &b.options), ENGINE_DONE);
    size_t together = 0;
    for (size_t i = 0; i < CASES; i++)
        for (size_t j = 0; j < i; j++)
            if (overlap(b.path[i], b.path[j])) {
                assert_true(i % 2 && j % 2);
                together++;
            }
    assert_in_range(together, 1, 6);
    bench_end(&b);
}

static int last_processor(void)
{
    cpu_set_t allowed;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    int last = -1;
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET((size_t)i, &allowed))
            last = i;
    return last;
}

static void cases_that_measure_time_are_pinned(void **state)
{
    (void)state;
    bench b;
    bench_begin(&b, "pinned", 2, 2);
    b.p.cases[0].task = &task_alone;
    b.p.cases[1].task = &task_shared;
    assert_int_equal(pool_run(b.job, 2, &b.options), ENGINE_DONE);
    assert_int_equal((int)experiment_real(b.path[0], "/run/pinned"), last_processor());
    assert_int_equal((int)experiment_real(b.path[1], "/run/pinned"), -1);
    bench_end(&b);
}

/* The order in which cases began, as their numbers. */
static void order_of(const bench *b, size_t count, char *order)
{
    double begin[CASES_MAX];
    for (size_t i = 0; i < count; i++)
        begin[i] = experiment_real(b->path[i], "/result/begin");
    for (size_t place = 0; place < count; place++) {
        size_t first = 0;
        for (size_t i = 1; i < count; i++)
            if (begin[i] < begin[first])
                first = i;
        begin[first] = TRAMA_INFINITY;
        order[place] = (char)('0' + first);
    }
    order[count] = '\0';
}

/* Interleaved at random, so that a slow phase of the machine does not fall on one method; and the
 * order can be had again. */
static void cases_that_measure_time_run_in_an_order_of_the_seed(void **state)
{
    (void)state;
    enum { CASES = 6, RUNS = 3 };
    static const unsigned seeds[RUNS] = {1, 1, 2};
    static const char *const folders[RUNS] = {"seed1", "seed1again", "seed2"};
    char order[RUNS][CASES + 1];
    for (size_t run = 0; run < RUNS; run++) {
        bench b;
        bench_begin(&b, folders[run], CASES, 2);
        b.options.seed = seeds[run];
        for (size_t i = 0; i < CASES; i++)
            b.p.cases[i].task = &task_alone;
        assert_int_equal(pool_run(b.job, CASES, &b.options), ENGINE_DONE);
        order_of(&b, CASES, order[run]);
        bench_end(&b);
    }
    assert_string_equal(order[0], order[1]);
    assert_string_not_equal(order[0], order[2]);
    assert_string_not_equal(order[0], "012345");
}

/* A turn that was taken. */
typedef struct turn {
    double begin, end;
    size_t owner;
} turn;

static int by_begin(const void *a, const void *b)
{
    const double x = ((const turn *)a)->begin, y = ((const turn *)b)->begin;
    return (x > y) - (x < y);
}

/* One turn of every case, then another of every case: so a slow spell of the machine meets all. Of
 * the limit of time only a case's own turns count: 180 ms of 800 here, while all take 900. */
static void turns_go_round_one_at_a_time(void **state)
{
    (void)state;
    enum { CASES = 5 };
    turn turns[CASES * TURNS];
    bench b;
    bench_begin(&b, "turns", CASES, 3);
    b.p.experiment[0].timeout = 0.8;
    for (size_t i = 0; i < CASES; i++)
        b.p.cases[i].task = &task_turns_of_60_ms;
    assert_int_equal(pool_run(b.job, CASES, &b.options), ENGINE_DONE);
    for (size_t i = 0; i < CASES; i++) {
        assert_string_equal(b.status[i], "ok");
        bundle results = experiment_read(b.path[i]);
        for (size_t k = 0; k < TURNS; k++)
            turns[i * TURNS + k] = (turn){bundle_find(&results, "/result/begin")->real[k],
                                          bundle_find(&results, "/result/end")->real[k], i};
        bundle_free(&results);
    }
    qsort(turns, CASES * TURNS, sizeof turns[0], by_begin);
    for (size_t i = 1; i < CASES * TURNS; i++)
        assert_true(turns[i - 1].end <= turns[i].begin);
    for (size_t round = 0; round < TURNS; round++) {
        unsigned seen = 0;
        for (size_t i = 0; i < CASES; i++)
            seen |= 1u << turns[round * CASES + i].owner;
        assert_int_equal(seen, (1u << CASES) - 1);
    }
    bench_end(&b);
}

static void a_case_that_ends_in_its_turn_does_not_stop_the_round(void **state)
{
    (void)state;
    static const struct {
        const task_type *task;
        const char *status;
    } table[] = {{&task_turns_of_60_ms, "ok"},
                 {&task_turn_dies, "crashed"},
                 {&task_turn_hangs, "timeout"},
                 {&task_turns_of_60_ms, "ok"}};
    bench b;
    bench_begin(&b, "round", 4, 2);
    b.p.experiment[0].timeout = 1.0;
    for (size_t i = 0; i < 4; i++)
        b.p.cases[i].task = table[i].task;
    assert_int_equal(pool_run(b.job, 4, &b.options), ENGINE_DONE);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(experiment_text(b.path[i], "/case/status"), table[i].status);
    bench_end(&b);
}

/* The third case to start brings an interruption with it. */
static void interrupt_at_third(void *context, const engine_job *job)
{
    note_start(context, job);
    if (((bench *)context)->started == 3)
        raise(SIGINT);
}

static void an_interruption_leaves_whole_files_only(void **state)
{
    (void)state;
    enum { CASES = 6 };
    bench b;
    bench_begin(&b, "interrupted", CASES, 1);
    for (size_t i = 0; i < CASES; i++)
        b.p.cases[i].task = &task_shared;
    b.options.started = interrupt_at_third;
    assert_int_equal(pool_run(b.job, CASES, &b.options), ENGINE_INTERRUPTED);
    assert_int_equal(b.ended, 2);
    assert_int_equal(b.started, 3);
    assert_int_equal(experiment_list("interrupted", "")->count, 2);
    assert_string_equal(experiment_text(b.path[0], "/case/status"), "ok");
    assert_string_equal(experiment_text(b.path[1], "/case/status"), "ok");
    bench_end(&b);
}

static void an_interruption_ends_turns_too(void **state)
{
    (void)state;
    enum { CASES = 4 };
    bench b;
    bench_begin(&b, "turns-interrupted", CASES, 1);
    for (size_t i = 0; i < CASES; i++)
        b.p.cases[i].task = &task_turn_hangs;
    b.options.started = interrupt_at_third;
    assert_int_equal(pool_run(b.job, CASES, &b.options), ENGINE_INTERRUPTED);
    assert_int_equal(b.ended, 0);
    assert_int_equal(experiment_list("turns-interrupted", "")->count, 0);
    bench_end(&b);
}

/* The same in a pool that never has to wait, as its children always end first. */
static void interrupt_late_at_third(void *context, const engine_job *job)
{
    interrupt_at_third(context, job);
    nanosleep(&(struct timespec){0, 30000000}, NULL);
}

static void an_interruption_is_heard_between_fast_cases(void **state)
{
    (void)state;
    enum { CASES = 6 };
    bench b;
    bench_begin(&b, "fast", CASES, 1);
    for (size_t i = 0; i < CASES; i++)
        b.p.cases[i].task = &task_refuse;
    b.options.started = interrupt_late_at_third;
    assert_int_equal(pool_run(b.job, CASES, &b.options), ENGINE_INTERRUPTED);
    assert_int_equal(b.started, 3);
    bench_end(&b);
}

static void terminate(void *context, const engine_job *job)
{
    note_start(context, job);
    raise(SIGTERM);
}

/* What was ignored when the program was started, as under nohup, stays ignored. */
static void the_pool_leaves_signals_as_it_found_them(void **state)
{
    (void)state;
    static const int numbers[] = {SIGINT, SIGTERM, SIGCHLD};
    sigset_t before, after;
    bench b;
    bench_begin(&b, "signals", 1, 1);
    b.p.cases[0].task = &task_shared;
    b.options.started = terminate;
    signal(SIGTERM, SIG_IGN);
    sigprocmask(SIG_SETMASK, NULL, &before);
    assert_int_equal(pool_run(b.job, 1, &b.options), ENGINE_DONE);
    sigprocmask(SIG_SETMASK, NULL, &after);
    for (size_t i = 0; i < 3; i++) {
        struct sigaction now;
        sigaction(numbers[i], NULL, &now);
        assert_ptr_equal(now.sa_handler, numbers[i] == SIGTERM ? SIG_IGN : SIG_DFL);
        assert_int_equal(sigismember(&after, numbers[i]), sigismember(&before, numbers[i]));
    }
    signal(SIGTERM, SIG_DFL);
    assert_string_equal(experiment_text(b.path[0], "/case/status"), "ok");
    bench_end(&b);
}

/* --- the program --- */

/* Twelve cases of both models and three tasks, a fraction of a second. */
static void write_small_experiments(void)
{
    experiment_write("spring.yaml", experiment_spring,
                     EDITS("cap: 0.5", "cap: 0.5, late: 2, scan: 2"));
    experiment_write("cloth.yaml", experiment_cloth,
                     EDITS("case:",
                           "sweep:\n"
                           "  - grid:\n"
                           "      integrator.name: [symplectic_euler, verlet, rk4]\n"
                           "      task:\n"
                           "        - {name: stable_step, horizon: 100, search: {first: 0.01, "
                           "increment: 0.01, cap: 0.1}}\n"
                           "        - {name: equilibrium, horizon: 100, dt: 0.005, criteria: "
                           "{displacement: [1e-3, 1e-4]}}\n"
                           "        - {name: run, horizon: 40, dt: 0.01, frames: [0, 20, 40]}\n"
                           "case:"));
}

static void the_results_do_not_depend_on_the_number_of_workers(void **state)
{
    (void)state;
    static const char *const workers[] = {"1", "2", "4"};
    char *cloth[3], *spring[3], folder[64];
    write_small_experiments();
    for (size_t i = 0; i < 3; i++) {
        const shell_end end = shell_run(
            SHELL("run", "spring.yaml", "cloth.yaml", "-o", workers[i], "-j", workers[i]));
        assert_string_equal(end.out, "");
        assert_int_equal(end.code, 0);
        snprintf(folder, sizeof folder, "%s/cloth/cases", workers[i]);
        assert_int_equal(experiment_list(folder, "")->count,
                         9 + 6); /* runs and equilibria: frames */
        cloth[i] = experiment_digests(folder);
        snprintf(folder, sizeof folder, "%s/spring/cases", workers[i]);
        assert_int_equal(experiment_list(folder, "")->count, 3);
        spring[i] = experiment_digests(folder);
        assert_string_equal(cloth[i], cloth[0]);
        assert_string_equal(spring[i], spring[0]);
    }
    for (size_t i = 0; i < 3; i++) {
        free(cloth[i]);
        free(spring[i]);
    }
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
    for (int attempt = 0; end.code == 0 && attempt < 5; attempt++) {
        const shell_process process =
            shell_start(SHELL("run", "slow.yaml", "-o", folder, "-j", "1", "--again", "all"));
        experiment_await(cases, ".h5", 1);
        kill(whole_group ? -process.pid : process.pid, number);
        end = shell_wait(process);
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
        assert_in_range(done, 1, 9);
        /* a case that was ended between its file and its exit stands, and is not counted */
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

typedef struct stamp {
    char name[80];
    ino_t file;
    struct timespec time;
} stamp;

static size_t stamps_of(const char *folder, stamp *stamps)
{
    const experiment_names *names = experiment_list(folder, ".h5");
    for (size_t i = 0; i < names->count; i++) {
        char path[256];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, names->name[i]);
        assert_int_equal(stat(path, &status), 0);
        strcpy(stamps[i].name, names->name[i]);
        stamps[i].file = status.st_ino;
        stamps[i].time = status.st_mtim;
    }
    return names->count;
}

static bool same_stamp(const stamp *a, const stamp *b)
{
    return strcmp(a->name, b->name) == 0 && a->file == b->file &&
           a->time.tv_sec == b->time.tv_sec && a->time.tv_nsec == b->time.tv_nsec;
}

/* One of the cases is taken away: that one is run, the others are not touched. */
static void a_second_run_keeps_what_stands(void **state)
{
    (void)state;
    stamp before[8], after[8];
    char gone[256];
    experiment_write("spring.yaml", experiment_spring, NULL);
    shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "twice"));
    assert_int_equal(end.code, 0);
    assert_int_equal(stamps_of("twice/spring/cases", before), 3);
    snprintf(gone, sizeof gone, "twice/spring/cases/%s", before[1].name);
    assert_int_equal(remove(gone), 0);
    end = shell_run(SHELL("run", "spring.yaml", "-o", "twice"));
    assert_int_equal(end.code, 0);
    assert_non_null(strstr(end.err, "2 cases stand already\n[1/1] "));
    assert_non_null(strstr(end.err, "3 cases done, results in twice\n"));
    assert_int_equal(stamps_of("twice/spring/cases", after), 3);
    assert_true(same_stamp(&before[0], &after[0]) && same_stamp(&before[2], &after[2]));
    assert_false(same_stamp(&before[1], &after[1]));
    end = shell_run(SHELL("run", "spring.yaml", "-o", "twice"));
    assert_string_equal(end.err, "3 cases stand already\n3 cases done, results in twice\n");
    assert_int_equal(stamps_of("twice/spring/cases", before), 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(same_stamp(&before[i], &after[i]));
}

#define LONG_RUN "run, dt: 0.001, horizon: 1000000000, every: 1000000000, energy: false"
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
        if (strcmp(experiment_text(path, "/case/status"), status) == 0)
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
    kill(shell_child(process.pid), SIGSEGV);
    const shell_end end = shell_wait(process);
    assert_int_equal(end.code, 3);
    assert_non_null(strstr(end.err, "\n1 cases crashed, ran out of time or failed\n"));
    assert_int_equal(experiment_list("out/crash/cases", "")->count, 3);
    const char *crashed = find_ended("out/crash/cases", "crashed");
    assert_non_null(crashed);
#ifndef SANITIZED /* AddressSanitizer catches the signal and exits */
    assert_string_equal(experiment_text(crashed, "/case/message"),
                        "killed by signal 11 (Segmentation fault)");
#endif
    bundle b = experiment_read(crashed);
    assert_null(bundle_find(&b, "/result/dt"));
    assert_non_null(
        strstr(bundle_text(&b, "/config/resolved", ""), "\ntask.horizon = 1000000000\n"));
    bundle_free(&b);
}

static void a_case_that_runs_out_of_time_is_recorded_and_stands(void **state)
{
    (void)state;
    write_long_experiment("late", "limits: {timeout: 0.6}\n");
    shell_end end = shell_run(SHELL("run", "late.yaml", "-o", "out", "-j2"));
    assert_int_equal(end.code, 3);
    assert_non_null(strstr(end.err, "late verlet: timeout: ended after "));
    const char *timeout = find_ended("out/late/cases", "timeout");
    assert_non_null(timeout);
    assert_true(experiment_real(timeout, "/timing/case") >= 0.6);
    end = shell_run(SHELL("run", "late.yaml", "-o", "out"));
    assert_int_equal(end.code, 3);
    assert_string_equal(end.err, "3 cases stand already; 1 of them ended badly (`--again bad` runs "
                                 "them anew)\n3 cases done, results in out\n1 cases crashed, ran "
                                 "out of time or failed\n");
    end = shell_run(SHELL("run", "late.yaml", "-o", "out", "--again", "bad", "-j1"));
    assert_int_equal(end.code, 3);
    assert_non_null(strstr(end.err, "2 cases stand already\n[1/1] late verlet: timeout"));
}

/* 2e6 samples of 11 columns are 180 MB. AddressSanitizer takes terabytes of address space. */
static void a_case_beyond_its_memory_is_recorded(void **state)
{
    (void)state;
#ifdef SANITIZED
    skip();
#endif
    experiment_write(
        "large.yaml", experiment_spring,
        EDITS("experiment: spring\n", "experiment: large\nlimits: {memory: 100}\n",
              "stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}",
              SHORT_RUN, "{integrator.name: [verlet, symplectic_euler, rk4]}",
              "{task.horizon: [2000000, 30]}\nderive: {task.every: 1}"));
    const shell_end end = shell_run(SHELL("run", "large.yaml", "-o", "out"));
    assert_int_equal(end.code, 3);
    const char *failed = find_ended("out/large/cases", "failed");
    assert_non_null(failed);
    assert_string_equal(experiment_text(failed, "/case/message"), "not enough memory");
    assert_non_null(find_ended("out/large/cases", "ok"));
}

/* --- tasks --- */

static void timing_keeps_every_sample(void **state)
{
    (void)state;
    experiment_write(
        "timing.yaml", experiment_cloth,
        EDITS("experiment: cloth", "experiment: timing",
              "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}",
              "timing, dt: 0.001, iterations: 50, repeats: 7, warmup: 10"));
    char *digest[2];
    static const char *const folders[] = {"time1", "time2"};
    for (size_t i = 0; i < 2; i++) {
        char cases[64], path[256];
        assert_int_equal(shell_run(SHELL("run", "timing.yaml", "-o", folders[i])).code, 0);
        snprintf(cases, sizeof cases, "%s/timing/cases", folders[i]);
        snprintf(path, sizeof path, "%s/%s", cases, experiment_list(cases, ".h5")->name[0]);
        bundle b = experiment_read(path);
        const bundle_column *samples = bundle_find(&b, "/timing/sample");
        assert_int_equal(samples->rows, 7);
        assert_string_equal(samples->unit, "s");
        for (size_t s = 0; s < 7; s++)
            assert_true(samples->real[s] > 1e-8 && samples->real[s] < 1e-2);
        assert_int_equal(bundle_integer(&b, "/timing/iterations", -1), 50);
        assert_int_equal(bundle_integer(&b, "/run/pinned", -1), last_processor());
        assert_int_equal((int)bundle_real(&b, "/result/evaluations_per_iteration", 0.0), 1);
        assert_int_equal(bundle_integer(&b, "/result/nodes", -1), 36);
        bundle_free(&b);
        digest[i] = experiment_digests(cases);
    }
    assert_string_equal(digest[0], digest[1]); /* time is no result */
    free(digest[0]);
    free(digest[1]);
}

/* omega dt = 2: 0.2 s is the limit of verlet and symplectic Euler at omega = 10, and growth there
 * is linear only; rk4's is 0.2828 s. The detector is a displacement of 10 m. */
static void the_limit_of_a_spring_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *integrator;
        double stable, unstable;
    } table[] = {{"verlet", 0.15, 0.25}, {"symplectic_euler", 0.15, 0.25}, {"rk4", 0.25, 0.3}};
    experiment_write("spring.yaml", experiment_spring, NULL);
    assert_int_equal(shell_run(SHELL("run", "spring.yaml", "-o", "limit")).code, 0);
    const experiment_names names = *experiment_list("limit/spring/cases", ".h5");
    assert_int_equal(names.count, 3);
    for (size_t i = 0; i < names.count; i++) {
        char path[256];
        snprintf(path, sizeof path, "limit/spring/cases/%s", names.name[i]);
        const char *integrator = experiment_text(path, "/case/integrator");
        size_t row = 0;
        while (row < 3 && strcmp(table[row].integrator, integrator) != 0)
            row++;
        assert_in_range(row, 0, 2);
        const double stable = experiment_real(path, "/result/dt_stable");
        const double unstable = experiment_real(path, "/result/dt_unstable");
        assert_true(stable >= table[row].stable - 1e-12 && stable < unstable);
        assert_true(unstable <= table[row].unstable + 1e-12);
        assert_string_equal(experiment_text(path, "/result/failure"), "displacement");
    }
}

static void frames_have_a_sidecar_for_paraview(void **state)
{
    (void)state;
    static const char task[] =
        "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}";
    experiment_write("film.yaml", experiment_cloth,
                     EDITS("experiment: cloth", "experiment: film", task,
                           "run, dt: 0.01, horizon: 40, frames: [0, 10, 40]"));
    assert_int_equal(shell_run(SHELL("run", "film.yaml", "-o", "out")).code, 0);
    assert_int_equal(experiment_list("out/film/cases", ".xdmf2")->count, 1);
    char path[256], item[256], text[16384] = "";
    snprintf(path, sizeof path, "out/film/cases/%s",
             experiment_list("out/film/cases", ".xdmf2")->name[0]);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    snprintf(item, sizeof item, "%.32s.h5:/frames/z</DataItem>", strrchr(path, '/') + 1);
    assert_non_null(strstr(text, item));
    assert_non_null(strstr(text, "<Time Value=\"0.40000000000000002\"/>"));
    assert_non_null(strstr(text, "\"2DSMesh\" Dimensions=\"6 6\""));
}

/* A case that was done before an interruption has its sidecar too. */
static void an_interrupted_run_has_the_sidecars_of_what_is_done(void **state)
{
    (void)state;
    static const char task[] =
        "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}";
    experiment_write("films.yaml", experiment_cloth,
                     EDITS("experiment: cloth", "experiment: films", task,
                           "run, dt: 0.01, horizon: 5, every: 1000000, frames: [0], energy: false",
                           "case:", "sweep: [{grid: {task.horizon: [5, 100000000]}}]\ncase:"));
    const shell_process process = shell_start(SHELL("run", "films.yaml", "-o", "out", "-j1"));
    experiment_await("out/films/cases", ".h5", 1);
    kill(process.pid, SIGINT);
    assert_int_equal(shell_wait(process).code, 130);
    assert_int_equal(experiment_list("out/films/cases", ".h5")->count, 1);
    assert_int_equal(experiment_list("out/films/cases", ".xdmf2")->count, 1);
}

/* As after a run that was killed, or that found the disk full, before it came to them. */
static void a_sidecar_that_is_missing_is_made_on_resuming(void **state)
{
    (void)state;
    char path[256];
    experiment_write(
        "again.yaml", experiment_cloth,
        EDITS("experiment: cloth", "experiment: again",
              "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}",
              "run, dt: 0.01, horizon: 5, frames: [0]"));
    assert_int_equal(shell_run(SHELL("run", "again.yaml", "-o", "out")).code, 0);
    snprintf(path, sizeof path, "out/again/cases/%s",
             experiment_list("out/again/cases", ".xdmf2")->name[0]);
    assert_int_equal(remove(path), 0);
    const shell_end end = shell_run(SHELL("run", "again.yaml", "-o", "out"));
    assert_string_equal(end.err, "1 cases stand already\n1 cases done, results in out\n");
    assert_true(experiment_stands(path));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_end_is_recorded_and_the_rest_goes_on),
        cmocka_unit_test(a_case_that_dies_of_others_is_run_again_alone),
        cmocka_unit_test(every_case_says_where_it_came_from),
        cmocka_unit_test(cases_that_measure_time_run_alone),
        cmocka_unit_test(cases_that_measure_time_are_pinned),
        cmocka_unit_test(cases_that_measure_time_run_in_an_order_of_the_seed),
        cmocka_unit_test(turns_go_round_one_at_a_time),
        cmocka_unit_test(a_case_that_ends_in_its_turn_does_not_stop_the_round),
        cmocka_unit_test(an_interruption_leaves_whole_files_only),
        cmocka_unit_test(an_interruption_ends_turns_too),
        cmocka_unit_test(an_interruption_is_heard_between_fast_cases),
        cmocka_unit_test(the_pool_leaves_signals_as_it_found_them),
        cmocka_unit_test(the_results_do_not_depend_on_the_number_of_workers),
        cmocka_unit_test(an_interrupted_run_is_resumed_to_the_same_results),
        cmocka_unit_test(a_second_run_keeps_what_stands),
        cmocka_unit_test(a_case_that_crashes_is_recorded_and_the_rest_goes_on),
        cmocka_unit_test(a_case_that_runs_out_of_time_is_recorded_and_stands),
        cmocka_unit_test(a_case_beyond_its_memory_is_recorded),
        cmocka_unit_test(timing_keeps_every_sample),
        cmocka_unit_test(the_limit_of_a_spring_is_found),
        cmocka_unit_test(frames_have_a_sidecar_for_paraview),
        cmocka_unit_test(an_interrupted_run_has_the_sidecars_of_what_is_done),
        cmocka_unit_test(a_sidecar_that_is_missing_is_made_on_resuming),
    };
    record_begin();
    return cmocka_run_group_tests_name("engine", tests, folder_enter, folder_leave);
}
