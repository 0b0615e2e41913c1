/* The journal of a case (results/journal.h) as used by its task: the data from which an interrupted
 * case resumes. A task that begins it makes its runs with task/resume.h, which takes checkpoints.
 * The columns in the journal are streamed into the file at the end, so that a long run takes no
 * more memory than a short one. */
#ifndef TASK_JOURNAL_H
#define TASK_JOURNAL_H

#include "core/archive.h"
#include "results/journal.h"

/* State of the case in every checkpoint and every finished trial. */
typedef struct task_journal_mark {
    double seconds; /* spent on it, by all processes that worked on it */
    long continued; /* times that it was resumed from its journal */
} task_journal_mark;

typedef struct task_journal {
    const char *path; /* of the journal */
    record_journal_head head;
    long every;      /* iterations between checkpoints; 0: by elapsed time */
    bool breaks_off; /* at every checkpoint */
    /* while the journal is used */
    bool begun;
    bool broken_off;      /* not a failure: to be begun again, and resumed */
    bool streams;         /* frames and history are records, not in memory */
    record_journal *open; /* NULL: none, or none yet */
    record_error error;   /* the first failure, which ends the case */
    trama_archive early;  /* trials finished before the journal was opened */
    size_t early_count;
    trama_archive
        last;      /* the last checkpoint of an earlier process, without its head; empty: none */
    long last_run; /* number of the run in which it was taken */
    long runs;     /* made by the case */
    task_journal_mark before; /* the journal's mark when this process began */
    double started, next;     /* s by the clock: start of this process; next checkpoint */
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
/* The mark of the case so far. */
task_journal_mark task_journal_now(const task_journal *journal);

/* Writes a record. A failure is kept, and the case ends at its next checkpoint. */
void task_journal_put(task_journal *journal, record_journal_kind kind, const void *payload,
                      size_t length);

/* Writes a finished trial, or keeps it until the journal is open. All have the same length. */
trama_status task_journal_put_trial(task_journal *journal, const trama_archive *trial,
                                    trama_error *error);

/* Whether a checkpoint is due after the iteration; its head, which comes before what it holds; and
 * its record, on the disk. */
bool task_journal_is_due(const task_journal *journal, long iteration);
void task_journal_save_head(const task_journal *journal, trama_archive *checkpoint);
trama_status task_journal_checkpoint(task_journal *journal, const trama_archive *checkpoint,
                                     trama_error *error);

/* All bytes of a record, to be freed; empty on failure, which is kept. */
trama_archive task_journal_read(task_journal *journal, record_journal_kind kind, size_t index);
/* Keeps the failure to read a record, whose reason is in errno. */
void task_journal_fail_read(task_journal *journal);
/* Keeps the failure that a trial of the journal is not the one that the case makes. */
void task_journal_refuse_trial(task_journal *journal, size_t number);
/* The failure as the task's own, or TRAMA_OK. Accepts NULL. */
trama_status task_journal_status(const task_journal *journal, trama_error *error);

/* A part of a record. */
void task_journal_mark_state(task_journal_mark *mark, trama_archive *archive);

#endif
