/* Writes a bundle as a file, all or nothing: in memory and then to the disk, or, if it is large,
 * directly to the disk. The bytes are the same in both cases. */
#include "results/hdf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file of more values than this is made on the disk. */
enum { IN_MEMORY_BYTES = 1 << 25 };

/* What the reader would refuse is not written. */
static record_status check(const char *path, const bundle *b, record_error *error)
{
    if (b->no_memory)
        return record_fail_memory(error, path);
    size_t bytes = 0;
    for (size_t i = 0; i < b->count && bytes <= RECORD_BYTES_MAX; i++)
        bytes += b->column[i].stream.read ? 0 : record_column_bytes(&b->column[i]);
    if (bytes > RECORD_BYTES_MAX)
        return record_fail(error, RECORD_IO, path, "would hold more than 4 GiB of values");
    return RECORD_OK;
}

/* Of all columns, up to IN_MEMORY_BYTES and one column more. */
static size_t bytes_of(const bundle *b)
{
    size_t bytes = 0;
    for (size_t i = 0; i < b->count && bytes <= IN_MEMORY_BYTES; i++)
        bytes += record_column_bytes(&b->column[i]);
    return bytes;
}

static bool is_large(const bundle *b)
{
    return bytes_of(b) > IN_MEMORY_BYTES;
}

/* Starts HDF5 where there is room for it, and for a file that is made in memory. */
static record_status begin(const char *path, const bundle *b, record_error *error)
{
    const size_t image = is_large(b) ? 0 : 2 * bytes_of(b);
    if (!record_has_room(image))
        return record_fail_memory(error, path);
    record_begin();
    return RECORD_OK;
}

/* --- in memory --- */

static bool append(record_image *image, const void *bytes, size_t size)
{
    unsigned char *grown = realloc(image->bytes, image->size + size);
    if (!grown)
        return false;
    memcpy(grown + image->size, bytes, size);
    image->bytes = grown;
    image->size += size;
    image->capacity = image->size;
    return true;
}

static bool append_end(record_image *image, const bundle *b)
{
    char trailer[RECORD_TRAILER];
    size_t size = 0;
    char *cache = record_make_cache(b, &size);
    const bool appended = cache && append(image, cache, size);
    free(cache);
    if (!appended)
        return false;
    record_make_trailer(image->bytes, image->size, trailer);
    return append(image, trailer, RECORD_TRAILER);
}

static record_status make_image(const char *path, const bundle *b, record_image *image,
                                record_error *error)
{
    if (record_write_columns(path, b, record_image_create(image), error) == RECORD_OK &&
        !append_end(image, b))
        record_fail_memory(error, path);
    return (record_status)error->status;
}

/* --- on the disk --- */

/* The error of the disk counts, whatever HDF5 makes of it. */
static bool fill(int file, const char *path, const bundle *b, record_error *error)
{
    record_drive drive = {.file = file};
    char trailer[RECORD_TRAILER];
    size_t size = 0;
    errno = 0;
    record_write_columns(path, b, record_drive_create(&drive), error);
    if (drive.error)
        record_fail_write(error, path, drive.error);
    if (error->status != RECORD_OK)
        return false;
    char *cache = record_make_cache(b, &size);
    const bool made = cache && lseek(file, 0, SEEK_END) == (off_t)drive.size &&
                      record_write_all(file, cache, size) &&
                      record_make_trailer_of(file, trailer) &&
                      record_write_all(file, trailer, RECORD_TRAILER);
    if (!cache)
        record_fail_memory(error, path);
    else if (!made)
        record_fail_write(error, path, errno);
    free(cache);
    return made;
}

typedef struct contents {
    const char *path;
    const bundle *bundle;
    record_error *error;
} contents;

static bool fill_file(int file, const void *data)
{
    const contents *c = data;
    return fill(file, c->path, c->bundle, c->error);
}

/* --- either --- */

record_status record_write(const char *path, const bundle *b, record_error *error)
{
    record_image image = {0};
    record_clear(error);
    if (check(path, b, error) != RECORD_OK || begin(path, b, error) != RECORD_OK)
        return (record_status)error->status;
    if (is_large(b))
        return record_replace_by(path, fill_file, &(contents){path, b, error}, error);
    if (make_image(path, b, &image, error) == RECORD_OK)
        record_replace(path, image.bytes, image.size, error);
    free(image.bytes);
    return (record_status)error->status;
}

record_status record_write_later(const char *path, const bundle *b, long owner, record_error *error)
{
    record_image image = {0};
    record_clear(error);
    if (check(path, b, error) == RECORD_OK && begin(path, b, error) == RECORD_OK &&
        make_image(path, b, &image, error) == RECORD_OK)
        record_put_aside(path, owner, image.bytes, image.size, error);
    free(image.bytes);
    return (record_status)error->status;
}
