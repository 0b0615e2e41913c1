/* For sched_setaffinity. */
#define _GNU_SOURCE
#include "engine/child.h"
#include "clock.h"
#include "engine/channel.h"
#include "engine/execute.h"

#include "core/threads.h"

#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

/* --- the processor --- */

/* Pins to the last `count` processors that this process may use: the first of them, or -1 if there
 * are fewer or it may not choose. */
static int pin(size_t count)
{
    cpu_set_t allowed, chosen;
    CPU_ZERO(&chosen);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return -1;
    for (size_t cpu = CPU_SETSIZE; cpu-- > 0;) {
        if (!CPU_ISSET(cpu, &allowed))
            continue;
        CPU_SET(cpu, &chosen);
        if (--count == 0)
            return sched_setaffinity(0, sizeof chosen, &chosen) == 0 ? (int)cpu : -1;
    }
    return -1;
}

/* --- turns --- */

typedef struct channel_turns {
    task_turns turns; /* first: what the task sees */
    int channel;
} channel_turns;

/* A pool that is gone wants nothing written. */
static long take(channel_turns *t)
{
    const double start = seconds_now();
    const long number = channel_take(t->channel);
    if (number < 0)
        _exit(CHILD_IO);
    t->turns.waited += seconds_now() - start;
    return number;
}

static long next_turn(task_turns *turns)
{
    channel_turns *t = (channel_turns *)turns;
    channel_say(t->channel, &(channel_message){0});
    return take(t);
}

static record_status run_in_turns(const engine_job *job, int channel, execute_ending *ending,
                                  record_error *error)
{
    channel_turns t = {.turns.next = next_turn, .channel = channel};
    take(&t);
    t.turns.waited = 0.0;
    const task_type *task = job->the_case->task;
    trama_threads_set(task->threads ? (size_t)task->threads(job->the_case) : 1);
    const int processor = pin(trama_threads());
    const execute_way way = {.pinned = processor, .turns = &t.turns};
    return execute_case(job->the_case, job->path, &way, ending, error);
}

static record_status run_at_once(const engine_job *job, pid_t parent, execute_ending *ending,
                                 record_error *error)
{
    const execute_way way = {.pinned = -1, .owner = (long)parent};
    return execute_case(job->the_case, job->path, &way, ending, error);
}

/* Ends the process unless the case's file stands. */
static void report(int channel, record_status status, const channel_message *message,
                   const record_error *error)
{
    if (status == RECORD_NO_MEMORY)
        _exit(CHILD_NO_MEMORY);
    if (status != RECORD_OK) {
        fprintf(stderr, "%s\n", error->text);
        _exit(CHILD_IO);
    }
    channel_say(channel, message);
}

static void run_each(const engine_job *jobs, int channel, pid_t parent)
{
    for (long next = channel_take(channel); next >= 0; next = channel_take(channel)) {
        record_error error;
        channel_message message = {.is_end = true};
        const record_status status = run_at_once(&jobs[next], parent, &message.ending, &error);
        report(channel, status, &message, &error);
    }
}

static void run_one(const engine_job *job, int channel)
{
    record_error error;
    channel_message message = {.is_end = true};
    const record_status status = run_in_turns(job, channel, &message.ending, &error);
    report(channel, status, &message, &error);
}

void child_run(const child_work *work, int channel)
{
    if (work->in_turns)
        run_one(work->in_turns, channel);
    else
        run_each(work->jobs, channel, work->parent);
}
