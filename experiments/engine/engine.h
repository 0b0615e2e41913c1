/* An engine runs the pending cases of a plan in processes of their own, and reports how each ends.
 * The local pool is one engine; ranks of MPI are another behind the same interface. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "plan/plan.h"

#include <stdbool.h>

/* A case to run, and the path of its file. */
typedef struct engine_job {
    const plan_case *the_case;
    char *path;
    size_t number; /* of the case in its plan */
} engine_job;

/* In a headline, precedes an interaction's remark on the case's last run. */
#define ENGINE_REMARK "; remark: "

/* How a case ended, as recorded in its file. */
typedef struct engine_end {
    const engine_job *job;
    char status[32];
    char headline[256];
    double seconds;
} engine_end;

/* The seed of `trama run`; the seeds of a case's own random numbers are in its configuration. */
enum { ENGINE_SEED = 1 };

typedef struct engine_options {
    long workers;            /* processes at a time */
    unsigned seed;           /* of the order of exclusive cases */
    unsigned long long plan; /* digest of the plan: engines of several programs compare theirs */
    /* A process begins to work on the case, or on a turn of it; and has stopped, or waits for its
       next turn. */
    void (*started)(void *context, const engine_job *job);
    void (*left)(void *context, const engine_job *job);
    void (*ended)(void *context, const engine_end *end); /* its file is complete */
    void (*beat)(
        void *context); /* NULL; or the local pool calls it each second while no time is measured */
    void *context;
    int outer; /* channel to a program that lets several builds take turns (engine/paired_runs.h);
                * 0: none
                */
} engine_options;

typedef enum engine_status {
    ENGINE_DONE,
    ENGINE_INTERRUPTED, /* SIGINT, SIGTERM, SIGHUP: no file is half-written */
    ENGINE_IO,          /* a file could not be written; one line is on stderr */
} engine_status;

/* The local pool. It runs cases in parallel, and then exclusive cases, pinned to the last allowed
 * processor. The exclusive cases of an experiment exist at the same time, in groups of at most 64.
 * They take turns, one at a time, in a random order each round. Short cases of an experiment share
 * a worker process (engine/workers.h). If a process dies or exceeds its limits, the case is
 * recorded as such, and the other cases continue. */
engine_status pool_run(const engine_job *jobs, size_t count, const engine_options *options);

/* The engine in use: the local pool, unless the program was started as a rank of MPI. */
typedef struct engine {
    /* Jobs in order of number. */
    engine_status (*run)(const engine_job *jobs, size_t count, const engine_options *options);
    /* On a rank that works for another, runs the cases that the other rank assigns, until there are
     * no more; `jobs` are all cases of the plan. Returns false at once on any other rank. NULL:
     * there is one rank. */
    bool (*serve)(const engine_job *jobs, size_t count, const engine_options *options);
} engine;
void engine_use(const engine *e); /* which is kept */
const engine *engine_used(void);

#endif
