/* The journal of a case (results/journal.h) as its task sees it: what a case that was cut short
 * finds again. A task that begins it makes its runs by task/resume.h, which take checkpoints. The
 * case's columns that are in the journal are streamed into the file at the end, so that a long run
 * takes no more memory than a short one. */
#ifndef TASK_JOURNAL_H
#define TASK_JOURNAL_H

#include "core/archive.h"
#include "results/journal.h"

/* What every checkpoint and every finished trial says of the case. */
typedef struct task_journal_mark {
    double seconds; /* that it has taken, in all processes that worked on it */
    long continued; /* times that it went on from its journal */
} task_journal_mark;

typedef struct task_journal {
    const char *path; /* of the journal */
    record_journal_head head;
    long every; /* iterations between checkpoints; 0: by the time that passes */
    /* the journal at work */
    bool begun;
    bool streams;         /* frames and history are records, and not in memory */
    record_journal *open; /* NULL: there is none, or none yet */
    record_error error;   /* the first failure, which ends the case */
    trama_archive early;  /* trials that were finished before there was a journal */
    size_t early_count;
    trama_archive
        last;      /* the last checkpoint of an earlier process, behind its head; empty: none */
    long last_run; /* of the case's runs the one that it was taken in */
    long runs;     /* that the case has made */
    task_journal_mark before; /* what the journal said when this process began */
    double started, next;     /* s by the clock: this process; the next checkpoint */
    double checkpointed;      /* bytes of checkpoints */
} task_journal;

/* Begins it. The journal is opened at once if the case's frames and history are so large (bytes)
 * that they are not kept in memory, if it asks for checkpoints, or if there is a journal already;
 * else with the first checkpoint. `journal` may be NULL, for none. */
trama_status task_journal_begin(task_journal *journal, double bytes, trama_error *error);
/* Closes the file; its numbers stay. Accepts NULL. */
void task_journal_end(task_journal *journal);
bool task_journal_is_open(const task_journal *journal);
/* Whether frames and history go to it. Accepts NULL. */
bool task_journal_streams(const task_journal *journal);
/* What the case has taken so far. */
task_journal_mark task_journal_now(const task_journal *journal);

/* Puts a record. A failure is kept, and the case ends at its next checkpoint. */
void task_journal_put(task_journal *journal, record_journal_kind kind, const void *payload,
                      size_t length);

/* Puts a finished trial, or keeps it until there is a journal. All have the same length. */
trama_status task_journal_put_trial(task_journal *journal, const trama_archive *trial,
                                    trama_error *error);

/* Whether a checkpoint is due after the iteration; its head, which comes before what it holds; and
 * its record, on the disk. */
bool task_journal_is_due(const task_journal *journal, long iteration);
void task_journal_save_head(const task_journal *journal, trama_archive *checkpoint);
trama_status task_journal_checkpoint(task_journal *journal, const trama_archive *checkpoint,
                                     trama_error *error);

/* All bytes of a record, to be freed, or none: the failure is kept. */
trama_archive task_journal_read(task_journal *journal, record_journal_kind kind, size_t index);
/* Keeps the failure to read a record, whose reason is in errno. */
void task_journal_fail_read(task_journal *journal);
/* Keeps the failure that a trial is another than the case makes. */
void task_journal_refuse_trial(task_journal *journal, size_t number);
/* The failure as the task's own, or TRAMA_OK. Accepts NULL. */
trama_status task_journal_status(const task_journal *journal, trama_error *error);

/* A part of a record. */
void task_journal_mark_state(task_journal_mark *mark, trama_archive *archive);

#endif
