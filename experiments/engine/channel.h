/* What is said between the pool and a worker process, over its line of messages
 * (process/process.h). The pool gives the process cases, or turns of
 * one case, and hears how they end. Cases that measure time are processes that exist at the same
 * time; only the one that has the turn works. */
#ifndef ENGINE_CHANNEL_H
#define ENGINE_CHANNEL_H

#include "engine/execute.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* What the process says: that the case has ended and how, or that it gives its turn back. */
typedef struct channel_message {
    bool is_end;
    execute_ending ending;
} channel_message;

/* --- the pool's end --- */

/* Gives case or turn `number`. channel_hear finds out whether the process has ended. */
void channel_give(int end, long number);

/* Waits until there is something to hear on one of the ends (-1: none there), for a signal that
 * `mask` lets in, or for `seconds` (negative: no limit). How many have something, and the others
 * are -1 now; 0 or less: none has. */
int channel_wait(int *ends, size_t count, double seconds, const sigset_t *mask);

/* Does not wait. CHANNEL_ENDED: the process has closed its end, or says what no case says. */
typedef enum channel_state { CHANNEL_SILENT, CHANNEL_SAYS, CHANNEL_ENDED } channel_state;
channel_state channel_hear(int end, channel_message *message);

/* --- the case's end --- */

/* Waits for a case or a turn: its number, or -1 if there are no more. */
long channel_take(int end);
void channel_say(int end, const channel_message *message);

#endif
