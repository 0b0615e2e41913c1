/* For locks of an open file (F_OFD_SETLK), which end with the process. */
#define _GNU_SOURCE
#include "results/journal.h"
#include "results/door.h"
#include "results/journal_scan.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct record_journal {
    char path[PATH_MAX];
    int file;
    bool broken; /* by a failed write */
    journal_scan at;
    struct places {
        journal_place *place;
        size_t count, capacity, next; /* next: the number of the next record that is put */
    } of[RECORD_JOURNAL_KINDS];
    unsigned char *record; /* room for one */
    size_t capacity;
};

void record_journal_path(const char *path, char *journal, size_t size)
{
    const size_t length = strlen(path);
    const bool named = length > 3 && strcmp(path + length - 3, ".h5") == 0;
    snprintf(journal, size, "%.*s.part", (int)(named ? length - 3 : length), path);
}

/* --- opening --- */

static bool note_place(void *context, uint32_t kind, journal_place place)
{
    record_journal *j = context;
    struct places *of = &j->of[kind];
    if (of->count == of->capacity) {
        const size_t capacity = of->capacity ? 2 * of->capacity : 64;
        journal_place *grown = realloc(of->place, capacity * sizeof *grown);
        if (!grown)
            return false;
        of->place = grown;
        of->capacity = capacity;
    }
    of->place[of->count++] = place;
    return true;
}

static bool lock(int file)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_OFD_SETLK, &all) == 0;
}

static record_status fail(const record_journal *j, record_error *error)
{
    return record_fail(error, RECORD_IO, j->path, "the journal cannot be written: %s",
                       door_reason(errno));
}

/* As text, so that people can read it. */
static record_status put_head(record_journal *j, const record_journal_head *head,
                              record_error *error)
{
    char *text = journal_head_text(head);
    if (!text)
        return record_fail_memory(error, j->path);
    journal_scan_begin(&j->at);
    record_status status = RECORD_OK;
    if (ftruncate(j->file, 0) != 0 || lseek(j->file, 0, SEEK_SET) != 0 ||
        !record_write_all(j->file, JOURNAL_MAGIC, JOURNAL_MAGIC_BYTES))
        status = fail(j, error);
    if (status == RECORD_OK)
        status = record_journal_put(j, RECORD_JOURNAL_HEAD, text, strlen(text), error);
    free(text);
    return status;
}

/* What a kill has left of a record goes. */
static record_status cut_tail(record_journal *j, record_error *error)
{
    if (ftruncate(j->file, j->at.end) != 0 || lseek(j->file, j->at.end, SEEK_SET) != j->at.end)
        return fail(j, error);
    for (size_t kind = 0; kind < RECORD_JOURNAL_KINDS; kind++)
        j->of[kind].next = j->of[kind].count;
    return RECORD_OK;
}

static record_status open_file(record_journal *j, const record_journal_head *head,
                               record_error *error)
{
    j->file = door_open(j->path, O_RDWR | O_CREAT | O_NOFOLLOW);
    if (j->file < 0)
        return fail(j, error);
    if (!lock(j->file))
        return errno == EAGAIN || errno == EACCES
                   ? record_fail(error, RECORD_BUSY, j->path, "another process has this journal")
                   : record_fail(error, RECORD_IO, j->path, "the journal cannot be locked: %s",
                                 door_reason(errno));
    const record_status status =
        journal_scan_file(&j->at, j->path, j->file, head, note_place, j, error);
    if (status == RECORD_MISSING)
        return put_head(j, head, error);
    return status == RECORD_OK ? cut_tail(j, error) : status;
}

record_status record_journal_open(const char *path, const record_journal_head *head,
                                  record_journal **journal, record_error *error)
{
    record_clear(error);
    record_journal *j = calloc(1, sizeof *j);
    *journal = j;
    if (!j)
        return record_fail_memory(error, path);
    j->file = -1;
    snprintf(j->path, sizeof j->path, "%s", path);
    if (open_file(j, head, error) == RECORD_OK)
        return record_clear(error);
    record_journal_close(j);
    *journal = NULL;
    return (record_status)error->status;
}

void record_journal_close(record_journal *j)
{
    if (!j)
        return;
    if (j->file >= 0)
        close(j->file);
    for (size_t kind = 0; kind < RECORD_JOURNAL_KINDS; kind++)
        free(j->of[kind].place);
    free(j->record);
    free(j);
}

record_status record_journal_verify(const char *path, const record_journal_head *head, size_t *torn,
                                    record_error *error)
{
    journal_scan scan = {0};
    record_clear(error);
    if (torn)
        *torn = 0;
    const int file = door_open(path, O_RDONLY | O_NONBLOCK);
    if (file < 0)
        return record_fail_open(error, path, errno);
    const record_status status = journal_scan_file(&scan, path, file, head, NULL, NULL, error);
    close(file);
    if (torn)
        *torn = (size_t)scan.torn;
    return status;
}

