#include "task/journal.h"
#include "clock.h"
#include "results/door.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is less is kept in memory: as records it would cost such a case more than it can lose. */
static const double small = 8e6; /* bytes */

/* Between checkpoints. What is synced costs a disk some milliseconds; what is lost costs at most
 * this. Checkpoints stay in the file, so when they have become many bytes they come more rarely,
 * after a share of the time that the case has taken: their number then grows with its logarithm. */
static const double seconds_between = 20.0, many = 256e6 /* bytes */, share = 0.1;

/* For a process that is being ended, which takes the system some milliseconds. */
static const double seconds_patient = 5.0;

/* Iterations between looks at the clock: a look takes as long as a small part of the shortest. */
enum { LOOK = 16 };

/* ---- Failures. */

void task_journal_fail_read(task_journal *j)
{
    j->error.status = RECORD_IO;
    snprintf(j->error.text, sizeof j->error.text, "%.900s: the journal cannot be read: %s", j->path,
             strerror(errno));
}

void task_journal_refuse_trial(task_journal *j, size_t number)
{
    j->error.status = RECORD_DAMAGED;
    snprintf(j->error.text, sizeof j->error.text,
             "%.900s: trial %zu of this journal does not belong to this case; remove the file to "
             "restart the case",
             j->path, number);
}

trama_status task_journal_status(const task_journal *j, trama_error *error)
{
    if (!j || j->error.status == RECORD_OK)
        return TRAMA_OK;
    return j->error.status == RECORD_NO_MEMORY
               ? trama_fail_memory(error)
               : trama_fail(error, TRAMA_BAD_INPUT, "", "%.500s", j->error.text);
}

/* ---- Reading. */

trama_archive task_journal_read(task_journal *j, record_journal_kind kind, size_t index)
{
    const size_t size = record_journal_length(j->open, kind, index);
    trama_archive a = {.byte = malloc(size + 1), .size = size, .capacity = size};
    trama_archive_load(&a);
    if (a.byte && record_journal_read(j->open, kind, index, 0, a.byte, size))
        return a;
    if (a.byte)
        task_journal_fail_read(j);
    else
        j->error.status = RECORD_NO_MEMORY;
    a.size = 0;
    return a;
}

void task_journal_mark_state(task_journal_mark *mark, trama_archive *archive)
{
    trama_archive_reals(archive, &mark->seconds, 1);
    trama_archive_integer(archive, &mark->continued);
}

static void head_state(task_journal_mark *mark, bool *streams, long *run, trama_archive *archive)
{
    task_journal_mark_state(mark, archive);
    trama_archive_flag(archive, streams);
    trama_archive_integer(archive, run);
}

static void load_checkpoint(task_journal *j)
{
    const size_t count = record_journal_count(j->open, RECORD_JOURNAL_CHECKPOINT);
    for (size_t i = 0; i < count; i++)
        j->checkpointed += (double)record_journal_length(j->open, RECORD_JOURNAL_CHECKPOINT, i);
    if (count == 0)
        return;
    j->last = task_journal_read(j, RECORD_JOURNAL_CHECKPOINT, count - 1);
    head_state(&j->before, &j->streams, &j->last_run, &j->last);
}

/* A trial begins with the case's mark. */
static void load_trial(task_journal *j)
{
    task_journal_mark mark = {0};
    const size_t count = record_journal_count(j->open, RECORD_JOURNAL_TRIAL);
    if (count == 0 || j->error.status != RECORD_OK)
        return;
    trama_archive trial = task_journal_read(j, RECORD_JOURNAL_TRIAL, count - 1);
    task_journal_mark_state(&mark, &trial);
    if (mark.seconds > j->before.seconds)
        j->before = mark;
    trama_archive_free(&trial);
}

/* What an earlier process has left. Frames and history are put again from the beginning, or from
 * where the checkpoint says. */
