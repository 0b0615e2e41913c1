#include "engine/engine.h"
#include "engine/workers.h"

#include "core/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cases that take turns live at the same time: a bound on their memory together. */
enum { GROUP_MAX = 64 };

static void say_started(const workers *c, const engine_job *job)
{
    if (c->options->started)
        c->options->started(c->options->context, job);
}

/* --- cases that share the machine --- */

static void say_left(const workers *c, const engine_job *job)
{
    if (c->options->left)
        c->options->left(c->options->context, job);
}

static void wait_and_beat(workers *c)
{
    workers_wait(c, c->options->beat ? 1.0 : -1.0);
    if (c->options->beat)
        c->options->beat(c->options->context);
}

static void run_together(workers *c, const engine_job *const *jobs, size_t count)
{
    const size_t most = (size_t)c->options->workers;
    for (size_t next = 0; (next < count || c->busy > 0) && !workers_is_stopped(c);) {
        if (next == count || c->busy == most)
            wait_and_beat(c);
        else if (workers_give(c, workers_idle(c), jobs[next], false))
            say_started(c, jobs[next++]);
    }
    workers_commit(c);
}

/* --- cases that have it alone, in turns --- */

/* Fisher and Yates. */
static void shuffle(void *items, size_t count, size_t size, trama_random *random)
{
    char *item = items, swap[sizeof(hand *)];
    for (size_t i = count; i > 1; i--) {
        const size_t j = (size_t)(trama_random_bits(random) % i);
        memcpy(swap, item + (i - 1) * size, size);
        memcpy(item + (i - 1) * size, item + j * size, size);
        memcpy(item + j * size, swap, size);
    }
}

/* Round after round, in an order of its own each, every case has a turn, until all have ended: a
 * slow spell of the machine meets all of them. */
static void run_group(workers *c, const engine_job *const *jobs, size_t count, trama_random *random)
{
    hand *alive[GROUP_MAX];
    size_t left = 0;
    long turn = 0;
    while (left < count && workers_give(c, &c->hand[left], jobs[left], true)) {
        alive[left] = &c->hand[left];
        left++;
    }
    while (left > 0 && !workers_is_stopped(c)) {
        size_t kept = 0;
        shuffle(alive, left, sizeof *alive, random);
        for (size_t i = 0; i < left && !workers_is_stopped(c); i++) {
            say_started(c, alive[i]->job);
            workers_turn(c, alive[i], turn++);
            if (alive[i]->job) {
                say_left(c, alive[i]->job);
                alive[kept++] = alive[i];
            }
        }
        left = kept;
    }
}

/* The end of the cases from `first` that belong to the same experiment. */
static size_t experiment_end(const engine_job *const *jobs, size_t first, size_t count)
{
    size_t end = first;
    while (end < count && jobs[end]->the_case->experiment == jobs[first]->the_case->experiment)
        end++;
    return end;
}

/* An experiment's cases are compared with one another, and so take turns; those of one that is too
 * large for a group are spread over several at random. */
static void run_alone(workers *c, const engine_job **jobs, size_t count)
{
    trama_random random = {c->options->seed};
    for (size_t i = 0, end; i < count; i = end) {
        end = experiment_end(jobs, i, count);
        shuffle(jobs + i, end - i, sizeof *jobs, &random);
        for (size_t size; i < end && !workers_is_stopped(c); i += size) {
            size = end - i < GROUP_MAX ? end - i : GROUP_MAX;
            run_group(c, jobs + i, size, &random);
        }
    }
}

/* --- both --- */

/* Those that share the machine first; the number of them. */
static size_t arrange(const engine_job *jobs, size_t count, const engine_job **order)
{
    size_t shared = 0, placed = 0;
    for (int exclusive = 0; exclusive < 2; exclusive++) {
        for (size_t i = 0; i < count; i++)
            if (jobs[i].the_case->task->exclusive == (exclusive != 0))
                order[placed++] = &jobs[i];
        shared = exclusive ? shared : placed;
    }
    return shared;
}

engine_status pool_run(const engine_job *jobs, size_t count, const engine_options *options)
{
    const size_t most = (size_t)options->workers;
    workers c;
    const engine_job **order = calloc(count + 1, sizeof *order);
    if (!order || !workers_begin(&c, most > GROUP_MAX ? most : GROUP_MAX, jobs, options)) {
        free(order);
        fprintf(stderr, "trama: out of memory\n");
        return ENGINE_IO;
    }
    const size_t shared = arrange(jobs, count, order);
    run_together(&c, order, shared);
    if (!workers_is_stopped(&c))
        run_alone(&c, order + shared, count - shared);
    workers_end(&c);
    free(order);
    return workers_status(&c);
}
