/* Threads within one case. Results are the same bits for any number of threads: each part of the
 * work writes its own numbers, and the order of sums does not depend on the parts. */
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

/* Sets the number of threads for models and systems made from now on (1 <= count <=
 * trama_threads_most()); 1 until it is called. Threads start with the first work for more than one
 * thread, so fork before that. After a later fork the child does all parts one after another, with
 * the same bits, since OpenMP's threads do not survive a fork. */
void trama_threads_set(size_t count);
size_t trama_threads(void);

/* Calls work(context, part) for every part < parts, each each on its own thread, and returns when
 * all are done. A single part runs on the calling thread. */
typedef void trama_work(void *context, size_t part);
void trama_threads_run(size_t parts, trama_work *work, void *context);

/* First element of part `part` of `parts` of `count` elements, a multiple of `grain`; for part =
 * parts it is count. Parts are as equal as the grain allows. */
static inline size_t trama_part_begin(size_t count, size_t parts, size_t part, size_t grain)
{
    return part == parts ? count : count * part / parts / grain * grain;
}

#ifdef __cplusplus
}
#endif

#endif
