/* For locks of an open file (F_OFD_SETLK), which forked processes share. */
#define _GNU_SOURCE
#include "results/lock.h"
#include "results/door.h"
#include "results/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A record is a line of text, padded with spaces. */
enum { RECORD_BYTES = 160, PATIENCE_MS = 5000, PAUSE_MS = 20 };

/* Where the bytes begin that say how many shards there are. */
#define COUNT_REGION ((off_t)1 << 40)

typedef struct attempt {
    const char *folder;
    int file;
    long shard, shards;
    record_error *error;
} attempt;

/* Who holds a record; pid 0: nobody, or who did not come to write it yet. */
typedef struct holder {
    long pid;
    char host[RECORD_HOST_MAX + 1], since[32];
} holder;

static struct flock bytes_from(off_t start, off_t length, short type)
{
    return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
}

/* The first byte from `start` on, of `length` (0: all), that another holder has locked, or -1. */
static off_t locked_by_another(int file, off_t start, off_t length)
{
    struct flock range = bytes_from(start, length, F_WRLCK);
    return fcntl(file, F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK ? range.l_start : -1;
}

static bool lock_bytes(int file, off_t start, off_t length, short type)
{
    struct flock range = bytes_from(start, length, type);
    return fcntl(file, F_OFD_SETLK, &range) == 0;
}

static off_t record_of(long shard)
{
    return (off_t)(shard - 1) * RECORD_BYTES;
}

static void read_holder(int file, off_t record, holder *h)
{
    static const char head[] = "process ";
    char text[RECORD_BYTES + 1] = "", *rest = text;
    *h = (holder){0};
    if (pread(file, text, RECORD_BYTES, record) != RECORD_BYTES ||
        strncmp(text, head, strlen(head)) != 0)
        return;
    const long pid = strtol(text + strlen(head), &rest, 10);
    if (sscanf(rest, " on %64s since %31s", h->host, h->since) == 2)
        h->pid = pid;
}

static bool write_holder(int file, off_t record)
{
    char text[RECORD_BYTES + 1], host[RECORD_HOST_MAX + 1], since[32];
    const time_t now = time(NULL);
    struct tm utc;
    record_host(host);
    strftime(since, sizeof since, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    const int used =
        snprintf(text, sizeof text, "process %ld on %s since %s", (long)getpid(), host, since);
    memset(text + used, ' ', RECORD_BYTES - (size_t)used);
    text[RECORD_BYTES - 1] = '\n';
    return pwrite(file, text, RECORD_BYTES, record) == RECORD_BYTES;
}

/* The holder may still be at work, as far as this host can know. */
static bool may_live(const holder *h)
{
    char host[RECORD_HOST_MAX + 1];
    record_host(host);
    return h->pid > 0 &&
           (strcmp(host, h->host) != 0 || kill((pid_t)h->pid, 0) == 0 || errno != ESRCH);
}

static record_status fail_busy(const attempt *c, const holder *h)
{
    if (h->pid == 0)
        return record_fail(c->error, RECORD_BUSY, c->folder, "another run is at work in it");
    return record_fail(c->error, RECORD_BUSY, c->folder,
                       "another run is at work in it: process %ld on %s, since %s", h->pid, h->host,
                       h->since);
}

static record_status fail_lock(const attempt *c)
{
    return record_fail(c->error, RECORD_IO, c->folder,
                       "its file .lock cannot be locked: %s (a network file system must have "
                       "locks: choose a folder elsewhere, or have them switched on)",
                       strerror(errno));
}

/* Where a holder is whose shards are counted otherwise, or -1. Our own byte is locked already, so
 * that of two who come at once at least one sees the other. */
static off_t other_count(const attempt *c)
{
    const off_t ours = COUNT_REGION + c->shards;
    const bool other = locked_by_another(c->file, COUNT_REGION, c->shards) >= 0 ||
                       locked_by_another(c->file, ours + 1, 0) >= 0;
    if (!other)
        return -1;
    const off_t locked = locked_by_another(c->file, 0, COUNT_REGION);
    return locked >= 0 ? locked : 0;
}

/* RECORD_BUSY with the holder, RECORD_OK, or an error. */
static record_status try_once(const attempt *c, holder *h)
{
    *h = (holder){0};
    if (!lock_bytes(c->file, COUNT_REGION + c->shards, 1, F_RDLCK))
        return fail_lock(c);
    off_t in_the_way = other_count(c);
    if (in_the_way < 0) {
        const off_t record = record_of(c->shard);
        if (lock_bytes(c->file, record, RECORD_BYTES, F_WRLCK))
            return write_holder(c->file, record)
                       ? RECORD_OK
                       : record_fail(c->error, RECORD_IO, c->folder,
                                     "its file .lock cannot be written: %s", strerror(errno));
        if (errno != EAGAIN && errno != EACCES)
            return fail_lock(c);
        in_the_way = record;
    }
    lock_bytes(c->file, COUNT_REGION + c->shards, 1, F_UNLCK);
    read_holder(c->file, in_the_way, h);
    return fail_busy(c, h);
}

/* A holder whose process is gone still has cases that are about to end; one without a name is about
 * to write it. */
static record_status try_patiently(const attempt *c)
{
    holder h;
    record_status status = try_once(c, &h);
    for (long waited = 0; status == RECORD_BUSY && !may_live(&h) && waited < PATIENCE_MS;
         waited += PAUSE_MS) {
        nanosleep(&(struct timespec){0, PAUSE_MS * 1000000L}, NULL);
        status = try_once(c, &h);
    }
    if (status == RECORD_OK)
        record_clear(c->error);
    return status;
}

static int open_lock(const char *folder)
{
    const size_t size = strlen(folder) + sizeof "/.lock";
    char *path = malloc(size);
    if (!path)
        return -1;
    snprintf(path, size, "%s/.lock", folder);
    const int file = door_open(path, O_RDWR | O_CREAT | O_NOFOLLOW);
    const int reason = errno;
    free(path);
    errno = reason;
    return file;
}

record_status record_lock_take(const char *folder, long shard, long shards, record_lock *lock,
                               record_error *error)
{
    const attempt c = {folder, open_lock(folder), shard, shards, error};
    lock->file = -1;
    if (c.file < 0)
        return record_fail(error, RECORD_IO, folder, "its file .lock cannot be opened: %s",
                           door_reason(errno));
    const record_status status = try_patiently(&c);
    if (status == RECORD_OK)
        lock->file = c.file;
    else
        close(c.file);
    return status;
}

void record_lock_release(record_lock *lock)
{
    if (lock->file >= 0)
        close(lock->file);
    lock->file = -1;
}
