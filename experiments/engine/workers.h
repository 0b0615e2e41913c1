/* The worker processes. Each place holds one process at a time, and each process works on one case
 * at a time. Short cases of an experiment share a worker process, because a fork would cost more
 * than the case. If a process dies, only its present case is lost; if the process had run other
 * cases before, the case is first tried again in a process of its own. */
#ifndef ENGINE_WORKERS_H
#define ENGINE_WORKERS_H

#include "engine/committer.h"
#include "engine/engine.h"

#include "process/process.h"

typedef struct hand {
    process process;       /* pid 0: none; its line: engine/channel.h, -1: it has closed that */
    const engine_job *job; /* that it works on; NULL: none */
    size_t cases;          /* that the process was given, all of this experiment: */
    const plan_experiment *experiment;
    double born;    /* s: of the process */
    bool in_turns;  /* it has one case, which works by turns */
    bool works;     /* it is working on its case; in turns, it has the turn, */
    double since;   /* s: since then */
    double seconds; /* that the case has taken before; in turns, in its own turns only */
} hand;

typedef struct workers {
    const engine_options *options;
    const engine_job *jobs; /* all that may be assigned */
    hand *hand;
    int *watched; /* a channel for each place; work space */
    size_t places, busy;
    committer committer;
    bool io_failed;
    bool called_off; /* stopped by the program that gives several programs their turns */
} workers;

/* Blocks signals (engine/signals.h), which the caller releases. False without memory. */
bool workers_begin(workers *c, size_t places, const engine_job *jobs,
                   const engine_options *options);
/* Kills the processes that still run, whose cases leave no files, and commits the files that wait.
 */
void workers_end(workers *c);

/* True after an interruption, or if a file could not be written: start no more cases. */
bool workers_is_stopped(const workers *c);
engine_status workers_status(const workers *c);

/* A place without a case, or NULL. */
hand *workers_idle(workers *c);

/* Assigns a case to an idle place. With `in_turns` the case gets a process of its own, which waits
 * for its first turn. A process that works for longer than its experiment's limit is killed, and
 * its case is recorded as a timeout. False, with io_failed, if no process can be made. */
bool workers_give(workers *c, hand *h, const engine_job *job, bool in_turns);

/* Commits the pending files; workers_wait does so when the first has waited a while. */
void workers_commit(workers *c);

/* Waits until a case or a turn ends, an interruption comes, or `seconds` have passed (negative: no
 * limit), and calls options->ended for the cases whose files are complete. */
void workers_wait(workers *c, double seconds);

/* Runs one turn of a case; no other case works. After the last turn, or if the process has ended,
 * the place is idle. */
void workers_turn(workers *c, hand *h, long number);

#endif
