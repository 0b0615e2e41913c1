/* Runs of one case that keeps a journal, which are cut short and go on. The files are in the test's
 * own folder, which support/folder.h makes. */
#ifndef SUPPORT_LONG_RUN_H
#define SUPPORT_LONG_RUN_H

#include "results/journal.h"
#include "support/shell.h"

#include <stddef.h>

/* Set-up and teardown of a group: a folder with sweep.yaml (support/fault.h runs that), one case of
 * a cloth of 24 x 8 nodes, 60 iterations with a frame and a checkpoint every few; *state: what the
 * case holds when it was never cut (long_run_digests). */
int long_run_enter(void **state);
int long_run_enter_in_memory(void **state); /* where files need no disk (support/folder.h) */
int long_run_leave(void **state);

/* The same case as "long.yaml" over `horizon` iterations, with `limits` beside checkpoint_every. */
void long_run_write(const char *file, const char *limits, long horizon);

/* Digests of what a case has computed, to be freed; "" while there is no whole
 * file. */
char *long_run_digests(const char *folder);

/* The name of the case's file, or of its journal: of the only one in the folder, as
 * "folder/long/cases/ab/ab...". False if there is none. */
int long_run_find(const char *folder, const char *suffix, char *path, size_t size);

/* Opens a journal, when the process that has it has ended. */
record_journal *long_run_open(const char *path, const record_journal_head *head);
/* Records of a kind in the journal, or -1 without one. */
long long_run_records(const char *folder, record_journal_kind kind);

/* The same command, undisturbed, ends with the same bits and leaves no journal. */
void long_run_assert_resumes(const char *folder, const char *expected);

#endif
