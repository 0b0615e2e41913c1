/* The first rank: it distributes the cases to all ranks, itself included, and collects how they
 * end. */
#include "engine/mpi/internal.h"
#include "engine/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct manager {
    const engine_job *jobs;
    size_t count;
    const engine_options *options;
    workers own;           /* this rank's process */
    const engine_job **at; /* what each other rank works on; NULL: nothing */
    size_t busy;           /* ranks of them that work */
    size_t open;           /* cases of theirs whose files do not stand yet */
    double pause;
    engine_status stopped; /* why a rank can run no more; ENGINE_DONE: all can */
} manager;

static bool is_stopped(const manager *m)
{
    return m->stopped != ENGINE_DONE || workers_is_stopped(&m->own);
}

static engine_status status_of(const manager *m)
{
    const engine_status own = workers_status(&m->own);
    return own != ENGINE_DONE ? own : m->stopped;
}

static int by_number(const void *number, const void *job)
{
    const size_t wanted = *(const size_t *)number, has = ((const engine_job *)job)->number;
    return (wanted > has) - (wanted < has);
}

/* They stand in order of number. */
static const engine_job *job_of(const manager *m, size_t number)
{
    return bsearch(&number, m->jobs, m->count, sizeof *m->jobs, by_number);
}

static void tell_end(manager *m, const engine_job *job, const ended *e)
{
    engine_end end = {.job = job, .seconds = e->seconds};
    memcpy(end.status, e->status, sizeof end.status);
    memcpy(end.headline, e->headline, sizeof end.headline);
    if (job && m->options->ended)
        m->options->ended(m->options->context, &end);
}

/* --- what other ranks say --- */

static void hear_stopped(void *whom, const MPI_Status *status)
{
    manager *m = whom;
    message_hear(status, &m->stopped, sizeof m->stopped);
}

static void hear_free(void *whom, const MPI_Status *status)
{
    manager *m = whom;
    message_hear(status, NULL, 0);
    if (m->options->left)
        m->options->left(m->options->context, m->at[status->MPI_SOURCE]);
    m->at[status->MPI_SOURCE] = NULL;
    m->busy--;
}

static void hear_ended(void *whom, const MPI_Status *status)
{
    manager *m = whom;
    ended e;
    message_hear(status, &e, sizeof e);
    m->open--;
    tell_end(m, job_of(m, e.number), &e);
}

/* True if a rank had something to say. */
static bool listen(manager *m)
{
    static const message_handler handlers[] = {
        {STOPPED, hear_stopped}, {FREE, hear_free}, {ENDED, hear_ended}};
    return message_handle(MPI_ANY_SOURCE, handlers, sizeof handlers / sizeof handlers[0], m);
}

/* --- cases that share the machines --- */

/* Until something has happened, longer and longer. */
static void wait_a_while(manager *m)
{
    const size_t before = m->own.busy;
    workers_wait(&m->own, m->pause);
    m->pause = listen(m) || m->own.busy != before ? MESSAGE_PAUSE_LEAST : 2.0 * m->pause;
    m->pause = m->pause > MESSAGE_PAUSE_MOST ? MESSAGE_PAUSE_MOST : m->pause;
}

/* A rank that has nothing to do, 0 if this one has not, or -1. */
static int idle_rank(const manager *m)
{
    for (int rank = 1; rank < ranks_me.size; rank++)
        if (!m->at[rank])
            return rank;
    return m->own.busy == 0 ? 0 : -1;
}

static void give(manager *m, int rank, const engine_job *job)
{
    if (rank == 0) {
        if (!workers_give(&m->own, workers_idle(&m->own), job, false))
            return;
    } else {
        message_say(rank, CASE, &job->number, sizeof job->number);
        m->at[rank] = job;
        m->busy++;
        m->open++;
    }
    if (m->options->started)
        m->options->started(m->options->context, job);
}

/* The first from `next` on that is no exclusive one. */
static size_t next_shared(const manager *m, size_t next)
{
    while (next < m->count && m->jobs[next].the_case->task->exclusive)
        next++;
    return next;
}

static void give_all(manager *m)
{
    for (size_t next = next_shared(m, 0); next < m->count && !is_stopped(m);) {
        const int rank = idle_rank(m);
        if (rank >= 0) {
            give(m, rank, &m->jobs[next]);
            next = next_shared(m, next + 1);
        } else {
            wait_a_while(m);
        }
    }
}

