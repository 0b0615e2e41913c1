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
    bool only_exclusive; /* those that must run alone, which no shard runs */
    bool gathers; /* cases of other such runs are as much of the experiment: nothing plans it */
    bool *ended;  /* set when all cases have ended; NULL: nobody asks */
    bool unkept;  /* the folder is removed at the end: there is nothing to resume */
    char **files;
    int file_count;
} request;

/* The pending cases, and counts of those that have results. */
typedef struct pending_cases {
    engine_job *job;
    size_t count;
    size_t standing, stale, bad;
    size_t journals;  /* of `count`: cases that continue from where an earlier run was cut short */
    tally stood;      /* how the cases with results have ended */
    size_t exclusive; /* cases that are left to a run of those alone */
    bool cut;         /* an interruption came before all files were read */
} pending_cases;

/* Makes DIR, DIR/<experiment>, DIR/<experiment>/cases for every experiment of the plan; false, with
 * a line on stderr, if one cannot be. */
bool pending_cases_make_folders(const plan *p, const char *folder);

/* The file of a case. */
void pending_case_path(const request *r, const plan_case *c, char *path, size_t size);

/* Fills *todo with the cases of the request that are to be run; with `make` also the folders that
 * their files go to. Case i of the plan, counted from 0 in the order of `--dry-run`, belongs to
 * shard i mod n + 1 of n. False, with a line on stderr, if a file is in the way. Free with
 * pending_cases_free in any case. */
bool pending_cases_make(const request *r, const plan *p, bool make, pending_cases *todo);
void pending_cases_free(pending_cases *todo);

/* Fills *todo with all cases of the plan, for ranks that are told which to run. */
bool pending_cases_make_whole(const request *r, const plan *p, pending_cases *todo);

/* How many of the cases that were to be run have a journal now. */
size_t pending_cases_journals(const pending_cases *todo);

/* How many cases of the experiments have no file, also of those that `only` leaves out. */
size_t pending_cases_missing(const request *r, const plan *p);

/* Writes the study file of each experiment (study/study.h); where the request gathers cases,
 * there is to be none. */
bool pending_cases_write_studies(const request *r, const plan *p);

/* Makes the sidecars that are lacking (of `todo`), and the index of each experiment. */
bool pending_cases_write_sidecars(const pending_cases *todo);
bool pending_cases_write_indices(const request *r, const plan *p);

/* run.c: runs the plan's pending cases; the exit code. From here on an interruption is only noted.
 */
int command_run_plan(const request *r, const plan *p);

#endif
