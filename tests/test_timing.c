/* Cases that measure time take turns, in a random order each round. Each sample has its
 * circumstances recorded, also if a process may not be pinned, dies, or takes too long. */
/* For cpu_set_t and syscall. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "plan/plan.h"
#include "support/clock.h"
#include "support/experiment.h"
#include "support/folder.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What the tasks of this test write. */
static const results_column begin_column = {.path = "/timing/begin"};
static const results_column end_column = {.path = "/timing/end"};

/* This program's own, which the library's calls come to: the right to pin can be taken away. */
static bool may_pin = true;

int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
    if (may_pin)
        return (int)syscall(SYS_sched_setaffinity, pid, size, set);
    errno = EPERM;
    return -1;
}

enum { CASES_MAX = 70 };

static const char search_task[] =
    "stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}";
static const char sweep[] =
    "sweep:\n  - grid: {integrator.name: [verlet, symplectic_euler, rk4]}\n";

typedef struct bench {
    plan p;
    engine_job job[CASES_MAX];
    char path[CASES_MAX][64];
} bench;

/* Runs the cases of `file`, under `type` if it is not NULL, in a folder of its own. */
static void run(bench *b, const char *file, const char *folder, const task_type *type)
{
    char *const files[] = {(char *)file};
    config_error error;
    const engine_options options = {.workers = 2, .seed = 7};
    if (!plan_load(files, 1, NULL, &b->p, &error))
        fail_msg("%s", error.text);
    assert_in_range(b->p.case_count, 1, CASES_MAX);
    assert_int_equal(mkdir(folder, 0777), 0);
    for (size_t i = 0; i < b->p.case_count; i++) {
        b->p.cases[i].task = type ? type : b->p.cases[i].task;
        snprintf(b->path[i], sizeof b->path[i], "%s/%zu.h5", folder, i);
        b->job[i] = (engine_job){&b->p.cases[i], b->path[i], i};
    }
    assert_int_equal(pool_run(b->job, b->p.case_count, &options), ENGINE_DONE);
}

/* Three methods on a spring, under a task. */
static void write_springs(const char *task)
{
    experiment_write("spring.yaml", experiment_spring, EDITS(search_task, task));
}

/* So many springs, under a task of the test's own, which ignores their values. */
static void write_many(size_t count, const char *limits)
{
    char values[1024] = "sweep:\n  - grid: {model.omega: [1";
    for (size_t i = 1; i < count; i++)
        sprintf(values + strlen(values), ", %zu", i + 1);
    strcat(values, "]}\n");
    experiment_write("many.yaml", experiment_spring,
                     EDITS(sweep, values, "experiment: spring\n", limits));
}

/* --- turns --- */

/* The first round sets up; round i + 1 holds sample i of every case once. */
static void samples_are_taken_in_turns_in_a_new_order_each_round(void **state)
{
    (void)state;
    enum { CASES = 3, SAMPLES = 12 };
    bench b;
    write_springs("timing, dt: 0.01, iterations: 200, repeats: 3, blocks: 4, warmup: 5");
    run(&b, "spring.yaml", "turns", NULL);
    size_t orders = 0;
    int64_t turn[CASES][SAMPLES];
    for (size_t i = 0; i < CASES; i++) {
        bundle r = experiment_read(b.path[i]);
        const bundle_column *column = bundle_get(&r, &column_sample_turn);
        assert_int_equal(column->rows, SAMPLES);
        memcpy(turn[i], column->integer, sizeof turn[i]);
        bundle_free(&r);
    }
    for (size_t s = 0; s < SAMPLES; s++) {
        bool taken[CASES] = {false};
        for (size_t i = 0; i < CASES; i++) {
            assert_int_equal(turn[i][s] / CASES, s + 1);
            assert_false(taken[turn[i][s] % CASES]);
            taken[turn[i][s] % CASES] = true;
        }
        for (size_t i = 0; s > 0 && i < CASES; i++)
            orders += turn[i][s] - turn[i][s - 1] != CASES;
    }
    assert_in_range(orders, 1, 2 * CASES * SAMPLES); /* with one order for all rounds: 0 */
    plan_free(&b.p);
}

