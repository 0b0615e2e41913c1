/* The processes that cases run in. A crew has places; in each, one process at a time works on one
 * case at a time. Quick cases of an experiment follow one another in one process, as a fork would
 * cost more than they do; a case whose process dies is lost alone, and where others were run in it
 * before, it is first tried again in a process of its own. */
#ifndef ENGINE_CREW_H
#define ENGINE_CREW_H

#include "engine/engine.h"
#include "engine/settler.h"

#include <signal.h>
#include <sys/types.h>

typedef struct hand {
    pid_t pid;             /* 0: no process */
    const engine_job *job; /* that it works on; NULL: none */
    int line;              /* to the process; engine/line.h */
    size_t cases;          /* that the process was given, all of this experiment: */
    const plan_experiment *experiment;
    double born, start; /* s: of the process, of the case */
    double seconds;     /* that the case took; in turns, its own turns alone */
    bool begun;         /* it has had a turn */
} hand;

enum { CREW_SIGNALS = 4 };

typedef struct crew {
    const engine_options *options;
    const engine_job *jobs; /* all that may be given */
    hand *hand;
    int *watched; /* a line for each place; work space */
    size_t places, busy;
    settler settler;
    bool io_failed;
    sigset_t outside; /* the signals that were blocked before */
    struct sigaction before[CREW_SIGNALS];
} crew;

/* Takes SIGINT, SIGTERM, SIGHUP and SIGCHLD over until crew_end. False without memory. */
bool crew_begin(crew *c, size_t places, const engine_job *jobs, const engine_options *options);
/* Ends what still runs, without a trace, and settles what waits. */
void crew_end(crew *c);

/* True once an interruption came, or a file could not be written: nothing more should begin. */
bool crew_is_stopped(const crew *c);
engine_status crew_status(const crew *c);

/* A place without a case, or NULL. */
hand *crew_idle(crew *c);

/* Gives a case to an idle place. With `in_turns` it gets a process of its own, which waits for its
 * first turn. False, with io_failed, if there is no process for it. */
bool crew_give(crew *c, hand *h, const engine_job *job, bool in_turns);

/* Settles the files that wait; crew_wait does so when the first has waited a while. */
void crew_settle(crew *c);

/* Waits until a case ends that does not work in turns, an interruption comes, or `seconds` have
 * passed (negative: no limit), and tells options->ended of those whose files stand. */
void crew_wait(crew *c, double seconds);

/* One turn of a case; nobody else works. After its last one the place is idle. */
void crew_turn(crew *c, hand *h, long number);

/* Delivers what is pending: who always finds a case ended would never wait. */
void crew_let_signals_in(const crew *c);

#endif
