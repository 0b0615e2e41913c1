/* The line between the pool and a case that runs alone. Such cases are processes that all live at
 * once, of which one works at a time: whoever has the turn. The pool gives a turn and waits until
 * it is given back or the process ends. */
#ifndef ENGINE_LINE_H
#define ENGINE_LINE_H

#include "task/task.h"

#include <signal.h>
#include <stdbool.h>

/* The two ends; the pool keeps one, the process the other. False, with errno, if there is none. */
bool line_open(int *pool_end, int *case_end);
void line_close(int end); /* accepts -1 */

/* --- the pool's end --- */

typedef enum line_event { LINE_GIVEN_BACK, LINE_ENDED, LINE_SIGNAL } line_event;

/* Gives turn `number`. A process that has ended is found out by line_wait. */
void line_give(int end, long number);

/* Waits for the turn to come back, for the end of the process, or for a signal that `mask` lets in.
 */
line_event line_wait(int end, const sigset_t *mask);

/* --- the case's end --- */

/* Waits for a turn: its number, or -1 if the pool is gone. */
long line_take(int end);
void line_give_back(int end);

#endif
