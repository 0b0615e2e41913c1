/* A file appears whole or not at all: it is written as `.<name>.<host>.<pid>.tmp` in the same
 * folder, synced, and renamed to the final name; then the folder is synced. */
#include "results/door.h"
#include "results/internal.h"
#include "results/path.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool record_write_all(int file, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        const ssize_t written = write(file, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

/* Bytes that are at hand, as what fills a file. */
typedef struct bytes_of {
    const void *bytes;
    size_t size;
} bytes_of;

static bool fill_with_bytes(int file, const void *data)
{
    const bytes_of *b = data;
    return record_write_all(file, b->bytes, b->size);
}

/* A full disk may show as late as at fsync or close (NFS, delayed allocation). */
static bool write_file(int folder, const char *name, record_fill *fill, const void *data, bool sync)
{
    const int flags = O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC;
    const int file = openat(folder, name, flags, 0666);
    if (file < 0)
        return false;
    const bool written = fill(file, data) && (!sync || fsync(file) == 0);
    const int reason = errno;
    const bool closed = close(file) == 0;
    if (!written)
        errno = reason;
    return written && closed;
}

bool record_sync_folder(int folder)
{
    return fsync(folder) == 0 || errno == EINVAL || errno == ENOTSUP;
}

void record_host(char host[RECORD_HOST_MAX + 1])
{
    if (gethostname(host, RECORD_HOST_MAX) != 0 || host[0] == '\0')
        strcpy(host, "unknown");
    host[RECORD_HOST_MAX] = '\0';
    for (char *c = host; *c; c++)
        if (*c <= ' ' || *c == '/' || *c > '~')
            *c = '-';
}

void record_temporary_name(char *text, size_t size, const char *name, long pid)
{
    char host[RECORD_HOST_MAX + 1], end[RECORD_HOST_MAX + 32];
    record_host(host);
    const int rest = snprintf(end, sizeof end, ".%s.%ld.tmp", host, pid);
    snprintf(text, size, ".%.*s%s", (int)size - 2 - rest, name, end);
}

/* False leaves errno, and no temporary. Once renamed the file stays, even if its folder cannot be
 * synced: its bytes are synced, and there is no other file to go back to. */
static bool replace(int folder, const char *name, record_fill *fill, const void *data)
{
    char temporary[NAME_MAX + 1];
    record_temporary_name(temporary, sizeof temporary, name, (long)getpid());
    const bool renamed = write_file(folder, temporary, fill, data, true) &&
                         renameat(folder, temporary, folder, name) == 0;
    if (renamed)
        return record_sync_folder(folder);
    const int reason = errno;
    unlinkat(folder, temporary, 0);
    errno = reason;
    return false;
}

void record_hold_signals(sigset_t *before)
{
    static const int held[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++)
        sigaddset(&set, held[i]);
    sigprocmask(SIG_BLOCK, &set, before);
}

record_status record_fail_write(record_error *error, const char *path, int reason)
{
    if (reason == ENOMEM)
        record_fail_memory(error, path);
    else
        record_fail(error, RECORD_IO, path, "cannot be written: %s", door_reason(reason));
    errno = reason;
    return (record_status)error->status;
}

record_status record_replace_by(const char *path, record_fill *fill, const void *data,
                                record_error *error)
{
    const char *name;
    sigset_t before;
    record_hold_signals(&before);
    const int folder = door_parent(path, &name);
    const bool done = folder >= 0 && replace(folder, name, fill, data);
    const int reason = errno;
    if (folder >= 0)
        close(folder);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (!done && error->status == RECORD_OK)
        record_fail_write(error, path, reason);
    return (record_status)error->status;
}

record_status record_replace(const char *path, const void *bytes, size_t size, record_error *error)
{
    record_clear(error);
    return record_replace_by(path, fill_with_bytes, &(bytes_of){bytes, size}, error);
}

/* False leaves errno, and no file. */
static bool put_aside(int folder, const char *name, long owner, const void *bytes, size_t size)
{
    char temporary[NAME_MAX + 1];
    record_temporary_name(temporary, sizeof temporary, name, owner);
    if (write_file(folder, temporary, fill_with_bytes, &(bytes_of){bytes, size}, false))
        return true;
    const int reason = errno;
    unlinkat(folder, temporary, 0);
    errno = reason;
    return false;
}

record_status record_put_aside(const char *path, long owner, const void *bytes, size_t size,
                               record_error *error)
{
    const char *name;
    const int folder = door_parent(path, &name);
    const bool done = folder >= 0 && put_aside(folder, name, owner, bytes, size);
    const int reason = errno;
    if (folder >= 0)
        close(folder);
    return done ? RECORD_OK : record_fail_write(error, path, reason);
}

static void discard(const char *path, long pid)
{
    char temporary[NAME_MAX + 1];
    const char *name;
    const int folder = door_parent(path, &name);
    if (folder < 0)
        return;
    record_temporary_name(temporary, sizeof temporary, name, pid);
    unlinkat(folder, temporary, 0);
    close(folder);
}

void record_discard(const char *path, long pid)
{
    char *sidecar = path_of_sidecar(path);
    discard(path, pid);
    if (sidecar)
        discard(sidecar, pid);
    free(sidecar);
}
