/* A run's claim to the folders of its experiments. */
#ifndef COMMAND_CLAIM_H
#define COMMAND_CLAIM_H

#include "plan/plan.h"
#include "record/lock.h"

typedef struct claim {
    record_lock *lock; /* of each experiment */
    size_t count;
} claim;

/* Locks DIR/<experiment>, which exist, for shard `shard` of `shards` (1 of 1: everything), and
 * removes what dead runs have left there. False, with one line on stderr, if another run is at work
 * in one of them or they cannot be locked. */
bool claim_take(claim *c, const plan *p, const char *folder, long shard, long shards);
void claim_release(claim *c);

#endif
