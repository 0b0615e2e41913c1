#include "engine/mpi/ranks.h"
#include "engine/crew.h"
#include "engine/engine.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What ranks say to one another, as tags. */
enum {
    HELLO,   /* to the first: a rank and the plan that it sees */
    CASE,    /* from the first: a case to be run */
    ALONE,   /* from the first: a case to be run alone, after... */
    GO,      /* from the first: ...all of them were said */
    ENDED,   /* to the first: how a case ended */
    STOPPED, /* to the first: the rank can run no more */
    LEAVE,   /* from the first: there is nothing more to do */
};

typedef struct hello {
    unsigned long long plan; /* 0: it could not read it */
    int leads;               /* the rank is the first of its machine */
    char machine[64];
} hello;

typedef struct ended {
    size_t number;
    char status[32], headline[256];
    double seconds;
} ended;

static struct {
    int rank, size;
    bool leads; /* this rank is the first of its machine */
    bool said_hello;
    hello *others; /* of the first rank: what each has said; leads < 0: nothing yet */
} self;

/* Who waits must not take the processor from the cases: MPI's own waiting would. */
static const double pause_least = 2e-5, pause_most = 5e-3; /* s */

/* --- messages --- */

static void say(int rank, int tag, const void *bytes, size_t size)
{
    MPI_Send(bytes, (int)size, MPI_BYTE, rank, tag, MPI_COMM_WORLD);
}

static bool is_there(int rank, int tag, MPI_Status *status)
{
    int there = 0;
    MPI_Iprobe(rank, tag, MPI_COMM_WORLD, &there, status);
    return there != 0;
}

