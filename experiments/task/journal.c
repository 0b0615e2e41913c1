#include "task/journal.h"
#include "clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What is less is kept in memory: a journal would cost such a case more than it can lose. */
static const double small = 8e6; /* bytes */

/* Between checkpoints. What is synced costs a disk some milliseconds; what is lost costs at most
 * this. */
static const double seconds_between = 20.0;

void task_journal_fail_read(task_journal *j)
{
    j->error.status = RECORD_IO;
    snprintf(j->error.text, sizeof j->error.text, "%.900s: the journal cannot be read: %s", j->path,
             strerror(errno));
}

static trama_status load_last(task_journal *j, trama_error *error)
{
    const size_t count = record_journal_count(j->open, RECORD_JOURNAL_CHECKPOINT);
    if (count == 0)
        return TRAMA_OK;
    const size_t size = record_journal_length(j->open, RECORD_JOURNAL_CHECKPOINT, count - 1);
    j->last.byte = malloc(size + 1);
    if (!j->last.byte)
        return trama_fail_memory(error);
    j->last.size = j->last.capacity = size;
    if (record_journal_read(j->open, RECORD_JOURNAL_CHECKPOINT, count - 1, 0, j->last.byte, size))
        return TRAMA_OK;
    task_journal_fail_read(j);
    return task_journal_status(j, error);
}

trama_status task_journal_begin(task_journal *j, double bytes, trama_error *error)
{
    if (!j || (bytes <= small && j->every == 0 && access(j->path, F_OK) != 0))
        return TRAMA_OK;
    if (record_journal_open(j->path, &j->head, &j->open, &j->error) != RECORD_OK)
        return task_journal_status(j, error);
    for (int kind = 0; kind < RECORD_JOURNAL_CHECKPOINT; kind++)
        record_journal_rewind(j->open, (record_journal_kind)kind, 0);
    j->next = seconds_now() + seconds_between;
    return load_last(j, error);
}

void task_journal_end(task_journal *j)
{
    if (!j)
        return;
    record_journal_close(j->open);
    trama_archive_free(&j->last);
    j->open = NULL;
}

bool task_journal_is_open(const task_journal *j)
{
    return j && j->open;
}

void task_journal_put(task_journal *j, record_journal_kind kind, const void *payload, size_t length)
{
    if (j->error.status == RECORD_OK)
        record_journal_put(j->open, kind, payload, length, &j->error);
}

bool task_journal_is_due(const task_journal *j, long iteration)
{
    return j->error.status != RECORD_OK ||
           (j->every > 0 ? iteration % j->every == 0 : seconds_now() >= j->next);
}

trama_status task_journal_checkpoint(task_journal *j, const trama_archive *state,
                                     trama_error *error)
{
    task_journal_put(j, RECORD_JOURNAL_CHECKPOINT, state->byte, state->size);
    if (j->error.status == RECORD_OK)
        record_journal_sync(j->open, &j->error);
    j->next = seconds_now() + seconds_between;
    return task_journal_status(j, error);
}

trama_status task_journal_status(const task_journal *j, trama_error *error)
{
    if (!j || j->error.status == RECORD_OK)
        return TRAMA_OK;
    return j->error.status == RECORD_NO_MEMORY
               ? trama_fail_memory(error)
               : trama_fail(error, TRAMA_BAD_INPUT, "", "%.500s", j->error.text);
}
