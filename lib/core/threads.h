/* Threads of one case's work. How many there are changes no bit of a result: parts of the work
 * write numbers of their own, and sums are taken in an order that does not depend on the parts. */
#ifndef TRAMA_CORE_THREADS_H
#define TRAMA_CORE_THREADS_H

#include <stdbool.h>
#include <stddef.h>

enum { TRAMA_THREADS_MAX = 256 };

/* "OpenMP 201511", or "none": a build without it, where there is one thread. */
const char *trama_threads_kind(void);

/* What may be asked for: TRAMA_THREADS_MAX, or 1 where the build has none. */
size_t trama_threads_most(void);

/* Threads that models and systems made from now on use (1 <= count <= trama_threads_most()); 1
 * until it is called. Threads start with the first work for more than one, in the process that has
 * it: a process is to fork before that. The child of one that did not does its parts one after
 * another, to the same bits, since OpenMP's threads do not outlive a fork. */
void trama_threads_set(size_t count);
size_t trama_threads(void);

/* Calls work(context, part) for every part < parts, each on a thread of its own, and returns when
 * all are done. One part is done at once, without starting anything. */
typedef void trama_work(void *context, size_t part);
void trama_threads_run(size_t parts, trama_work *work, void *context);

/* Where part `part` of `parts` begins in `count` things, at a multiple of `grain`; part = parts:
 * count. Parts are as equal as that allows. */
static inline size_t trama_part_begin(size_t count, size_t parts, size_t part, size_t grain)
{
    return part == parts ? count : count * part / parts / grain * grain;
}

#endif
