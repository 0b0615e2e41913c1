/* The pool at work on tasks of the tests' own. Include after cmocka.h. */
#ifndef SUPPORT_BENCH_H
#define SUPPORT_BENCH_H

#include "engine/engine.h"
#include "plan/plan.h"

enum { BENCH_CASES = 10 };

/* A plan of `count` cases that differ in omega, their jobs, and how they ended. */
typedef struct bench {
    plan p;
    engine_job job[BENCH_CASES];
    char path[BENCH_CASES][64];
    engine_options options;
    size_t started, left, ended;
    size_t most;                  /* that were started and not left, at a time */
    char status[BENCH_CASES][32]; /* by case */
} bench;

/* Files go to `folder`, which is made; `workers` cases at a time. The tasks are the test's to give:
 * b->p.cases[i].task. */
void bench_begin(bench *b, const char *folder, size_t count, long workers);
void bench_end(bench *b);

/* Counts it; options.started unless a test has another. */
void bench_note_start(void *context, const engine_job *job);

/* The values that a task of a test may read are those of stable_step. */
extern const task_type bench_dies;       /* by SIGKILL */
extern const task_type bench_hangs;      /* for ever */
extern const task_type bench_refuses;    /* as bad input, "the spring is of omega 5" */
extern const task_type bench_turn_hangs; /* in its second turn; exclusive */

/* Take 30 ms, and say when, /result/begin and end; the second is exclusive. */
extern const task_type bench_shared, bench_alone;

/* The processor to which cases of one thread that measure time are pinned. */
int bench_last_processor(void);

#endif
