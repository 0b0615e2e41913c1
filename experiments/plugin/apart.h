/* Code that is not ours runs first in a process apart. If it crashes, exits, hangs or forks there,
 * the program lives to say so. */
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
    APART_UNABLE,  /* there is no such process: why */
} apart_end;

/* Calls step(context, index) for every index < count, in order, in one child, each for at most so
 * many seconds by the clock. If it does not end well, *index and `why` say where and why. Nothing
 * that a step changes in memory is seen here, and what it prints to standard output is lost. */
apart_end apart_each(apart_step *step, void *context, size_t count, double seconds, size_t *index,
                     char *why, size_t size);

#endif
