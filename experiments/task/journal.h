/* The journal of a case (results/journal.h) as its task sees it: what a run that was cut short
 * finds again. The case's columns that are in it are streamed into the file at the end, so that a
 * long run takes no more memory than a short one. */
#ifndef TASK_JOURNAL_H
#define TASK_JOURNAL_H

#include "core/archive.h"
#include "results/journal.h"

typedef struct task_journal {
    const char *path; /* of the journal */
    record_journal_head head;
    long every; /* iterations between checkpoints; 0: by the time that passes */
    /* the journal at work */
    record_journal *open; /* NULL: the case has none */
    record_error error;   /* the first failure, which ends the case */
    trama_archive last;   /* the last checkpoint of an earlier run; empty: none */
    double next;          /* s: when the next checkpoint is due */
} task_journal;

/* Opens the journal of a case whose frames and history are so large (bytes) that they are not kept
 * in memory, that asks for checkpoints, or that has been begun with a journal. `journal` may be
 * NULL, for none. */
trama_status task_journal_begin(task_journal *journal, double bytes, trama_error *error);
void task_journal_end(task_journal *journal); /* closes the file; accepts NULL */
bool task_journal_is_open(const task_journal *journal);

/* Puts a record. A failure is kept, and the case ends at its next checkpoint. */
void task_journal_put(task_journal *journal, record_journal_kind kind, const void *payload,
                      size_t length);

/* Whether a checkpoint is due after the iteration; and its record, on the disk. */
bool task_journal_is_due(const task_journal *journal, long iteration);
trama_status task_journal_checkpoint(task_journal *journal, const trama_archive *state,
                                     trama_error *error);

/* Keeps the failure to read a record, whose reason is in errno. */
void task_journal_fail_read(task_journal *journal);
/* The failure as the task's own, or TRAMA_OK. */
trama_status task_journal_status(const task_journal *journal, trama_error *error);

#endif
