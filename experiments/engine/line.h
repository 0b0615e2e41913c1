/* The line between the pool and a worker process. The pool gives the process cases, or turns of one
 * case, and hears how they end. Cases that measure time are processes that exist at the same time;
 * only the one that has the turn works. */
#ifndef ENGINE_LINE_H
#define ENGINE_LINE_H

#include "engine/execute.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* What the process says: that the case has ended and how, or that it gives its turn back. */
typedef struct line_message {
    bool is_end;
    execute_ending ending;
} line_message;

/* The two ends; the pool keeps one, the process the other. False, with errno, if there is none. */
bool line_open(int *pool_end, int *case_end);
void line_close(int end); /* accepts -1 */

/* --- the pool's end --- */

/* Gives case or turn `number`. line_hear finds out whether the process has ended. */
void line_give(int end, long number);

/* Waits until there is something to hear on one of the ends (-1: none there), for a signal that
 * `mask` lets in, or for `seconds` (negative: no limit). How many have something, and the others
 * are -1 now; 0 or less: none has. */
int line_wait(int *ends, size_t count, double seconds, const sigset_t *mask);

/* Does not wait. LINE_ENDED: the process has closed its end, or says what no case says. */
typedef enum line_state { LINE_SILENT, LINE_SAYS, LINE_ENDED } line_state;
line_state line_hear(int end, line_message *message);

/* --- the case's end --- */

/* Waits for a case or a turn: its number, or -1 if there are no more. */
long line_take(int end);
void line_say(int end, const line_message *message);

#endif