/* Two turns, the second of 250 ms. */
static trama_status take_two(const task_bench *with, bundle *results, trama_error *error)
{
    (void)error;
    bundle_put_integers(results, &column_sample_turn,
                        (const int64_t[]){with->turns->next(with->turns)}, 1);
    bundle_add_real(results, "/timing/begin", "s", "begin", clock_now());
    clock_sleep(250);
    bundle_add_real(results, "/timing/end", "s", "end", clock_now());
    bundle_put_text(results, &column_case_status, "ok");
    return TRAMA_OK;
}
static const task_type task_two = {.name = "two", .exclusive = true, .run = take_two};

/* Ten cases: each waits for 2.25 s, which is more than its limit, and works for 0.25 s. */
static void only_its_own_turns_count_against_a_case(void **state)
{
    (void)state;
    enum { CASES = 10 };
    bench b;
    write_many(CASES, "experiment: many\nlimits: {timeout: 2}\n");
    run(&b, "many.yaml", "own", &task_two);
    for (size_t i = 0; i < CASES; i++) {
        assert_string_equal(experiment_text(b.path[i], &column_case_status), "ok");
        assert_true(experiment_real(b.path[i], &column_case_seconds) < 2.0);
        for (size_t j = 0; j < i; j++)
            assert_true(experiment_real(b.path[i], &begin_column) >=
                            experiment_real(b.path[j], &end_column) ||
                        experiment_real(b.path[j], &begin_column) >=
                            experiment_real(b.path[i], &end_column));
    }
    plan_free(&b.p);
}

/* Springs of omega 1, 2, 3, 4 in their second turn: fine, killed, hanging, fine. */
static trama_status end_somehow(const task_bench *with, bundle *results, trama_error *error)
{
    static const char name[] = "model.omega = ";
    const double omega = strtod(strstr(with->the_case->resolved, name) + strlen(name), NULL);
    (void)error;
    with->turns->next(with->turns);
    if (omega == 2.0)
        raise(SIGKILL);
    while (omega == 3.0)
        pause();
    with->turns->next(with->turns);
    bundle_put_text(results, &column_case_status, "ok");
    return TRAMA_OK;
}
static const task_type task_somehow = {.name = "somehow", .exclusive = true, .run = end_somehow};

static void a_case_that_dies_in_its_turn_does_not_keep_it(void **state)
{
    (void)state;
    static const char *const expected[] = {"ok", "crashed", "timeout", "ok"};
    bench b;
    write_many(4, "experiment: many\nlimits: {timeout: 2}\n");
    run(&b, "many.yaml", "dies", &task_somehow);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(experiment_text(b.path[i], &column_case_status), expected[i]);
    plan_free(&b.p);
}

static trama_status take_one(const task_bench *with, bundle *results, trama_error *error)
{
    (void)error;
    bundle_put_integers(results, &column_sample_turn,
                        (const int64_t[]){with->turns->next(with->turns)}, 1);
    bundle_put_text(results, &column_case_status, "ok");
    return TRAMA_OK;
}
static const task_type task_one = {.name = "one", .exclusive = true, .run = take_one};

/* 64 processes at a time; the numbers of turns begin anew in the second group. */
static void more_cases_than_may_live_at_once_run_in_groups(void **state)
{
    (void)state;
    bench b;
    write_many(CASES_MAX, "experiment: many\n");
    run(&b, "many.yaml", "groups", &task_one);
    size_t second = 0;
    for (size_t i = 0; i < CASES_MAX; i++) {
        assert_string_equal(experiment_text(b.path[i], &column_case_status), "ok");
        second +=
            experiment_real(b.path[i], &column_sample_turn) < 64; /* second turns of 6 cases */
    }
    assert_int_equal(second, 6);
    plan_free(&b.p);
}

