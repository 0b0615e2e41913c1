/* Who may write in the folder of an experiment: one run, or several shards at once. The lock is a
 * file, DIR/<experiment>/.lock, that is never removed. Locks on its bytes count; they end with the
 * process that holds them and the processes that it has forked, however these end.
 *
 * Shard i of n locks record i of the file, in which it writes its process and host, and shares byte
 * n of a second region: shards of one n live side by side, and two holders of different n, whose
 * cases would overlap, never do. A run of everything is shard 1 of 1. Processes that work for one
 * holder (forked cases, ranks of MPI) take no lock of their own. */
#ifndef RESULTS_LOCK_H
#define RESULTS_LOCK_H

#include "results/record.h"

typedef struct record_lock {
    int file; /* -1: none */
} record_lock;

/* Takes shard `shard` of `shards` (from 1) of a folder that exists. RECORD_BUSY with the process
 * and host that is in the way; RECORD_IO where the folder cannot be written, or its file system has
 * no locks. Waits, but at most 5 s, for processes that a dead holder on this host has left running.
 */
record_status record_lock_take(const char *folder, long shard, long shards, record_lock *lock,
                               record_error *error);
void record_lock_release(record_lock *lock);

/* Removes the temporaries (record_write, record_xdmf) that stand in the folder and those below it:
 * with `alone` (the holder has the whole folder) all of them; else, for a shard, those of dead
 * processes of this host. The caller has the lock, as everyone who writes there. */
void record_tidy(const char *folder, bool alone);

#endif
