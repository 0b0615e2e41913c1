/* Threads within one case. Their number changes no bit of a result: each part of the work writes
 * its own numbers, and the order of a sum does not depend on the parts. */
#ifndef TRAMA_CORE_THREADS_H
#define TRAMA_CORE_THREADS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_THREADS_MAX = 256 };

/* "OpenMP 201511", or "none" for a build without OpenMP, which has one thread. */
const char *trama_threads_kind(void);

/* The largest number of threads: TRAMA_THREADS_MAX, or 1 in a build without OpenMP. */
size_t trama_threads_most(void);

/* Sets how many threads models and systems use that are made from now on (1 <= count <=
 * trama_threads_most()); 1 until it is called. Threads start with the first work for more than one
 * thread, so a process must fork before that. If it forks later, the child does all parts one after
 * another, with the same bits, since OpenMP's threads do not survive a fork. */
void trama_threads_set(size_t count);
size_t trama_threads(void);

/* Calls work(context, part) for every part < parts, each on a thread of its own, and returns when
 * all are done. One part is done at once, without starting anything. */
typedef void trama_work(void *context, size_t part);
void trama_threads_run(size_t parts, trama_work *work, void *context);

/* Where part `part` of `parts` begins among `count` elements, at a multiple of `grain`; for part =
 * parts it is count. Parts are as equal as the grain allows. */
static inline size_t trama_part_begin(size_t count, size_t parts, size_t part, size_t grain)
{
    return part == parts ? count : count * part / parts / grain * grain;
}

#ifdef __cplusplus
}
#endif

#endif