/* --- what is recorded --- */

static void every_sample_tells_what_else_went_on(void **state)
{
    (void)state;
    static const char *const reals[] = {"/timing/sample", "/timing/start", "/timing/processor_time",
                                        "/timing/clock_before", "/timing/clock_after"};
    bench b;
    write_springs("timing, dt: 0.01, iterations: 200000, repeats: 2, blocks: 2, warmup: 10");
    run(&b, "spring.yaml", "told", NULL);
    bundle r = experiment_read(b.path[0]);
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; i++) {
        const bundle_column *column = bundle_find(&r, reals[i]);
        assert_non_null(column);
        assert_int_equal(column->rows, 4);
        assert_string_equal(column->unit, "s");
        for (size_t s = 0; s < 4; s++)
            assert_true(column->real[s] > 0.0);
    }
    const double *sample = bundle_get(&r, &column_sample)->real;
    const double *own = bundle_get(&r, &column_sample_processor_time)->real;
    const double *clock = bundle_get(&r, &column_sample_clock_before)->real;
    assert_int_equal(bundle_integer(&r, column_sample_iterations.path, -1), 100000);
    for (size_t s = 0; s < 4; s++) {
        /* a process has its processor for no longer than there is; the two clocks are read one
         * after the other: within 1 ms */
        assert_true(own[s] <= 1e5 * sample[s] + 1e-3);
        /* four cycles: 1.2 ns measured at 2.4 to 3.6 GHz */
        assert_true(clock[s] > 2e-10 && clock[s] < 1e-7);
    }
    for (size_t s = 1; s < 4; s++)
        assert_true(bundle_get(&r, &column_sample_start)->real[s] >
                    bundle_get(&r, &column_sample_start)->real[s - 1]);
    bundle_free(&r);
    plan_free(&b.p);
}

static void a_counter_counts_or_says_why_not(void **state)
{
    (void)state;
    bench b;
    write_springs("timing, dt: 0.01, iterations: 1000, repeats: 3");
    run(&b, "spring.yaml", "counters", NULL);
    bundle r = experiment_read(b.path[0]);
    const bundle_column *name = bundle_get(&r, &column_counters_name);
    const bundle_column *said = bundle_get(&r, &column_counters_state);
    assert_int_equal(name->rows, 5);
    for (size_t i = 0; i < name->rows; i++) {
        char path[64];
        snprintf(path, sizeof path, "/timing/counters/%s", name->text[i]);
        const bundle_column *column = bundle_find(&r, path);
        if (strcmp(said->text[i], "counted") == 0) {
            assert_int_equal(column->rows, 3);
        } else {
            assert_null(column);
            assert_true(strncmp(said->text[i], "absent: ", 8) == 0 && said->text[i][8]);
        }
    }
    bundle_free(&r);
    plan_free(&b.p);
}

static void timing_works_without_the_right_to_pin_and_says_so(void **state)
{
    (void)state;
    bench b;
    write_springs("timing, dt: 0.01, iterations: 100, repeats: 2");
    may_pin = false;
    run(&b, "spring.yaml", "unpinned", NULL);
    may_pin = true;
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(experiment_text(b.path[i], &column_case_status), "ok");
        assert_int_equal((int)experiment_real(b.path[i], &column_run_pinned), -1);
        assert_non_null(strstr(experiment_text(b.path[i], &column_case_headline), "; not pinned"));
    }
    plan_free(&b.p);
    run(&b, "spring.yaml", "pinned", NULL);
    assert_true(experiment_real(b.path[0], &column_run_pinned) >= 0.0);
    assert_null(strstr(experiment_text(b.path[0], &column_case_headline), "not pinned"));
    plan_free(&b.p);
}

