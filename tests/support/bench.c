/* For sched_getaffinity. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/signals.h"
#include "support/bench.h"
#include "support/clock.h"
#include "support/experiment.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void bench_note_start(void *context, const engine_job *job)
{
    bench *b = context;
    (void)job;
    b->started++;
    b->most = b->started - b->left > b->most ? b->started - b->left : b->most;
}

static void note_left(void *context, const engine_job *job)
{
    (void)job;
    ((bench *)context)->left++;
}

static void note_end(void *context, const engine_end *end)
{
    bench *b = context;
    b->ended++;
    strcpy(b->status[end->job - b->job], end->status);
}

void bench_begin(bench *b, const char *folder, size_t count, long workers)
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
    signals_hold();
    if (!plan_load(files, 1, NULL, &b->p, &error))
        fail_msg("%s", error.text);
    assert_int_equal(b->p.case_count, count);
    assert_int_equal(mkdir(folder, 0777), 0);
    for (size_t i = 0; i < count; i++) {
        snprintf(b->path[i], sizeof b->path[i], "%s/%zu.h5", folder, i);
        b->job[i] = (engine_job){&b->p.cases[i], b->path[i], i};
    }
    b->options = (engine_options){.workers = workers,
                                  .seed = 1,
                                  .started = bench_note_start,
                                  .left = note_left,
                                  .ended = note_end,
                                  .context = b};
}

void bench_end(bench *b)
{
    plan_free(&b->p);
    signals_release();
}

/* --- tasks --- */

static trama_status die(const task_bench *with, bundle *results, trama_error *error)
{
    (void)with;
    (void)results;
    (void)error;
    raise(SIGKILL);
    return TRAMA_OK;
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

static trama_status hang_in_second_turn(const task_bench *with, bundle *results, trama_error *error)
{
    with->turns->next(with->turns);
    return hang(with, results, error);
}

static trama_status refuse(const task_bench *with, bundle *results, trama_error *error)
{
    (void)with;
    (void)results;
    return trama_fail(error, TRAMA_BAD_INPUT, "task", "the spring is of omega %d", 5);
}

static trama_status take_time(const task_bench *with, bundle *results, trama_error *error)
{
    (void)with;
    (void)error;
    bundle_add_real(results, "/result/begin", "s", "begin", clock_now());
    clock_sleep(30);
    bundle_add_real(results, "/result/end", "s", "end", clock_now());
    bundle_add_text(results, "/case/status", "status", "ok");
    return TRAMA_OK;
}

const task_type bench_dies = {.name = "die", .run = die};
const task_type bench_hangs = {.name = "hang", .run = hang};
const task_type bench_refuses = {.name = "refuse", .run = refuse};
const task_type bench_turn_hangs = {.name = "hangs", .exclusive = true, .run = hang_in_second_turn};
const task_type bench_shared = {.name = "shared", .run = take_time};
const task_type bench_alone = {.name = "alone", .exclusive = true, .run = take_time};

int bench_last_processor(void)
{
    cpu_set_t allowed;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    int last = -1;
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET((size_t)i, &allowed))
            last = i;
    return last;
}
