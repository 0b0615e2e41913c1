#include "results/journal_scan.h"

#include <errno.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 16, CHECKED = 24, CHECK = 8, HEAD_MAX = 1 << 16 };

typedef struct header {
    uint32_t kind, zero;
    uint64_t sequence, length;
    uint8_t check[CHECK]; /* of the chain and what is before it */
} header;
_Static_assert(sizeof(header) == JOURNAL_HEADER_BYTES, "as it lies in the file");

const char *journal_kind_name(uint32_t kind)
{
    static const char *const names[] = {"head", "frame", "block of history", "checkpoint", "trial"};
    return kind < RECORD_JOURNAL_KINDS ? names[kind] : "record";
}

void journal_scan_begin(journal_scan *scan)
{
    *scan = (journal_scan){.end = JOURNAL_MAGIC_BYTES};
}

/* --- checksums --- */

static void check_of(const journal_scan *scan, const header *h, uint8_t check[CHECK])
{
    SHA2_CTX hash;
    uint8_t digest[JOURNAL_DIGEST_BYTES];
    SHA256Init(&hash);
    SHA256Update(&hash, scan->chain, sizeof scan->chain);
    SHA256Update(&hash, (const uint8_t *)h, CHECKED);
    SHA256Final(digest, &hash);
    memcpy(check, digest, CHECK);
}

static void begin_chain(const journal_scan *scan, const header *h, SHA2_CTX *hash)
{
    SHA256Init(hash);
    SHA256Update(hash, scan->chain, sizeof scan->chain);
    SHA256Update(hash, (const uint8_t *)h, sizeof *h);
}

static void go_on(journal_scan *scan, size_t length, const uint8_t digest[JOURNAL_DIGEST_BYTES])
{
    memcpy(scan->chain, digest, JOURNAL_DIGEST_BYTES);
    scan->sequence++;
    scan->end += (off_t)(length + JOURNAL_FRAME_BYTES);
}

size_t journal_make_record(journal_scan *scan, record_journal_kind kind, const void *payload,
                           size_t length, unsigned char *record)
{
    SHA2_CTX hash;
    header h = {.kind = kind, .sequence = scan->sequence, .length = length};
    unsigned char *end = record + sizeof h + length;
    check_of(scan, &h, h.check);
    memcpy(record, &h, sizeof h);
    memcpy(record + sizeof h, payload, length);
    begin_chain(scan, &h, &hash);
    SHA256Update(&hash, payload, length);
    SHA256Final(end, &hash);
    go_on(scan, length, end);
    return length + JOURNAL_FRAME_BYTES;
}

/* --- reading --- */

