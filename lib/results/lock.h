/* The write lock of an experiment's folder, for one run, or for several shards at once. The lock is
 * a file, DIR/<experiment>/.lock, that is never removed. Locks on its bytes count; they end with
 * the holding process and the processes that it has forked, however these end.
 *
 * Shard i of n locks record i of the file, where it writes its process and host, and shares byte n
 * of a second region: shards with the same n can run together, while different n, whose cases would
 * overlap, cannot. A complete run is shard 1 of 1. Processes that work for one holder (forked
 * cases, ranks of MPI) take no lock of their own. */
#ifndef RESULTS_LOCK_H
#define RESULTS_LOCK_H

#include "results/record.h"

typedef struct record_lock {
    int file; /* -1: none */
} record_lock;

/* Takes shard `shard` of `shards` (from 1) of a folder that exists. RECORD_BUSY, with process and
 * host of the holder; RECORD_IO if the folder cannot be written, or its file system has no locks.
 * Waits up to 5 s for processes that a dead holder on this host has left running. */
record_status record_lock_take(const char *folder, long shard, long shards, record_lock *lock,
                               record_error *error);
void record_lock_release(record_lock *lock);

/* Removes the temporaries (record_write, record_xdmf) in the folder and below it: with `alone` (the
 * holder has the whole folder) all of them; else, for a shard, those of dead processes on this
 * host. The caller must have the lock. */
void record_tidy(const char *folder, bool alone);

#endif
