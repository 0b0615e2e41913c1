/* The journal of a running case, <id>.part next to the future <id>.h5: the data that a killed run
 * must not lose. It begins with the version of its format and a head with the case and the build;
 * then come records, each appended by one write(2):
 *
 *   kind, 0 (4 bytes each), sequence, length (8 each), first 8 bytes of SHA-256 (chain, these 24),
 *   payload, SHA-256 (chain, header, payload): the chain of the next record
 *
 * little-endian. So every record verifies all before it, and its own length. A kill can leave an
 * incomplete last record, which is cut off when the run is resumed. So is a torn end after a loss
 * of power: zeros, or anything else without a complete record after it. A record whose checksums
 * are wrong, followed by a valid one, is damage. */
#ifndef RESULTS_JOURNAL_H
#define RESULTS_JOURNAL_H

#include "results/record.h"

#include <limits.h>

typedef enum record_journal_kind {
    RECORD_JOURNAL_HEAD,
    RECORD_JOURNAL_FRAME,
    RECORD_JOURNAL_HISTORY, /* a block of rows of the history */
    RECORD_JOURNAL_CHECKPOINT,
    RECORD_JOURNAL_TRIAL, /* a finished run of a search */
    RECORD_JOURNAL_KINDS
} record_journal_kind;

/* Identity of a run that can be resumed: the same case by the same build. */
typedef struct record_journal_head {
    const char *id, *build; /* the id is a digest of the case as planned */
} record_journal_head;

typedef struct record_journal record_journal;

/* The journal of the case whose file is `path` (place: PATH_MAX bytes). */
void record_journal_path(const char *path, char *journal, size_t size);

/* Opens the journal to continue it, or makes a new one, and locks it. Errors: RECORD_BUSY: another
 * process has it; RECORD_STALE: of another build; RECORD_NOT_OURS: of another case or format;
 * RECORD_DAMAGED; RECORD_IO; RECORD_NO_MEMORY. The file is then unchanged. */
record_status record_journal_open(const char *path, const record_journal_head *head,
                                  record_journal **journal, record_error *error);
void record_journal_close(record_journal *journal); /* accepts NULL */

/* The same check of every record, about 4 s per GB, without opening it; `head` may be NULL.
 * RECORD_MISSING if there is none, or its head is incomplete. *torn (or NULL): the bytes of a torn
 * end. */
record_status record_journal_verify(const char *path, const record_journal_head *head, size_t *torn,
                                    record_error *error);

/* Number of records of a kind. */
size_t record_journal_count(const record_journal *journal, record_journal_kind kind);
/* Bytes of a record's payload. */
size_t record_journal_length(const record_journal *journal, record_journal_kind kind, size_t index);
/* `size` bytes of it from `offset` on. False leaves errno. */
bool record_journal_read(const record_journal *journal, record_journal_kind kind, size_t index,
                         size_t offset, void *bytes, size_t size);

/* Sets the number of the next record of the kind to be put: an existing one, or the one after the
 * last. */
void record_journal_rewind(record_journal *journal, record_journal_kind kind, size_t index);

/* Puts the next record of a kind: compares it with an existing one, or appends it. Errors:
 * RECORD_DAMAGED: the existing one differs, although a resumed run computes the same bits;
 * RECORD_IO: no part of the record was written. */
record_status record_journal_put(record_journal *journal, record_journal_kind kind,
                                 const void *payload, size_t length, record_error *error);

/* Syncs all records to the disk. */
record_status record_journal_sync(record_journal *journal, record_error *error);

/* A column of reals from the records of a kind, each of which holds `rows` rows (the last one
 * fewer) one after the other from byte `begin` of its payload on. */
bundle_stream record_journal_stream(const record_journal *journal, record_journal_kind kind,
                                    size_t rows, size_t begin, size_t columns);

/* Removes the journal of the case whose file is `path`, if there is one and no process uses it. */
record_status record_journal_remove(const char *path, record_error *error);

#endif
