/* The bytes of a journal: making records, and checking them in order. */
#ifndef RESULTS_JOURNAL_SCAN_H
#define RESULTS_JOURNAL_SCAN_H

#include "results/internal.h"
#include "results/journal.h"

#include <sys/types.h>

#define JOURNAL_MAGIC "trama journal 1\n"
enum {
    JOURNAL_MAGIC_BYTES = sizeof JOURNAL_MAGIC - 1,
    JOURNAL_HEADER_BYTES = 32,
    JOURNAL_DIGEST_BYTES = 32,
    JOURNAL_FRAME_BYTES = JOURNAL_HEADER_BYTES + JOURNAL_DIGEST_BYTES
};

/* Where the payload of a record is. */
typedef struct journal_place {
    off_t at;
    size_t length;
} journal_place;

/* The place after the last complete record. */
typedef struct journal_scan {
    off_t end;
    off_t torn; /* bytes after it that are no record, from a write cut by a loss of power */
    uint64_t sequence;
    uint8_t chain[JOURNAL_DIGEST_BYTES];
} journal_scan;

/* Starts after the magic number, before the first record. */
void journal_scan_begin(journal_scan *scan);

/* Makes the next record in `record` (length + JOURNAL_FRAME_BYTES bytes); returns its size. */
size_t journal_make_record(journal_scan *scan, record_journal_kind kind, const void *payload,
                           size_t length, unsigned char *record);

/* Reads a journal, whose head must be `head` (NULL: any), up to an incomplete or torn end, and
 * calls `found` (or NULL; false: no memory) for every record. RECORD_MISSING without a complete
 * head. */
record_status journal_scan_file(journal_scan *scan, const char *path, int file,
                                const record_journal_head *head,
                                bool (*found)(void *context, uint32_t kind, journal_place place),
                                void *context, record_error *error);

/* The payload of the head, for free(); NULL without memory. */
char *journal_head_text(const record_journal_head *head);

/* "frame", "block of history", ... */
const char *journal_kind_name(uint32_t kind);

/* Reads all of the bytes. False leaves errno. */
bool journal_read_at(int file, void *bytes, size_t size, off_t at);

#endif
