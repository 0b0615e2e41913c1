/* Runs foreign code first in a separate process. If it crashes, exits, hangs or forks there, the
 * program survives and reports it. */
#ifndef PLUGIN_APART_H
#define PLUGIN_APART_H

#include <stdbool.h>
#include <stddef.h>

enum { APART_TEXT = 1024 };

/* Runs part `index`. False, and a sentence of at most APART_TEXT bytes, if it refuses. */
typedef bool apart_step(void *context, size_t index, char *why, size_t size);

typedef enum apart_end {
    APART_DONE,
    APART_REFUSED, /* a step refused: its sentence */
    APART_LOST,    /* a step did not return, or left a process behind: a predicate such as "crashes
                      (signal 6, Aborted)" */
    APART_UNABLE,  /* no process could be started: the reason */
} apart_end;

/* Calls step(context, index) for every index < count, in order, in one child, each for at most
 * `seconds` by the clock. If a step fails, *index is its index and `why` the reason. Changes that a
 * step makes in memory and its standard output are lost. */
apart_end apart_each(apart_step *step, void *context, size_t count, double seconds, size_t *index,
                     char *why, size_t size);

#endif
