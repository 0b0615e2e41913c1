/* Foreign code runs first in a process of its own. If it crashes, exits, hangs or forks there, the
 * program survives and says so. */
#ifndef PLUGIN_APART_H
#define PLUGIN_APART_H

#include <stdbool.h>
#include <stddef.h>

enum { APART_TEXT = 1024 };

/* Does part `index`. False, and a sentence of at most APART_TEXT bytes, if it refuses. */
typedef bool apart_step(void *context, size_t index, char *why, size_t size);

typedef enum apart_end {
    APART_DONE,
    APART_REFUSED, /* a step said so: its sentence */
    APART_LOST,    /* a step did not return, or left a process behind: a verb and what follows, as
                      in "crashes (signal 6, Aborted)" */
    APART_UNABLE,  /* no process could be made: why */
} apart_end;

/* Calls step(context, index) for every index < count, in order, in one child, each for at most
 * `seconds` by the clock. If a step does not end well, *index and `why` say where and why. Changes
 * that a step makes in memory are lost, and so is what it prints to standard output. */
apart_end apart_each(apart_step *step, void *context, size_t count, double seconds, size_t *index,
                     char *why, size_t size);

#endif
