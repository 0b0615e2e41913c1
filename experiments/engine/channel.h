/* Messages between the pool and a worker process (process/process.h). The pool sends cases, or
 * turns of one case, and receives how they ended. Cases that measure time are processes that exist
 * at the same time; only the one that has the turn works. */
#ifndef ENGINE_CHANNEL_H
#define ENGINE_CHANNEL_H

#include "engine/execute.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* Sent by the process: the case has ended and how, or its turn has ended. */
typedef struct channel_message {
    bool is_end;
    execute_ending ending;
} channel_message;

/* --- the pool's end --- */

/* Sends the number of a case or a turn. channel_hear reports whether the process has ended. */
void channel_give(int end, long number);

/* Waits until one of the ends (-1: unused) has a message, a signal that `mask` allows comes, or
 * `seconds` have passed (negative: no limit). Returns how many have a message, and sets the others
 * to -1; 0 or less: none has. */
int channel_wait(int *ends, size_t count, double seconds, const sigset_t *mask);

/* Does not wait. CHANNEL_ENDED: the process has closed its end, or has sent an invalid message. */
typedef enum channel_state { CHANNEL_SILENT, CHANNEL_SAYS, CHANNEL_ENDED } channel_state;
channel_state channel_hear(int end, channel_message *message);

/* --- the case's end --- */

/* Waits for a case or a turn. Returns its number, or -1 if there are no more. */
long channel_take(int end);
void channel_say(int end, const channel_message *message);

#endif
