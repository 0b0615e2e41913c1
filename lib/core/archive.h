/* One function lists what a state consists of. It serves three purposes: it saves a copy in memory,
 * loads the state from such a copy, and computes a digest. Each part of a system has one such
 * function, and the whole calls them in turn. So everything that is saved is also loaded. */
#ifndef TRAMA_CORE_ARCHIVE_H
#define TRAMA_CORE_ARCHIVE_H

#include "core/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trama_archive_mode {
    TRAMA_ARCHIVE_SAVE, /* appends to the copy */
    TRAMA_ARCHIVE_LOAD, /* reads from its beginning */
    TRAMA_ARCHIVE_DIGEST,
} trama_archive_mode;

typedef struct trama_archive {
    trama_archive_mode mode;
    unsigned char *byte; /* the copy: `size` bytes, of which LOAD has read `at` */
    size_t size, capacity, at;
    uint64_t digest; /* FNV-1a, 64 bits */
    bool failed;     /* no memory while saving, or a copy that ends too early while loading */
} trama_archive;

/* A new archive is zeroed. Each of these restarts it in a mode; SAVE reuses the memory. */
void trama_archive_save(trama_archive *archive);
void trama_archive_load(trama_archive *archive);
void trama_archive_digest(trama_archive *archive);
void trama_archive_free(trama_archive *archive);

/* Saves, overwrites or digests `size` bytes of the state. Pass a struct member by member, since its
 * padding has no defined value. */
void trama_archive_bytes(trama_archive *archive, void *data, size_t size);
void trama_archive_reals(trama_archive *archive, double *value, size_t count);
void trama_archive_integer(trama_archive *archive, long *value);
void trama_archive_flag(trama_archive *archive, bool *value);

/* OK if all went well and, after a load, the copy was read to its end. */
trama_status trama_archive_status(const trama_archive *archive, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