static void run_shared(manager *m)
{
    give_all(m);
    while (m->busy + m->own.busy > 0 && !is_stopped(m))
        wait_a_while(m);
    workers_commit(&m->own);
    for (int rank = 1; rank < ranks_me.size; rank++)
        message_say(rank, COMMIT, NULL, 0);
    while (m->open > 0 && !is_stopped(m))
        wait_a_while(m);
}

/* --- cases that must have a machine alone --- */

/* The machine, as the rank that leads it, for experiment number `index`: one after the other. */
static int leader_for(size_t index)
{
    size_t leaders = 1;
    for (int rank = 1; rank < ranks_me.size; rank++)
        leaders += ranks_me.others[rank].leads > 0;
    size_t wanted = index % leaders;
    int rank = 0;
    while (wanted > 0)
        wanted -= ranks_me.others[++rank].leads > 0;
    return rank;
}

/* Gives every exclusive case to the machine of its experiment; those of this rank are in *own, and
 * how many they are is returned. */
static size_t spread(manager *m, engine_job *own)
{
    const plan_experiment *experiment = NULL;
    size_t experiments = 0, count = 0;
    for (size_t i = 0; i < m->count; i++) {
        const engine_job *job = &m->jobs[i];
        if (!job->the_case->task->exclusive)
            continue;
        experiments += job->the_case->experiment != experiment;
        experiment = job->the_case->experiment;
        const int rank = leader_for(experiments - 1);
        if (rank == 0) {
            own[count++] = *job;
            continue;
        }
        message_say(rank, ALONE, &job->number, sizeof job->number);
        m->open++;
    }
    for (int rank = 1; rank < ranks_me.size; rank++)
        if (ranks_me.others[rank].leads > 0)
            message_say(rank, GO, NULL, 0);
    return count;
}

static void note_end(void *context, const engine_end *end)
{
    manager *m = context;
    if (m->options->ended) {
        engine_end own = *end;
        own.job = job_of(m, end->job->number);
        m->options->ended(m->options->context, &own);
    }
}

static void note_left(void *context, const engine_job *job)
{
    const manager *m = context;
    if (m->options->left)
        m->options->left(m->options->context, job_of(m, job->number));
}

static void note_start(void *context, const engine_job *job)
{
    const manager *m = context;
    if (m->options->started)
        m->options->started(m->options->context, job_of(m, job->number));
}

/* This rank's processes for the others' are gone by now, and its workers rests. */
static engine_status run_alone(manager *m)
{
    engine_job *own = calloc(m->count + 1, sizeof *own);
    if (!own)
        return ENGINE_IO;
    const engine_options options = {.workers = 1,
                                    .seed = m->options->seed,
                                    .started = note_start,
                                    .left = note_left,
                                    .ended = note_end,
                                    .context = m};
    const size_t count = spread(m, own);
    engine_status status = count > 0 ? pool_run(own, count, &options) : ENGINE_DONE;
    free(own);
    if (status != ENGINE_DONE || !workers_begin(&m->own, 1, m->jobs, m->options))
        return status;
    while (m->open > 0 && !is_stopped(m)) {
        workers_wait(&m->own, 10.0 * MESSAGE_PAUSE_MOST);
        while (listen(m))
            ;
    }
    workers_end(&m->own);
    return status_of(m);
}

/* --- the engine --- */

static bool all_see_the_same(unsigned long long digest)
{
    ranks_hear_hellos();
    for (int rank = 1; rank < ranks_me.size; rank++) {
        if (ranks_me.others[rank].plan == digest)
            continue;
        fprintf(stderr,
                "trama run: rank %d on %s has other cases: the configuration, the program or a "
                "plugin there %s\n",
                rank, ranks_me.others[rank].machine,
                ranks_me.others[rank].plan ? "differs" : "cannot be read");
        return false;
    }
    return true;
}

static engine_status run_all(manager *m)
{
    if (!workers_begin(&m->own, 1, m->jobs, m->options))
        return ENGINE_IO;
    run_shared(m);
    workers_end(&m->own);
    const engine_status status = status_of(m);
    return status == ENGINE_DONE ? run_alone(m) : status;
}

engine_status ranks_manage(const engine_job *jobs, size_t count, const engine_options *options)
{
    manager m = {.jobs = jobs, .count = count, .options = options, .pause = MESSAGE_PAUSE_LEAST};
    if (!all_see_the_same(options->plan))
        return ENGINE_IO;
    m.at = calloc((size_t)ranks_me.size, sizeof *m.at);
    if (!m.at)
        fprintf(stderr, "trama: out of memory\n");
    const engine_status status = m.at ? run_all(&m) : ENGINE_IO;
    free(m.at);
    return status;
}