bool journal_read_at(int file, void *bytes, size_t size, off_t at)
{
    for (size_t done = 0; done < size;) {
        const ssize_t got = pread(file, (char *)bytes + done, size - done, at + (off_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = ENODATA;
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

/* A journal that is gone through. */
typedef struct walk {
    journal_scan *scan;
    const char *path;
    int file;
    off_t size;
    record_error *error;
} walk;

static record_status fail_read(const walk *w)
{
    return record_fail(w->error, RECORD_IO, w->path, "the journal cannot be read: %s",
                       strerror(errno));
}

static record_status fail_record(const walk *w, const char *what)
{
    return record_fail(w->error, RECORD_DAMAGED, w->path,
                       "the journal is damaged: %s of record %llu, at byte %lld, does not fit its "
                       "checksum",
                       what, (unsigned long long)w->scan->sequence, (long long)w->scan->end);
}

/* RECORD_MISSING if the end of the file cuts it. */
static record_status read_header(const walk *w, header *h)
{
    uint8_t check[CHECK];
    if (w->size - w->scan->end < (off_t)sizeof *h)
        return RECORD_MISSING;
    if (!journal_read_at(w->file, h, sizeof *h, w->scan->end))
        return fail_read(w);
    check_of(w->scan, h, check);
    if (memcmp(check, h->check, CHECK) != 0 || h->sequence != w->scan->sequence ||
        h->kind >= RECORD_JOURNAL_KINDS)
        return fail_record(w, "the header");
    const uint64_t rest = (uint64_t)(w->size - w->scan->end) - sizeof *h;
    return rest < JOURNAL_DIGEST_BYTES || h->length > rest - JOURNAL_DIGEST_BYTES ? RECORD_MISSING
                                                                                  : RECORD_OK;
}

static record_status check_payload(const walk *w, const header *h)
{
    unsigned char block[BLOCK];
    uint8_t digest[JOURNAL_DIGEST_BYTES], told[JOURNAL_DIGEST_BYTES];
    SHA2_CTX hash;
    off_t at = w->scan->end + (off_t)sizeof *h;
    begin_chain(w->scan, h, &hash);
    for (uint64_t left = h->length; left > 0;) {
        const size_t part = left < BLOCK ? (size_t)left : BLOCK;
        if (!journal_read_at(w->file, block, part, at))
            return fail_read(w);
        SHA256Update(&hash, block, part);
        at += (off_t)part;
        left -= part;
    }
    SHA256Final(digest, &hash);
    if (!journal_read_at(w->file, told, sizeof told, at))
        return fail_read(w);
    if (memcmp(digest, told, sizeof told) != 0)
        return fail_record(w, "the payload");
    go_on(w->scan, h->length, digest);
    return RECORD_OK;
}

/* RECORD_MISSING if the end of the file cuts it. */
static record_status next_record(const walk *w, uint32_t *kind, journal_place *place)
{
    header h;
    const record_status status = read_header(w, &h);
    if (status != RECORD_OK)
        return status;
    *kind = h.kind;
    *place = (journal_place){w->scan->end + (off_t)sizeof h, h.length};
    return check_payload(w, &h);
}

/* --- what a machine that stopped has left --- */

/* Whether `at` is where a record after the one that does not fit begins: the header fits the digest
 * that stands before it. */
static bool begins_record(const walk *w, off_t at, const unsigned char *bytes)
{
    journal_scan before;
    header h;
    uint8_t check[CHECK];
    memcpy(before.chain, bytes, JOURNAL_DIGEST_BYTES);
    memcpy(&h, bytes + JOURNAL_DIGEST_BYTES, sizeof h);
    const uint64_t most = w->scan->sequence + (uint64_t)(at - w->scan->end) / JOURNAL_FRAME_BYTES;
    if (h.kind >= RECORD_JOURNAL_KINDS || h.zero != 0 || h.sequence <= w->scan->sequence ||
        h.sequence > most)
        return false;
    check_of(&before, &h, check);
    return memcmp(check, h.check, CHECK) == 0;
}

/* Looks behind a record that does not fit for one that does: then a byte in between has changed.
 * Where there is none, the end of the file was never written, as after a loss of power: file
 * systems leave zeros there, or what stood there before. */
static record_status look_behind(const walk *w)
{
    enum { WINDOW = JOURNAL_FRAME_BYTES };
    unsigned char block[BLOCK + WINDOW];
    const off_t first = w->scan->end + JOURNAL_HEADER_BYTES;
    for (off_t at = first; at + WINDOW <= w->size; at += BLOCK) {
        const off_t rest = w->size - at;
        const size_t size = rest < (off_t)sizeof block ? (size_t)rest : sizeof block;
        if (!journal_read_at(w->file, block, size, at))
            return fail_read(w);
        for (size_t i = 0; i < BLOCK && i + WINDOW <= size; i++)
            if (begins_record(w, at + (off_t)i + JOURNAL_DIGEST_BYTES, block + i))
                return RECORD_DAMAGED;
    }
    w->scan->torn = w->size - w->scan->end;
    record_clear(w->error);
    return RECORD_MISSING;
}

/* As next_record; RECORD_MISSING also if nothing whole follows one that does not fit. */
static record_status next_whole_record(const walk *w, uint32_t *kind, journal_place *place)
{
    const record_status status = next_record(w, kind, place);
    return status == RECORD_DAMAGED ? look_behind(w) : status;
}

/* --- the head --- */

char *journal_head_text(const record_journal_head *head)
{
    const size_t size = strlen(head->id) + strlen(head->build) + 64;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "case %s\nbuild %s\n", head->id, head->build);
    return text;
}

static record_status compare_heads(const walk *w, const record_journal_head *head, const char *text)
{
    const char *build = strstr(text, "\nbuild ");
    char *own = journal_head_text(head);
    if (!own)
        return record_fail_memory(w->error, w->path);
    const bool same_case = build && strncmp(text, own, (size_t)(build - text)) == 0;
    const bool same = strcmp(text, own) == 0;
    free(own);
    if (same)
        return RECORD_OK;
    if (!same_case)
        return record_fail(w->error, RECORD_NOT_OURS, w->path, "is the journal of another case");
    return record_fail(w->error, RECORD_STALE, w->path, "is the journal of another build: %.*s",
                       (int)strcspn(build + 7, "\n"), build + 7);
}

/* Whether zeros stand where the magic, or the end of it, was to be written. */
static bool is_torn(const char *magic, size_t size)
{
    size_t same = 0;
    while (same < size && magic[same] == JOURNAL_MAGIC[same])
        same++;
    for (size_t i = same; i < size; i++)
        if (magic[i] != 0)
            return false;
    return same < size;
}

/* RECORD_MISSING if the end of the file cuts it, or was never written. */
static record_status read_head(const walk *w, const record_journal_head *head)
{
    char magic[JOURNAL_MAGIC_BYTES] = "";
    uint32_t kind = RECORD_JOURNAL_HEAD;
    journal_place place = {0};
    const size_t there =
        w->size < JOURNAL_MAGIC_BYTES ? (size_t)w->size : (size_t)JOURNAL_MAGIC_BYTES;
    if (!journal_read_at(w->file, magic, there, 0))
        return fail_read(w);
    if (is_torn(magic, there)) {
        w->scan->end = 0;
        return look_behind(w);
    }
    if (memcmp(magic, JOURNAL_MAGIC, there) != 0)
        return record_fail(w->error, RECORD_NOT_OURS, w->path,
                           "is not a journal of the format that this program writes");
    if (there < JOURNAL_MAGIC_BYTES)
        return RECORD_MISSING;
    const record_status status = next_whole_record(w, &kind, &place);
    if (status != RECORD_OK || !head)
        return status;
    char *text = kind == RECORD_JOURNAL_HEAD && place.length <= HEAD_MAX
                     ? calloc(1, place.length + 1)
                     : NULL;
    if (!text)
        return record_fail_memory(w->error, w->path);
    const record_status read = journal_read_at(w->file, text, place.length, place.at)
                                   ? compare_heads(w, head, text)
                                   : fail_read(w);
    free(text);
    return read;
}

record_status journal_scan_file(journal_scan *scan, const char *path, int file,
                                const record_journal_head *head,
                                bool (*found)(void *context, uint32_t kind, journal_place place),
                                void *context, record_error *error)
{
    struct stat about;
    uint32_t kind = 0;
    journal_place place = {0};
    journal_scan_begin(scan);
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return record_fail(error, RECORD_NOT_OURS, path, "is not a file");
    const walk w = {scan, path, file, about.st_size, error};
    record_status status = read_head(&w, head);
    if (status != RECORD_OK)
        return status;
    while ((status = next_whole_record(&w, &kind, &place)) == RECORD_OK)
        if (found && !found(context, kind, place))
            return record_fail_memory(error, path);
    return status == RECORD_MISSING ? RECORD_OK : status;
}
