/* A task: a measurement on a case. One const table each; to add a task, write its file and a line
 * in tasks.def. */
#ifndef TASK_TASK_H
#define TASK_TASK_H

#include "case/case.h"
#include "core/field.h"
#include "core/registry.h"
#include "core/status.h"
#include "results/columns/columns.h"
#include "system.h"

typedef struct task_journal task_journal; /* task/journal.h */

/* A group of a task's parameters: a Field table, its offset in the struct, and its key in the
 * configuration (NULL: in the task's own mapping). */
typedef struct task_part {
    const char *key;
    const trama_fields *fields;
    size_t offset;
} task_part;

enum { TASK_PARTS_MAX = 6 };

/* Turns of the machine. Cases that measure time exist at the same time, but only one works at a
 * time. Between two samples a case gives the others a turn, so that a slow period affects all of
 * them. */
typedef struct task_turns task_turns;
struct task_turns {
    long (*next)(task_turns *turns); /* ends this turn, waits for the next; returns its number,
                                        counted over all cases from 0 */
    double waited;                   /* s between turns so far */
};

/* Input of a task; made once per case, in the case's own process. */
typedef struct task_bench {
    const plan_case *the_case;
    trama_system *system;
    trama_integrator *integrator;
    int processor;         /* to which the process is pinned; -1: none */
    task_turns *turns;     /* of an exclusive task; NULL: no other case takes turns */
    task_journal *journal; /* of the case; NULL if the case cannot be resumed */
} task_bench;

struct task_type {
    const char *name, *summary;
    unsigned version; /* part of a case's identity */
    bool exclusive;   /* measures time, so must run alone on the machine: pinned, in turns */
    size_t size;      /* of the parameters */
    task_part part[TASK_PARTS_MAX]; /* ends with fields NULL */
    /* Refuses at plan time errors that the tables cannot detect; may be NULL. error->path is below
       the case. */
    trama_status (*check)(const plan_case *c, const trama_system *system, trama_error *error);
    /* Threads of a case of an exclusive task; NULL: one. Other tasks get their threads from the
     * run. */
    long (*threads)(const plan_case *c);
    /* Measures; adds columns below /result, /timing, /frames, and /case/status, /case/headline. */
    trama_status (*run)(const task_bench *bench, bundle *results, trama_error *error);
};

/* The registry of task_type, in the order of tasks.def. */
extern const trama_registry task_registry;

#endif
