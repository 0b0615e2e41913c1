/* Runs of the program in which something fails or ends everything at a chosen call
 * (tests/fault/shim.c), and what must stand afterwards. The files are in the test's own folder. */
#ifndef SUPPORT_FAULT_H
#define SUPPORT_FAULT_H

#include "support/shell.h"

/* Writes sweep.yaml: eight short runs of a small cloth, three of them with frames; the others are
 * settled together. */
void fault_write_sweep(void);

/* Takes away the folder and all that is in it. */
void fault_remove(const char *folder);

/* The undisturbed run, in `folder`: the digests of its cases, to be freed. */
char *fault_expected(const char *folder);

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

/* Lets the calls of the kinds fail in the same way. A run of which one failed ends with code 4 and
 * one line with the reason, or did not need it and is complete. Returns how many ended so. */
long fault_fail_each(const char *kinds, const char *action, const char *reason, long first,
                     long stride, const char *expected);

#endif
