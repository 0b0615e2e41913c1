/* The journal of a case that is being run, <id>.part beside the file <id>.h5 that will be: what a
 * run that is killed must not lose. It begins with the version of its format and a head that names
 * the case and the build; then come records, each appended by one write(2):
 *
 *   kind, 0 (4 bytes each), sequence, length (8 each), first 8 bytes of SHA-256 (chain, these 24),
 *   payload, SHA-256 (chain, header, payload): the chain of the next record
 *
 * little-endian. Every record so vouches for all before it, and for its own length. A record that
 * the end of the file cuts is what a kill leaves: it is cut off when a run goes on. So is a torn
 * end, which a machine leaves that stops: zeros, or anything else behind which no record is whole.
 * A record that does not fit its checksums, with one behind it that does, is damage. */
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

/* What a run is that goes on: of the same case by the same build. */
typedef struct record_journal_head {
    const char *id, *build; /* the id is a digest of the case as planned */
} record_journal_head;

typedef struct record_journal record_journal;

/* The journal of the case whose file is `path` (place: PATH_MAX bytes). */
void record_journal_path(const char *path, char *journal, size_t size);

/* Opens the journal to go on with it, or makes a new one; no other process has it meanwhile.
 * Errors: RECORD_BUSY: another has it; RECORD_STALE: of another build; RECORD_NOT_OURS: of another
 * case or format; RECORD_DAMAGED; RECORD_IO; RECORD_NO_MEMORY. Then the file is as it was. */
record_status record_journal_open(const char *path, const record_journal_head *head,
                                  record_journal **journal, record_error *error);
void record_journal_close(record_journal *journal); /* accepts NULL */

/* The same check of every record, which takes about 4 s a GB, without opening it; `head` may be
 * NULL. RECORD_MISSING if there is none, or one without a whole head. *torn (NULL: not asked for):
 * the bytes of a torn end. */
record_status record_journal_verify(const char *path, const record_journal_head *head, size_t *torn,
                                    record_error *error);

/* Records of a kind that are there. */
size_t record_journal_count(const record_journal *journal, record_journal_kind kind);
/* Bytes of a record's payload. */
size_t record_journal_length(const record_journal *journal, record_journal_kind kind, size_t index);
/* `size` bytes of it from `offset` on. False leaves errno. */
bool record_journal_read(const record_journal *journal, record_journal_kind kind, size_t index,
                         size_t offset, void *bytes, size_t size);

/* The next record of the kind to be put is number `index`, of those that are there or the one after
 * them. */
void record_journal_rewind(record_journal *journal, record_journal_kind kind, size_t index);

/* Puts the next record of a kind: compares it with the one that is there, or appends it. Errors:
 * RECORD_DAMAGED: the one that is there differs, as a run that goes on computes the same bits;
 * RECORD_IO, after which no part of the record is there. */
record_status record_journal_put(record_journal *journal, record_journal_kind kind,
                                 const void *payload, size_t length, record_error *error);

/* What was put is on the disk. */
record_status record_journal_sync(record_journal *journal, record_error *error);

/* A column of reals from the records of a kind, each of which holds `rows` rows (the last one
 * fewer) one after the other from byte `begin` of its payload on. */
bundle_stream record_journal_stream(const record_journal *journal, record_journal_kind kind,
                                    size_t rows, size_t begin, size_t columns);

/* Removes the journal of the case whose file is `path`, if there is one and no process has it. */
record_status record_journal_remove(const char *path, record_error *error);

#endif
