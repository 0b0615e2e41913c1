/* Cases that measure time run alone, pinned, and in turns, in an order that the seed decides. The
 * tests use tasks of their own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/bench.h"
#include "support/clock.h"
#include "support/experiment.h"
#include "support/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* What the tasks of this test write. */
static const results_column begin_column = {.path = "/result/begin"};

enum { TURNS = 3 };

/* Takes 100 ms in each of its turns, and says when. */
static trama_status take_turns(const task_bench *with, bundle *results, trama_error *error)
{
    (void)error;
    double begin[TURNS], end[TURNS];
    for (size_t i = 0; i < TURNS; i++) {
        if (i > 0)
            with->turns->next(with->turns);
        begin[i] = clock_now();
        clock_sleep(100);
        end[i] = clock_now();
    }
    bundle_add_reals(results, "/result/begin", "s", "begin", begin, TURNS, 1);
    bundle_add_reals(results, "/result/end", "s", "end", end, TURNS, 1);
    bundle_add_text(results, "/case/status", "status", "ok");
    return TRAMA_OK;
}

static trama_status die_in_second_turn(const task_bench *with, bundle *results, trama_error *error)
{
    with->turns->next(with->turns);
    return bench_dies.run(with, results, error);
}

static const task_type task_takes_turns = {.name = "turns", .exclusive = true, .run = take_turns};

static const task_type task_turn_dies = {
    .name = "dies", .exclusive = true, .run = die_in_second_turn};

static bool overlap(const char *a, const char *b)
{
    const double a_begin = experiment_real(a, &begin_column),
                 a_end = experiment_real(a, &column_accuracy_end);
    const double b_begin = experiment_real(b, &begin_column),
                 b_end = experiment_real(b, &column_accuracy_end);
    return a_begin < b_end && b_begin < a_end;
}

/* Says when it begins and ends, and does not end before another has begun. */
static trama_status await_another(const task_bench *with, bundle *results, trama_error *error)
{
    (void)error;
    char path[64];
    snprintf(path, sizeof path, "begun/%s", with->the_case->id);
    bundle_add_real(results, "/result/begin", "s", "begin", clock_now());
    folder_write(path, "");
    experiment_await("begun", "", 2);
    bundle_add_real(results, "/result/end", "s", "end", clock_now());
    bundle_add_text(results, "/case/status", "status", "ok");
    return TRAMA_OK;
}

static const task_type task_long = {.name = "long", .run = await_another};

/* Even cases measure time, odd ones do not; three processes at a time. */
static void cases_that_measure_time_run_alone(void **state)
{
    (void)state;
    enum { CASES = 8 };
    bench b;
    assert_int_equal(mkdir("begun", 0777), 0);
    bench_begin(&b, "alone", CASES, 3);
    for (size_t i = 0; i < CASES; i++)
        b.p.cases[i].task = i % 2 ? &task_long : &bench_alone;
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

static void cases_that_measure_time_are_pinned(void **state)
{
    (void)state;
    bench b;
    bench_begin(&b, "pinned", 2, 2);
    b.p.cases[0].task = &bench_alone;
    b.p.cases[1].task = &bench_shared;
    assert_int_equal(pool_run(b.job, 2, &b.options), ENGINE_DONE);
    assert_int_equal((int)experiment_real(b.path[0], &column_run_pinned), bench_last_processor());
    assert_int_equal((int)experiment_real(b.path[1], &column_run_pinned), -1);
    bench_end(&b);
}

/* The order in which cases began, as their numbers. */
static void order_of(const bench *b, size_t count, char *order)
{
    double begin[BENCH_CASES];
    for (size_t i = 0; i < count; i++)
        begin[i] = experiment_real(b->path[i], &begin_column);
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
            b.p.cases[i].task = &bench_alone;
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
 * the limit of time only a case's own turns count: 0.3 s of 2.5 here, while all take 3. */
static void turns_go_round_one_at_a_time(void **state)
{
    (void)state;
    enum { CASES = 10 };
    turn turns[CASES * TURNS];
    bench b;
    bench_begin(&b, "turns", CASES, 3);
    b.p.experiment[0].timeout = 2.5;
    for (size_t i = 0; i < CASES; i++)
        b.p.cases[i].task = &task_takes_turns;
    assert_int_equal(pool_run(b.job, CASES, &b.options), ENGINE_DONE);
    for (size_t i = 0; i < CASES; i++) {
        assert_string_equal(b.status[i], "ok");
        bundle results = experiment_read(b.path[i]);
        for (size_t k = 0; k < TURNS; k++)
            turns[i * TURNS + k] = (turn){bundle_get(&results, &begin_column)->real[k],
                                          bundle_get(&results, &column_accuracy_end)->real[k], i};
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
    } table[] = {{&task_takes_turns, "ok"},
                 {&task_turn_dies, "crashed"},
                 {&bench_turn_hangs, "timeout"},
                 {&task_takes_turns, "ok"}};
    bench b;
    bench_begin(&b, "round", 4, 2);
    b.p.experiment[0].timeout = 2.0;
    for (size_t i = 0; i < 4; i++)
        b.p.cases[i].task = table[i].task;
    assert_int_equal(pool_run(b.job, 4, &b.options), ENGINE_DONE);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(experiment_text(b.path[i], &column_case_status), table[i].status);
    bench_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_that_measure_time_run_alone),
        cmocka_unit_test(cases_that_measure_time_are_pinned),
        cmocka_unit_test(cases_that_measure_time_run_in_an_order_of_the_seed),
        cmocka_unit_test(turns_go_round_one_at_a_time),
        cmocka_unit_test(a_case_that_ends_in_its_turn_does_not_stop_the_round),
    };
    record_begin();
    return cmocka_run_group_tests_name("engine: turns", tests, folder_enter, folder_leave);
}
