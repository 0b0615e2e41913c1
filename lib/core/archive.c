#include "core/archive.h"
#include "core/fnv.h"

#include <stdlib.h>
#include <string.h>

void trama_archive_save(trama_archive *archive)
{
    archive->mode = TRAMA_ARCHIVE_SAVE;
    archive->size = archive->at = 0;
    archive->failed = false;
}

void trama_archive_load(trama_archive *archive)
{
    archive->mode = TRAMA_ARCHIVE_LOAD;
    archive->at = 0;
    archive->failed = false;
}

void trama_archive_digest(trama_archive *archive)
{
    archive->mode = TRAMA_ARCHIVE_DIGEST;
    archive->digest = TRAMA_FNV_BEGIN;
    archive->failed = false;
}

void trama_archive_free(trama_archive *archive)
{
    free(archive->byte);
    *archive = (trama_archive){0};
}

static bool make_room(trama_archive *archive, size_t size)
{
    if (archive->capacity - archive->size >= size)
        return true;
    const size_t capacity = 2 * (archive->size + size);
    unsigned char *byte = realloc(archive->byte, capacity);
    if (!byte)
        return false;
    archive->byte = byte;
    archive->capacity = capacity;
    return true;
}

static void save(trama_archive *archive, const void *data, size_t size)
{
    archive->failed = archive->failed || !make_room(archive, size);
    if (archive->failed)
        return;
    memcpy(archive->byte + archive->size, data, size);
    archive->size += size;
}

static void load(trama_archive *archive, void *data, size_t size)
{
    archive->failed = archive->failed || archive->size - archive->at < size;
    if (archive->failed)
        return;
    memcpy(data, archive->byte + archive->at, size);
    archive->at += size;
}

void trama_archive_bytes(trama_archive *archive, void *data, size_t size)
{
    if (size == 0)
        return;
    if (archive->mode == TRAMA_ARCHIVE_SAVE)
        save(archive, data, size);
    else if (archive->mode == TRAMA_ARCHIVE_LOAD)
        load(archive, data, size);
    else
        archive->digest = trama_fnv(archive->digest, data, size);
}

void trama_archive_reals(trama_archive *archive, double *value, size_t count)
{
    trama_archive_bytes(archive, value, count * sizeof *value);
}

void trama_archive_integer(trama_archive *archive, long *value)
{
    trama_archive_bytes(archive, value, sizeof *value);
}

void trama_archive_flag(trama_archive *archive, bool *value)
{
    trama_archive_bytes(archive, value, sizeof *value);
}

trama_status trama_archive_status(const trama_archive *archive, trama_error *error)
{
    const bool loading = archive->mode == TRAMA_ARCHIVE_LOAD;
    if (archive->failed && !loading)
        return trama_fail_memory(error);
    if (archive->failed || (loading && archive->at != archive->size))
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "a saved state of %zu bytes is not of this system, which read %zu",
                          archive->size, archive->at);
    return TRAMA_OK;
}
