/* Runs of the program in which something fails or ends everything at a chosen call
 * (tests/fault/shim.c), and what must stand afterwards. The files are in the test's own folder. */
#ifndef SUPPORT_FAULT_H
#define SUPPORT_FAULT_H

#include "support/shell.h"

/* Set-up and teardown of a group: a folder (support/folder.h) with sweep.yaml, eight short runs of
 * a small cloth, three of them with frames; the others are committed together. FAULT_WHOLE is their
 * undisturbed run, and *state the digests of its cases: what every test expects. */
#define FAULT_WHOLE "whole"
int fault_enter(void **state);
/* The same where files need no disk (support/folder.h): for tests of hundreds of runs, which would
 * spend half of their time waiting for fsync. */
int fault_enter_in_memory(void **state);
int fault_leave(void **state);

/* Runs the sweep in `folder`, one case at a time, with the fault. *calls: how many calls of these
 * kinds were made, or -1 if the run was killed. */
shell_end fault_run(const char *folder, const char *kinds, long at, const char *action,
                    long *calls);

/* What was finished before opens and verifies. */
void fault_assert_sound(const char *folder);

/* The same command, undisturbed, ends as if nothing had been: all cases, the same digests, an
 * index, sidecars, no temporary. */
void fault_assert_resumes(const char *folder, const char *expected);

/* Everything that changes something on the disk. */
#define FAULT_CHANGES "open,write,fsync,rename,close,mkdir,unlink,truncate"

/* Kills a run, or a resumed one, at the calls `first`, `first` + `stride`, ..., each in a folder of
 * its own, and resumes it. Returns how many calls there were. */
long fault_kill_each(long first, long stride, const char *expected);

/* Stops a run with SIGINT while the process of a case stands still at call `first`, `first` +
 * `stride`, ..., each in a folder of its own: nothing half-written is left, it is said how to go
 * on, and it is resumed. Calls of the run's own process are passed over. Returns at how many it
 * was. */
long fault_interrupt_each(long first, long stride, const char *expected);

/* The same, and kills the process of the case: the run goes on, and leaves nothing half-written
 * either. */
long fault_lose_each(long first, long stride);

/* Lets the calls of the kinds fail in the same way. A run of which one failed ends with code 4 and
 * one line with the reason, or did not need it and is complete. Returns how many ended so. */
long fault_fail_each(const char *kinds, const char *action, const char *reason, long first,
                     long stride, const char *expected);

/* The same in a folder where all cases stand, with `--again all`: none of them is ever gone. */
long fault_renew_each(const char *kinds, const char *action, const char *reason, long first,
                      long stride, const char *expected);

#endif
