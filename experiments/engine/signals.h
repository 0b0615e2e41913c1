/* Signals that end the program: SIGINT (Ctrl-C), SIGTERM, SIGHUP (its terminal is gone) and SIGPIPE
 * (nobody reads its output). They are blocked from the first line of main, so that none is lost
 * between two handlers. After that they end the program at once; while cases run they are only
 * noted, and the program ends in order. A signal that was ignored when the program was started, as
 * under nohup, stays ignored. */
#ifndef ENGINE_SIGNALS_H
#define ENGINE_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Blocks them, and SIGCHLD; they are noted when they are unblocked (signals_let_in). No effect if
 * they are blocked already. */
void signals_hold(void);

/* From now on they end the program at once, with this message on stderr and this exit code; SIGPIPE
 * ends it without a message. No work may be half-done. */
void signals_end_at_once(const char *message, int code);

/* Restores what they did before signals_hold, and forgets the noted ones. */
void signals_release(void);

/* --- while they are blocked --- */

/* True once one has come, pending ones included. */
bool signals_came(void);

/* True if a child may have ended since the last call. */
bool signals_child_came(void);

/* The mask for waiting (ppoll), under which they are delivered and end the waiting. */
sigset_t signals_let_in(void);

#endif