static void unequal_blocks_are_refused(void **state)
{
    (void)state;
    plan p;
    config_error error;
    char *const files[] = {"spring.yaml"};
    write_springs("timing, dt: 0.01, iterations: 100, blocks: 7");
    assert_false(plan_load(files, 1, NULL, &p, &error));
    assert_non_null(strstr(error.text,
                           "blocks: 100 iterations cannot be divided into 7 equal samples; "
                           "allowed: a divisor of iterations"));
    plan_free(&p);
}

/* A 6 x 6 cloth: an RK4 step makes four evaluations of the force, and a watched step is a step. */
static void a_cost_case_times_the_force_the_step_and_the_watched_step(void **state)
{
    (void)state;
    static const char *const parts[] = {"force", "step", "watched step"};
    bench b;
    static const char watched[] =
        "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}";
    experiment_write("cloth.yaml", experiment_cloth,
                     EDITS(watched, "cost, dt: 0.001, iterations: 400, repeats: 5, warmup: 10",
                           "symplectic_euler", "rk4"));
    run(&b, "cloth.yaml", "cost", NULL);
    bundle r = experiment_read(b.path[0]);
    const bundle_column *part = bundle_get(&r, &column_sample_part);
    double least[3] = {1, 1, 1};
    assert_int_equal(part->rows, 15);
    for (size_t i = 0; i < 15; i++) {
        assert_string_equal(part->text[i], parts[i % 3]);
        const double sample = bundle_get(&r, &column_sample_processor_time)->real[i];
        least[i % 3] = sample < least[i % 3] ? sample : least[i % 3];
    }
    assert_true(bundle_real(&r, column_evaluations_per_iteration.path, 0.0) == 4.0);
    /* processor time, least of five each, as the machine may be busy: a step took 4.3 forces, a
     * watched step 1.2 steps */
    assert_true(least[1] > 1.5 * least[0]);
    assert_true(least[2] > 0.5 * least[1]);
    assert_string_equal(bundle_text(&r, column_case_status.path, ""), "ok");
    bundle_free(&r);
    plan_free(&b.p);
}

/* Both processors are pinned to where there are two; the sheet moves as with one. */
static void a_timing_case_works_with_the_threads_it_names(void **state)
{
    (void)state;
    static const char *const one = "timing, dt: 0.001, iterations: 40, repeats: 2, warmup: 0";
    static const char *const two =
        "timing, dt: 0.001, iterations: 40, repeats: 2, warmup: 0, threads: 2";
    static const char watched[] =
        "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}";
    bench b;
    for (int64_t threads = 1; threads <= 2; threads++) {
        experiment_write("cloth.yaml", experiment_cloth,
                         EDITS(watched, threads == 1 ? one : two, "[6, 6]", "[40, 30]"));
        run(&b, "cloth.yaml", threads == 1 ? "one" : "two", NULL);
        bundle r = experiment_read(b.path[0]);
        assert_string_equal(bundle_text(&r, column_case_status.path, ""), "ok");
        assert_int_equal(bundle_integer(&r, column_run_threads.path, 0), threads);
        assert_true(bundle_real(&r, column_sample_processor_time.path, 0.0) >= 0.0);
        bundle_free(&r);
        plan_free(&b.p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_taken_in_turns_in_a_new_order_each_round),
        cmocka_unit_test(only_its_own_turns_count_against_a_case),
        cmocka_unit_test(a_case_that_dies_in_its_turn_does_not_keep_it),
        cmocka_unit_test(more_cases_than_may_live_at_once_run_in_groups),
        cmocka_unit_test(every_sample_tells_what_else_went_on),
        cmocka_unit_test(a_counter_counts_or_says_why_not),
        cmocka_unit_test(timing_works_without_the_right_to_pin_and_says_so),
        cmocka_unit_test(unequal_blocks_are_refused),
        cmocka_unit_test(a_timing_case_works_with_the_threads_it_names),
        cmocka_unit_test(a_cost_case_times_the_force_the_step_and_the_watched_step),
    };
    record_begin();
    return cmocka_run_group_tests_name("timing", tests, folder_enter, folder_leave);
}
