/* The request of a run, and the pending cases: those that have no current result. */
#ifndef COMMAND_PENDING_CASES_H
#define COMMAND_PENDING_CASES_H

#include "command/tally.h"
#include "engine/engine.h"

typedef struct request {
    const char *folder, *only, *again;
    long workers, threads;
    int dry, verbose, quiet, every;
    long shard, shards;  /* this run's cases: part `shard` of `shards`; 1 of 1: all */
    bool only_exclusive; /* cases that must run alone, which no shard runs */
    bool gathers;        /* the experiment also contains cases of other such runs; it has no plan */
    bool *ended;         /* set when all cases have ended; may be NULL */
    bool unkept;         /* the folder is removed at the end, so nothing can be resumed */
    char **files;
    int file_count;
} request;

/* The pending cases, and counts of those that have results. */
typedef struct pending_cases {
    engine_job *job;
    size_t count;
    size_t standing, stale, bad;
    size_t journals;  /* of `count`: cases that resume an interrupted run */
    tally stood;      /* endings of the cases with results */
    size_t exclusive; /* cases left for a run with only_exclusive */
    bool cut;         /* interrupted before all files were read */
} pending_cases;

/* Makes DIR, DIR/<experiment>, DIR/<experiment>/cases for every experiment of the plan; false, with
 * a line on stderr, on failure. */
bool pending_cases_make_folders(const plan *p, const char *folder);

/* The file of a case. */
void pending_case_path(const request *r, const plan_case *c, char *path, size_t size);

/* Fills *todo with the cases of the request to run; with `make` also makes the folders of their
 * files. Case i of the plan, counted from 0 in the order of `--dry-run`, belongs to shard i mod n +
 * 1 of n. False, with a line on stderr, if a file is in the way. Free with pending_cases_free in
 * any case. */
bool pending_cases_make(const request *r, const plan *p, bool make, pending_cases *todo);
void pending_cases_free(pending_cases *todo);

/* Fills *todo with all cases of the plan, for ranks that run cases assigned by another. */
bool pending_cases_make_whole(const request *r, const plan *p, pending_cases *todo);

/* The number of cases in *todo that have a journal now. */
size_t pending_cases_journals(const pending_cases *todo);

/* The number of cases of the experiments without a file, including those that `only` leaves out. */
size_t pending_cases_missing(const request *r, const plan *p);

/* Writes the study file of each experiment (study/study.h); none if the request gathers cases. */
bool pending_cases_write_studies(const request *r, const plan *p);

/* Makes the missing sidecars (of `todo`), and the index of each experiment. */
bool pending_cases_write_sidecars(const pending_cases *todo);
bool pending_cases_write_indices(const request *r, const plan *p);

/* run.c: runs the plan's pending cases; returns the exit code. From here on an interruption is only
   noted. */
int command_run_plan(const request *r, const plan *p);

#endif
