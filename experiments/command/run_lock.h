/* A run's lock on the folders of its experiments. */
#ifndef COMMAND_RUN_LOCK_H
#define COMMAND_RUN_LOCK_H

#include "plan/plan.h"
#include "results/lock.h"

typedef struct run_lock {
    record_lock *lock; /* of each experiment */
    size_t count;
} run_lock;

/* Locks DIR/<experiment>, which exist, for shard `shard` of `shards` (1 of 1: everything), and
 * removes files that dead runs left there. False, with one line on stderr, if another run uses one
 * of them or they cannot be locked. */
bool run_lock_take(run_lock *c, const plan *p, const char *folder, long shard, long shards);
void run_lock_release(run_lock *c);

#endif