static void load(task_journal *j)
{
    record_journal_rewind(j->open, RECORD_JOURNAL_FRAME, 0);
    record_journal_rewind(j->open, RECORD_JOURNAL_HISTORY, 0);
    load_checkpoint(j);
    load_trial(j);
    if (record_journal_count(j->open, RECORD_JOURNAL_CHECKPOINT) +
            record_journal_count(j->open, RECORD_JOURNAL_TRIAL) >
        0)
        j->before.continued++;
}

/* ---- The journal. */

/* What is left of a process that was killed may have the journal for a moment more. */
static bool open_now(task_journal *j)
{
    const double end = seconds_now() + seconds_patient;
    while (record_journal_open(j->path, &j->head, &j->open, &j->error) == RECORD_BUSY &&
           seconds_now() < end)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    return j->open != NULL;
}

trama_status task_journal_begin(task_journal *j, double bytes, trama_error *error)
{
    if (!j)
        return TRAMA_OK;
    j->begun = true;
    j->started = seconds_now();
    j->next = j->started + seconds_between;
    j->streams = bytes > small || j->every > 0;
    if (!j->streams && !door_stands(j->path))
        return TRAMA_OK;
    if (open_now(j))
        load(j);
    return task_journal_status(j, error);
}

void task_journal_end(task_journal *j)
{
    if (!j)
        return;
    record_journal_close(j->open);
    trama_archive_free(&j->last);
    trama_archive_free(&j->early);
    j->open = NULL;
}

bool task_journal_is_open(const task_journal *j)
{
    return j && j->open;
}

bool task_journal_streams(const task_journal *j)
{
    return j && j->streams;
}

task_journal_mark task_journal_now(const task_journal *j)
{
    return (task_journal_mark){j->before.seconds + seconds_now() - j->started, j->before.continued};
}

/* ---- Records. */

void task_journal_put(task_journal *j, record_journal_kind kind, const void *payload, size_t length)
{
    if (j->error.status == RECORD_OK)
        record_journal_put(j->open, kind, payload, length, &j->error);
}

trama_status task_journal_put_trial(task_journal *j, const trama_archive *trial, trama_error *error)
{
    if (j->open) {
        task_journal_put(j, RECORD_JOURNAL_TRIAL, trial->byte, trial->size);
        return task_journal_status(j, error);
    }
    trama_archive_bytes(&j->early, trial->byte, trial->size);
    j->early_count++;
    return trama_archive_status(&j->early, error);
}

static void begin_late(task_journal *j)
{
    if (!open_now(j))
        return;
    const size_t length = j->early_count > 0 ? j->early.size / j->early_count : 0;
    for (size_t i = 0; i < j->early_count; i++)
        task_journal_put(j, RECORD_JOURNAL_TRIAL, j->early.byte + i * length, length);
    trama_archive_free(&j->early);
}

bool task_journal_is_due(const task_journal *j, long iteration)
{
    if (j->error.status != RECORD_OK)
        return true;
    return j->every > 0 ? iteration % j->every == 0
                        : iteration % LOOK == 0 && seconds_now() >= j->next;
}

void task_journal_save_head(const task_journal *j, trama_archive *checkpoint)
{
    task_journal_mark mark = task_journal_now(j);
    bool streams = j->streams;
    long run = j->runs;
    head_state(&mark, &streams, &run, checkpoint);
}

trama_status task_journal_checkpoint(task_journal *j, const trama_archive *checkpoint,
                                     trama_error *error)
{
    if (!j->open && j->error.status == RECORD_OK)
        begin_late(j);
    task_journal_put(j, RECORD_JOURNAL_CHECKPOINT, checkpoint->byte, checkpoint->size);
    if (j->error.status == RECORD_OK)
        record_journal_sync(j->open, &j->error);
    j->checkpointed += (double)checkpoint->size;
    const double rare = share * task_journal_now(j).seconds;
    j->next =
        seconds_now() + (j->checkpointed > many ? fmax(seconds_between, rare) : seconds_between);
    j->broken_off = j->breaks_off && j->error.status == RECORD_OK;
    return j->broken_off ? trama_fail(error, TRAMA_BAD_INPUT, "limits.resume", "broken off")
                         : task_journal_status(j, error);
}
