/* All other ranks: each runs the cases that the first rank sends. */
#include "engine/mpi/internal.h"
#include "engine/workers.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct server {
    const engine_job *jobs; /* every case of the plan, at its number */
    size_t count;
    const engine_options *options;
    workers own;
    engine_job *alone; /* those that this machine is to run alone */
    size_t alone_count;
    bool working;       /* at a case that the first rank gave it */
    bool stopped, left; /* it has said so; it was told so */
} server;

static void report_end(void *context, const engine_end *end)
{
    (void)context;
    ended e = {.number = end->job->number, .seconds = end->seconds};
    memcpy(e.status, end->status, sizeof e.status);
    memcpy(e.headline, end->headline, sizeof e.headline);
    message_say(0, ENDED, &e, sizeof e);
}

static bool take_number(const MPI_Status *status, const server *s, size_t *number)
{
    message_hear(status, number, sizeof *number);
    return *number < s->count;
}

static void serve_alone(server *s)
{
    const engine_options options = {.workers = 1, .seed = s->options->seed, .ended = report_end};
    workers_end(&s->own);
    const engine_status status =
        s->alone_count > 0 ? pool_run(s->alone, s->alone_count, &options) : ENGINE_DONE;
    if (status != ENGINE_DONE)
        message_say(0, STOPPED, &status, sizeof status);
    s->alone_count = 0;
    if (!workers_begin(&s->own, 1, s->jobs, s->options))
        s->left = true;
}

/* --- what the first rank says --- */

static void obey_case(void *whom, const MPI_Status *status)
{
    server *s = whom;
    size_t number;
    if (take_number(status, s, &number))
        s->working = workers_give(&s->own, workers_idle(&s->own), &s->jobs[number], false);
}

static void obey_alone(void *whom, const MPI_Status *status)
{
    server *s = whom;
    size_t number;
    if (take_number(status, s, &number))
        s->alone[s->alone_count++] = s->jobs[number];
}

static void obey_go(void *whom, const MPI_Status *status)
{
    message_hear(status, NULL, 0);
    serve_alone(whom);
}

static void obey_commit(void *whom, const MPI_Status *status)
{
    server *s = whom;
    message_hear(status, NULL, 0);
    workers_commit(&s->own);
}

static void obey_leave(void *whom, const MPI_Status *status)
{
    server *s = whom;
    message_hear(status, NULL, 0);
    s->left = true;
}

static bool obey(server *s)
{
    static const message_handler handlers[] = {{CASE, obey_case},
                                               {ALONE, obey_alone},
                                               {GO, obey_go},
                                               {COMMIT, obey_commit},
                                               {LEAVE, obey_leave}};
    return message_handle(0, handlers, sizeof handlers / sizeof handlers[0], s);
}

/* --- the work --- */

/* True if the case that was given has ended. */
static bool say_free(server *s)
{
    if (!s->working || s->own.busy > 0)
        return false;
    s->working = false;
    message_say(0, FREE, NULL, 0);
    return true;
}

static void say_stopped(server *s)
{
    const engine_status status = workers_status(&s->own);
    if (!s->stopped && status != ENGINE_DONE)
        message_say(0, STOPPED, &status, sizeof status);
    s->stopped = s->stopped || status != ENGINE_DONE;
}

/* A workers that is stopped does not wait. */
static void wait_a_while(server *s, double pause)
{
    if (s->stopped)
        nanosleep(&(struct timespec){0, (long)(1e9 * pause)}, NULL);
    else
        workers_wait(&s->own, pause);
}

static void serve_until_the_end(server *s)
{
    double pause = MESSAGE_PAUSE_LEAST;
    while (!s->left) {
        wait_a_while(s, pause);
        const bool freed = say_free(s), obeyed = obey(s);
        pause = freed || obeyed ? MESSAGE_PAUSE_LEAST : 2.0 * pause;
        pause = pause > 10.0 * MESSAGE_PAUSE_MOST ? 10.0 * MESSAGE_PAUSE_MOST : pause;
        say_stopped(s);
    }
}

bool ranks_serve(const engine_job *jobs, size_t count, const engine_options *options)
{
    engine_options reporting = *options;
    reporting.ended = report_end;
    reporting.started = NULL;
    reporting.left = NULL;
    server s = {.jobs = jobs, .count = count, .options = &reporting};
    if (ranks_me.rank == 0)
        return false;
    s.alone = calloc(count + 1, sizeof *s.alone);
    const bool ready = s.alone && workers_begin(&s.own, 1, jobs, &reporting);
    ranks_say_hello(ready ? options->plan : 0);
    if (ready) {
        serve_until_the_end(&s);
        workers_end(&s.own);
    }
    free(s.alone);
    return true;
}