static void hear(const MPI_Status *status, void *bytes, size_t size)
{
    MPI_Recv(bytes, (int)size, MPI_BYTE, status->MPI_SOURCE, status->MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

static void say_hello(unsigned long long digest)
{
    hello mine = {.plan = digest, .leads = self.leads};
    char name[MPI_MAX_PROCESSOR_NAME];
    int length;
    MPI_Get_processor_name(name, &length);
    snprintf(mine.machine, sizeof mine.machine, "%.63s", name);
    say(0, HELLO, &mine, sizeof mine);
    self.said_hello = true;
}

/* The first rank waits until every other has said what it sees. */
static void hear_hellos(void)
{
    for (int rank = 1; rank < self.size; rank++)
        if (self.others[rank].leads < 0)
            MPI_Recv(&self.others[rank], (int)sizeof(hello), MPI_BYTE, rank, HELLO, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
}

/* --- the first rank --- */

typedef struct manager {
    const engine_job *jobs;
    size_t count;
    const engine_options *options;
    crew own;              /* this rank's process */
    const engine_job **at; /* what each other rank works on; NULL: nothing */
    size_t busy;           /* ranks of them that work */
    double pause;
    bool stopped; /* a rank can run no more */
} manager;

static bool is_stopped(const manager *m)
{
    return m->stopped || crew_is_stopped(&m->own);
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

/* True if a rank had something to say. */
static bool listen(manager *m)
{
    MPI_Status status;
    ended e;
    if (is_there(MPI_ANY_SOURCE, STOPPED, &status)) {
        hear(&status, NULL, 0);
        m->stopped = true;
    }
    if (!is_there(MPI_ANY_SOURCE, ENDED, &status))
        return false;
    hear(&status, &e, sizeof e);
    tell_end(m, job_of(m, e.number), &e);
    if (m->at[status.MPI_SOURCE]) {
        m->at[status.MPI_SOURCE] = NULL;
        m->busy--;
    }
    return true;
}

/* Until something has happened, longer and longer. */
static void wait_a_while(manager *m)
{
    const size_t before = m->own.busy;
    crew_wait(&m->own, m->pause);
    crew_let_signals_in(&m->own);
    m->pause = listen(m) || m->own.busy != before ? pause_least : 2.0 * m->pause;
    m->pause = m->pause > pause_most ? pause_most : m->pause;
}

/* A rank that has nothing to do, 0 if this one has not, or -1. */
static int idle_rank(const manager *m)
{
    for (int rank = 1; rank < self.size; rank++)
        if (!m->at[rank])
            return rank;
    return m->own.busy == 0 ? 0 : -1;
}

static void give(manager *m, int rank, const engine_job *job)
{
    if (rank == 0) {
        if (!crew_give(&m->own, crew_idle(&m->own), job, false))
            return;
    } else {
        say(rank, CASE, &job->number, sizeof job->number);
        m->at[rank] = job;
        m->busy++;
    }
    if (m->options->started)
        m->options->started(m->options->context, job);
}

static void run_shared(manager *m)
{
    size_t next = 0;
    while ((next < m->count || m->busy + m->own.busy > 0) && !is_stopped(m)) {
        while (next < m->count && m->jobs[next].the_case->task->exclusive)
            next++;
        const int rank = next < m->count ? idle_rank(m) : -1;
        if (rank >= 0)
            give(m, rank, &m->jobs[next++]);
        else
            wait_a_while(m);
    }
}

/* --- cases that must have a machine alone --- */

/* The machine, as the rank that leads it, for experiment number `index`: one after the other. */
static int leader_for(size_t index)
{
    size_t leaders = 1;
    for (int rank = 1; rank < self.size; rank++)
        leaders += self.others[rank].leads > 0;
    size_t wanted = index % leaders;
    int rank = 0;
    while (wanted > 0)
        wanted -= self.others[++rank].leads > 0;
    return rank;
}

/* Gives every exclusive case to the machine of its experiment: those of this rank in *own, how many
 * are elsewhere in the return value. */
static size_t spread(const manager *m, engine_job *own, size_t *own_count)
{
    const plan_experiment *experiment = NULL;
    size_t experiments = 0, elsewhere = 0;
    for (size_t i = 0; i < m->count; i++) {
        const engine_job *job = &m->jobs[i];
        if (!job->the_case->task->exclusive)
            continue;
        experiments += job->the_case->experiment != experiment;
        experiment = job->the_case->experiment;
        const int rank = leader_for(experiments - 1);
        if (rank == 0) {
            own[(*own_count)++] = *job;
            continue;
        }
        say(rank, ALONE, &job->number, sizeof job->number);
        elsewhere++;
    }
    for (int rank = 1; rank < self.size; rank++)
        if (self.others[rank].leads > 0)
            say(rank, GO, NULL, 0);
    return elsewhere;
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

static void note_start(void *context, const engine_job *job)
{
    const manager *m = context;
    if (m->options->started)
        m->options->started(m->options->context, job_of(m, job->number));
}

/* This rank's processes for the others' are gone by now, and its crew rests. */
static engine_status run_alone(manager *m)
{
    engine_job *own = calloc(m->count + 1, sizeof *own);
    if (!own)
        return ENGINE_IO;
    size_t count = 0;
    const engine_options options = {.workers = 1,
                                    .seed = m->options->seed,
                                    .started = note_start,
                                    .ended = note_end,
                                    .context = m};
    size_t elsewhere = spread(m, own, &count);
    engine_status status = count > 0 ? pool_run(own, count, &options) : ENGINE_DONE;
    free(own);
    if (status != ENGINE_DONE || !crew_begin(&m->own, 1, m->jobs, m->options))
        return status;
    while (elsewhere > 0 && !is_stopped(m)) {
        crew_wait(&m->own, 10.0 * pause_most);
        crew_let_signals_in(&m->own);
        while (elsewhere > 0 && listen(m))
            elsewhere--;
    }
    crew_end(&m->own);
    return m->stopped ? ENGINE_IO : crew_status(&m->own);
}

/* --- the engine, on the first rank --- */

static bool all_see_the_same(unsigned long long digest)
{
    hear_hellos();
    for (int rank = 1; rank < self.size; rank++) {
        if (self.others[rank].plan == digest)
            continue;
        fprintf(stderr,
                "trama run: rank %d on %s does not see the same cases: the configuration there "
                "%s\n",
                rank, self.others[rank].machine,
                self.others[rank].plan ? "differs" : "cannot be read");
        return false;
    }
    return true;
}

static engine_status run_all(manager *m)
{
    if (!crew_begin(&m->own, 1, m->jobs, m->options))
        return ENGINE_IO;
    run_shared(m);
    crew_end(&m->own);
    const engine_status status = m->stopped ? ENGINE_IO : crew_status(&m->own);
    return status == ENGINE_DONE ? run_alone(m) : status;
}

static engine_status manage(const engine_job *jobs, size_t count, const engine_options *options)
{
    manager m = {.jobs = jobs, .count = count, .options = options, .pause = pause_least};
    if (!all_see_the_same(options->plan))
        return ENGINE_IO;
    m.at = calloc((size_t)self.size, sizeof *m.at);
    if (!m.at)
        fprintf(stderr, "trama: out of memory\n");
    const engine_status status = m.at ? run_all(&m) : ENGINE_IO;
    free(m.at);
    return status;
}

/* --- the engine, on the others --- */

typedef struct server {
    const engine_job *jobs; /* every case of the plan, at its number */
    size_t count;
    const engine_options *options;
    crew own;
    engine_job *alone; /* those that this machine is to run alone */
    size_t alone_count;
    bool left;
} server;

static void report_end(void *context, const engine_end *end)
{
    (void)context;
    ended e = {.number = end->job->number, .seconds = end->seconds};
    memcpy(e.status, end->status, sizeof e.status);
    memcpy(e.headline, end->headline, sizeof e.headline);
    say(0, ENDED, &e, sizeof e);
}

static bool take_number(const MPI_Status *status, const server *s, size_t *number)
{
    hear(status, number, sizeof *number);
    return *number < s->count;
}

static void serve_alone(server *s)
{
    const engine_options options = {.workers = 1, .seed = s->options->seed, .ended = report_end};
    crew_end(&s->own);
    if (s->alone_count > 0 && pool_run(s->alone, s->alone_count, &options) == ENGINE_IO)
        say(0, STOPPED, NULL, 0);
    s->alone_count = 0;
    if (!crew_begin(&s->own, 1, s->jobs, s->options))
        s->left = true;
}

/* One message of the first rank, if there is one. */
static bool obey(server *s)
{
    MPI_Status status;
    size_t number;
    if (!is_there(0, MPI_ANY_TAG, &status))
        return false;
    switch (status.MPI_TAG) {
    case CASE:
        if (take_number(&status, s, &number))
            crew_give(&s->own, crew_idle(&s->own), &s->jobs[number], false);
        return true;
    case ALONE:
        if (take_number(&status, s, &number))
            s->alone[s->alone_count++] = s->jobs[number];
        return true;
    case GO:
        hear(&status, NULL, 0);
        serve_alone(s);
        return true;
    default:
        hear(&status, NULL, 0);
        s->left = true;
        return true;
    }
}

static void serve_until_the_end(server *s)
{
    double pause = pause_least;
    bool stopped = false;
    while (!s->left) {
        const size_t before = s->own.busy;
        crew_wait(&s->own, pause);
        crew_let_signals_in(&s->own);
        pause = obey(s) || s->own.busy != before ? pause_least : 2.0 * pause;
        pause = pause > 10.0 * pause_most ? 10.0 * pause_most : pause;
        if (!stopped && s->own.io_failed)
            say(0, STOPPED, NULL, 0);
        stopped = stopped || s->own.io_failed;
    }
}

static bool serve(const engine_job *jobs, size_t count, const engine_options *options)
{
    engine_options reporting = *options;
    reporting.ended = report_end;
    reporting.started = NULL;
    server s = {.jobs = jobs, .count = count, .options = &reporting};
    if (self.rank == 0)
        return false;
    s.alone = calloc(count + 1, sizeof *s.alone);
    const bool ready = s.alone && crew_begin(&s.own, 1, jobs, &reporting);
    say_hello(ready ? options->plan : 0);
    if (ready) {
        serve_until_the_end(&s);
        crew_end(&s.own);
    }
    free(s.alone);
    return true;
}

/* --- begin and end --- */

static const engine ranks = {.run = manage, .serve = serve};

void ranks_begin(int *argc, char ***argv)
{
    MPI_Comm machine;
    int on_machine;
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &self.size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &on_machine);
    MPI_Comm_free(&machine);
    self.leads = on_machine == 0;
    self.others = calloc((size_t)self.size, sizeof *self.others);
    if (!self.others) {
        MPI_Abort(MPI_COMM_WORLD, 4);
        return;
    }
    for (int rank = 0; rank < self.size; rank++)
        self.others[rank].leads = -1;
    engine_use(&ranks);
}

bool ranks_is_first(void)
{
    return self.rank == 0;
}

void ranks_end(void)
{
    if (self.rank == 0) {
        hear_hellos();
        for (int rank = 1; rank < self.size; rank++)
            say(rank, LEAVE, NULL, 0);
    } else if (!self.said_hello) { /* it did not come to serve */
        MPI_Status status;
        say_hello(0);
        MPI_Probe(0, LEAVE, MPI_COMM_WORLD, &status);
        hear(&status, NULL, 0);
    }
    free(self.others);
    self.others = NULL;
    MPI_Finalize();
}
