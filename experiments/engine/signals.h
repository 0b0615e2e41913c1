/* Signals that end the program: SIGINT (Ctrl-C), SIGTERM, SIGHUP (its terminal is gone) and SIGPIPE
 * (nobody reads its output). They are held from the first line of main, so that none is lost
 * between two handlers. Then they end the program at once. While cases run they are only noted, so
 * that the program ends in order. A signal that was ignored when the program was started, as under
 * nohup, stays ignored. */
#ifndef ENGINE_SIGNALS_H
#define ENGINE_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Holds them, and SIGCHLD: they wait until they are let in, and are noted then. Nothing changes if
 * they are held already. */
void signals_hold(void);

/* From now on they end the program at once, with this message on stderr and this exit code; but
 * SIGPIPE silently, as of any program. Nothing may be half-done. */
void signals_end_at_once(const char *message, int code);

/* From now on they do what they did before the program held them, and none was noted. */
void signals_release(void);

/* --- while they are held --- */

/* True once one has come; lets in what waits. */
bool signals_came(void);

/* True if a child may have ended since this was asked last. */
bool signals_child_came(void);

/* The mask under which to wait for something (ppoll): they come in then, and end the waiting. */
sigset_t signals_let_in(void);

#endif
