/* The trailer: a line at the end of a file, after the last byte that HDF5 knows of (it allows
 * that), with the SHA-256 of all bytes before it. HDF5's own checksums cover every byte too, but
 * they are short (Fletcher-32, the only one in files of version 1, does not distinguish 0x0000 and
 * 0xffff), are checked only where data are read, and do not show whether a file is the one that was
 * written. */
#include "results/door.h"
#include "results/hdf.h"
#include "results/layout.h"

#include <errno.h>
#include <fcntl.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRAILER_HEAD "\ntrama: SHA-256 of the bytes before this line: "

enum {
    HEAD = sizeof TRAILER_HEAD - 1,
    DIGEST = 64,
    TRAILER = HEAD + DIGEST + 1,
    BLOCK = 1 << 16,
    KEPT_BYTES = 1 << 24
};

static void print_trailer(const char digest[DIGEST + 1], char trailer[TRAILER])
{
    memcpy(trailer, TRAILER_HEAD, HEAD);
    memcpy(trailer + HEAD, digest, DIGEST);
    trailer[TRAILER - 1] = '\n';
}

void record_make_trailer(const unsigned char *bytes, size_t size, char trailer[TRAILER])
{
    SHA2_CTX hash;
    char digest[DIGEST + 1];
    SHA256Init(&hash);
    SHA256Update(&hash, bytes, size);
    SHA256End(&hash, digest);
    print_trailer(digest, trailer);
}

/* False, with errno, or 0 at the end of the file. */
static bool read_all(int file, void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t got = read(file, (char *)bytes + done, size - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = 0;
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

/* The digest of the next `size` bytes. */
static bool hash_bytes(int file, size_t size, char digest[DIGEST + 1])
{
    unsigned char block[BLOCK];
    SHA2_CTX hash;
    SHA256Init(&hash);
    while (size > 0) {
        const size_t part = size < BLOCK ? size : BLOCK;
        if (!read_all(file, block, part))
            return false;
        SHA256Update(&hash, block, part);
        size -= part;
    }
    SHA256End(&hash, digest);
    return true;
}

bool record_make_trailer_of(int file, char trailer[TRAILER])
{
    struct stat about;
    char digest[DIGEST + 1];
    if (fstat(file, &about) != 0 || lseek(file, 0, SEEK_SET) != 0 ||
        !hash_bytes(file, (size_t)about.st_size, digest))
        return false;
    print_trailer(digest, trailer);
    return true;
}

static record_status fail_read(const char *path, record_error *error)
{
    return record_fail(error, errno ? RECORD_IO : RECORD_DAMAGED, path, "cannot be read: %s",
                       errno ? strerror(errno) : "it became shorter meanwhile");
}

static record_status compare(const char *path, int file, bool *complete, record_error *error)
{
    struct stat about;
    char digest[DIGEST + 1], trailer[TRAILER] = "";
    *complete = false;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return record_fail(error, RECORD_NOT_OURS, path, "is not a file");
    if (about.st_size >= TRAILER) {
        if (!hash_bytes(file, (size_t)about.st_size - TRAILER, digest) ||
            !read_all(file, trailer, TRAILER))
            return fail_read(path, error);
        *complete = memcmp(trailer, TRAILER_HEAD, HEAD) == 0 && trailer[TRAILER - 1] == '\n';
    }
    if (!*complete)
        return record_fail(error, RECORD_DAMAGED, path,
                           "lacks the checksum at its end: it is cut off or changed, or of an "
                           "older trama");
    return memcmp(trailer + HEAD, digest, DIGEST) == 0
               ? RECORD_OK
               : record_fail(error, RECORD_DAMAGED, path,
                             "is damaged: its bytes do not fit the checksum at its end");
}

void record_seal(int file, long long size, char seal[RECORD_SEAL + 1])
{
    char trailer[TRAILER];
    seal[0] = '\0';
    if (size < TRAILER || pread(file, trailer, TRAILER, (off_t)size - TRAILER) != TRAILER ||
        memcmp(trailer, TRAILER_HEAD, HEAD) != 0)
        return;
    memcpy(seal, trailer + HEAD, DIGEST);
    seal[DIGEST] = '\0';
}

_Static_assert((int)DIGEST == (int)RECORD_SEAL, "the seal is the checksum");
_Static_assert(TRAILER == RECORD_TRAILER, "what comes before it must know its size");

/* Without O_NONBLOCK, to open a pipe would wait for its writer. */
record_status record_check_trailer(const char *path, bool *complete, record_error *error)
{
    const int file = door_open(path, O_RDONLY | O_NONBLOCK);
    record_clear(error);
    *complete = false;
    if (file < 0)
        return record_fail_open(error, path, errno);
    const record_status status = compare(path, file, complete, error);
    close(file);
    return status;
}

/* A file whose trailer is broken is not given to HDF5; one without a trailer may be of another
 * kind, which the reader can tell. */
record_status record_verify(const char *path, const char *const *prefixes, bundle *b,
                            record_error *error)
{
    bool complete;
    record_error incomplete;
    const record_wanted wanted = {
        .path = path, .prefixes = prefixes, .most = KEPT_BYTES, .check = true};
    const record_status status = record_check_trailer(path, &complete, &incomplete);
    if (status == RECORD_OK || (status == RECORD_DAMAGED && !complete))
        record_read_wanted(&wanted, b, error);
    if (status != RECORD_OK &&
        (complete || status != RECORD_DAMAGED || error->status == RECORD_OK)) {
        bundle_free(b);
        *error = incomplete;
    }
    return (record_status)error->status;
}