record_status record_journal_remove(const char *path, record_error *error)
{
    char journal[PATH_MAX];
    record_journal_path(path, journal, sizeof journal);
    record_clear(error);
    const int file = door_open(journal, O_RDWR | O_NOFOLLOW);
    if (file < 0 && errno == ENOENT)
        return RECORD_OK;
    const bool removed = file >= 0 && lock(file) && door_remove(journal);
    const int reason = errno;
    if (file >= 0)
        close(file);
    return removed ? RECORD_OK
                   : record_fail(error, RECORD_IO, journal, "the journal cannot be removed: %s",
                                 door_reason(reason));
}

/* --- reading --- */

size_t record_journal_count(const record_journal *j, record_journal_kind kind)
{
    return j->of[kind].count;
}

size_t record_journal_length(const record_journal *j, record_journal_kind kind, size_t index)
{
    return j->of[kind].place[index].length;
}

bool record_journal_read(const record_journal *j, record_journal_kind kind, size_t index,
                         size_t offset, void *bytes, size_t size)
{
    const struct places *of = &j->of[kind];
    if (index >= of->count || offset + size > of->place[index].length) {
        errno = ENODATA;
        return false;
    }
    return journal_read_at(j->file, bytes, size, of->place[index].at + (off_t)offset);
}

static bool read_stream(const bundle_stream *stream, size_t first, size_t rows, double *values)
{
    const record_journal_kind kind = (record_journal_kind)stream->place[0];
    const size_t in_record = stream->place[1], bytes = stream->columns * sizeof *values;
    while (rows > 0) {
        const size_t at = first % in_record, there = in_record - at;
        const size_t part = rows < there ? rows : there;
        if (!record_journal_read(stream->source, kind, first / in_record,
                                 stream->place[2] + at * bytes, values, part * bytes))
            return false;
        values += part * stream->columns;
        first += part;
        rows -= part;
    }
    return true;
}

bundle_stream record_journal_stream(const record_journal *j, record_journal_kind kind, size_t rows,
                                    size_t begin, size_t columns)
{
    return (bundle_stream){
        .read = read_stream, .source = j, .place = {kind, rows, begin}, .columns = columns};
}

/* --- writing --- */

void record_journal_rewind(record_journal *j, record_journal_kind kind, size_t index)
{
    j->of[kind].next = index < j->of[kind].count ? index : j->of[kind].count;
}

static record_status compare(record_journal *j, record_journal_kind kind, const void *payload,
                             size_t length, record_error *error)
{
    const size_t index = j->of[kind].next++;
    const size_t there = record_journal_length(j, kind, index);
    const bool read = there != length || record_journal_read(j, kind, index, 0, j->record, length);
    if (!read)
        return record_fail(error, RECORD_IO, j->path, "the journal cannot be read: %s",
                           door_reason(errno));
    if (there == length && memcmp(j->record, payload, length) == 0)
        return RECORD_OK;
    return record_fail(
        error, RECORD_DAMAGED, j->path,
        "%s %zu of this journal is not what the case computes when it goes on; without "
        "this file the case begins anew",
        journal_kind_name(kind), index);
}

static bool reserve(record_journal *j, size_t length)
{
    const size_t size = length + JOURNAL_FRAME_BYTES;
    if (size <= j->capacity)
        return true;
    unsigned char *grown = realloc(j->record, size);
    if (!grown)
        return false;
    j->record = grown;
    j->capacity = size;
    return true;
}

/* All of it or nothing: what a full disk takes of it goes again. */
static bool append(record_journal *j, size_t size)
{
    if (record_write_all(j->file, j->record, size))
        return true;
    const int reason = errno;
    j->broken =
        ftruncate(j->file, j->at.end) != 0 || lseek(j->file, j->at.end, SEEK_SET) != j->at.end;
    errno = reason;
    return false;
}

record_status record_journal_put(record_journal *j, record_journal_kind kind, const void *payload,
                                 size_t length, record_error *error)
{
    record_clear(error);
    if (!reserve(j, length))
        return record_fail_memory(error, j->path);
    if (j->of[kind].next < j->of[kind].count)
        return compare(j, kind, payload, length, error);
    journal_scan next = j->at;
    const size_t size = journal_make_record(&next, kind, payload, length, j->record);
    errno = EIO;
    if (j->broken || !append(j, size))
        return fail(j, error);
    if (!note_place(j, kind, (journal_place){j->at.end + JOURNAL_HEADER_BYTES, length}))
        return record_fail_memory(error, j->path);
    j->at = next;
    j->of[kind].next++;
    return RECORD_OK;
}

record_status record_journal_sync(record_journal *j, record_error *error)
{
    record_clear(error);
    return fdatasync(j->file) == 0 ? RECORD_OK : fail(j, error);
}
